// What a file is for, by its name; which tier a mount is, by its type.
#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/base/text.h"
#include "core/summarize/io_report.h"

namespace weir {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& list, std::string_view s) {
  return std::find(list.begin(), list.end(), s) != list.end();
}
std::string_view fileName(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

const char* name(IoFileKind k) {
  constexpr std::array<const char*, kIoFileKinds> names{"dataset", "checkpoint", "output", "configuration", "code and libraries", "log", "system", "other"};
  return names[static_cast<std::size_t>(k)];
}

std::string ioExtension(std::string_view path) {
  std::string_view f = fileName(path);
  const std::string all = lowerAscii(f);
  // "libc.so.6" is a library, "x.tar.gz" an archive; "tmp.1234" has a number, not a kind.
  if (const std::size_t so = all.find(".so"); so != std::string::npos && (so + 3 == all.size() || all[so + 3] == '.')) return ".so";
  for (const std::string_view packed : {std::string_view(".gz"), std::string_view(".zst"), std::string_view(".bz2"), std::string_view(".xz")})
    if (all.ends_with(packed)) {
      const std::string inner = ioExtension(std::string_view(all).substr(0, all.size() - packed.size()));
      return inner.empty() ? std::string(packed) : inner + std::string(packed);
    }
  const std::size_t dot = all.find_last_of('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == all.size() || all.size() - dot > 13) return {};
  const std::string_view e = std::string_view(all).substr(dot + 1);
  const bool digits = std::all_of(e.begin(), e.end(), [](char c) { return c >= '0' && c <= '9'; });
  const bool word = std::all_of(e.begin(), e.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; });
  if (digits || !word) return {};
  return "." + std::string(e);
}

IoFileKind ioFileKind(std::string_view path, bool read, bool written) {
  const std::string p = lowerAscii(path);
  const std::string ext = ioExtension(path);
  const auto has = [&](std::string_view word) { return p.find(word) != std::string::npos; };
  if (p.starts_with("<stdout>") || p.starts_with("<stderr>") || p.starts_with("<stdin>")) return IoFileKind::Log;
  for (const std::string_view top : {std::string_view("/proc/"), std::string_view("/sys/"), std::string_view("/dev/"), std::string_view("/etc/")})
    if (p.starts_with(top) && !p.starts_with("/dev/shm/")) return IoFileKind::System;
  // Before the rest: a package's .pth names paths, its .json and .csv belong to it.
  if (has("site-packages/") || has("dist-packages/") || has("/lib/python") || has("__pycache__/")) return IoFileKind::Library;
  constexpr std::array<std::string_view, 7> checkpoints{".pt", ".pth", ".ckpt", ".safetensors", ".distcp", ".pdparams", ".ckp"};
  if (among(checkpoints, ext) || has("checkpoint") || has("/ckpt") || has("ckpt/") || has("ckpt-")) return IoFileKind::Checkpoint;
  constexpr std::array<std::string_view, 11> code{".so", ".py", ".pyc", ".pyi", ".jar", ".whl", ".egg", ".a", ".o", ".sh", ".lua"};
  if (among(code, ext) || p.starts_with("/lib/") || p.starts_with("/lib64/") || p.starts_with("/usr/lib/") || p.starts_with("/usr/lib64/"))
    return IoFileKind::Library;
  constexpr std::array<std::string_view, 9> configs{".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".xml", ".json", ".nml"};
  if (among(configs, ext)) return IoFileKind::Config;
  constexpr std::array<std::string_view, 9> logs{".log", ".out", ".err", ".pfw", ".pfw.gz", ".darshan", ".trace", ".stats", ".prof"};
  if (among(logs, ext)) return IoFileKind::Log;
  constexpr std::array<std::string_view, 38> data{".npz", ".npy", ".h5", ".hdf5", ".hdf", ".tfrecord", ".tfrecords", ".rec", ".lmdb", ".mdb", ".parquet", ".arrow",
                                                  ".jpg", ".jpeg", ".png", ".bmp", ".tiff", ".csv", ".tsv", ".tar", ".zip", ".bin", ".idx", ".zarr", ".bp", ".nc",
                                                  ".wav", ".flac", ".mp3", ".mp4", ".feather", ".jsonl", ".tar.gz", ".ffrecord", ".dali", ".beton", ".dat", ".bat"};
  if (among(data, ext) || ext.starts_with(".tfrecord")) return written && !read ? IoFileKind::Output : IoFileKind::Dataset;
  return written && !read ? IoFileKind::Output : IoFileKind::Other;
}

const char* ioTier(std::string_view fileSystem) {
  const std::string f = lowerAscii(fileSystem);
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view n) { return f == n || f.starts_with(std::string(n) + "."); });
  };
  if (is({"lustre", "gpfs", "beegfs", "panfs", "pvfs2", "orangefs", "ceph", "daos", "dfs", "glusterfs", "weka", "wekafs", "pvfs", "unifyfs"})) return "parallel file system";
  if (is({"tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "rootfs"})) return "memory";
  if (is({"ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "vfat", "ntfs", "jfs"})) return "node's disk";
  if (is({"nfs", "nfs3", "nfs4", "cifs", "smb", "smb3", "smbfs", "afs", "dvs"})) return "network file system";
  if (is({"overlay", "squashfs", "iso9660", "aufs"})) return "container image";
  if (f.starts_with("fuse")) return "user-space file system";
  if (is({"proc", "sysfs", "cgroup", "cgroup2", "debugfs", "securityfs", "devpts", "mqueue", "autofs", "binfmt_misc", "configfs", "efivarfs", "pstore", "tracefs", "bpf"}))
    return "kernel";
  return "";
}

}  // namespace weir
