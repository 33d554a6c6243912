# Shared by packaging/run and packaging/test: where we are, what is missing, how to install it. Sourced, not run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# install_packages LIST...: installs what dpkg does not know as installed. WEIR_NO_INSTALL=1 only reports.
install_packages() {
  local wanted missing=() p
  wanted=$(cat "$@" | sed 's/#.*//' | tr -s ' \n' ' ')
  for p in $wanted; do
    [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$p" 2>/dev/null | cut -c1-2)" = ii ] || missing+=("$p")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "${WEIR_NO_INSTALL:-0}" = 1 ]; then
    say "missing packages (not installed, as asked): ${missing[*]}"
    return 0
  fi
  command -v apt-get >/dev/null || die "packaging: this needs apt-get (Debian 12); install by other means: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packaging: run as root, or install first: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "${missing[@]}"
}

# configure_and_build PRESET [CMAKE ARGUMENTS...]
configure_and_build() {
  local preset=$1
  shift
  export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
  cmake --preset "$preset" "$@" ${WEIR_CMAKE_ARGS:-}
  cmake --build --preset "$preset"
}
