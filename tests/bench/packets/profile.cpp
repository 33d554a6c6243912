#include "tests/bench/packets/profile.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <cxxabi.h>
#include <elf.h>
#include <link.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace weir::bench {
namespace {

// A signal handler reaches nothing but these.
std::array<std::atomic<std::uintptr_t>, 1 << 17> g_samples;
std::atomic<std::size_t> g_count{0};

void onTick(int, siginfo_t*, void* context) {
  const auto* c = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const auto at = static_cast<std::uintptr_t>(c->uc_mcontext.gregs[REG_RIP]);
#else
  const auto at = static_cast<std::uintptr_t>(c->uc_mcontext.pc);
#endif
  const std::size_t i = g_count.fetch_add(1, std::memory_order_relaxed);
  if (i < g_samples.size()) g_samples[i].store(at, std::memory_order_relaxed);
}

struct Function {
  std::uintptr_t size = 0;
  std::string name;
};

// Of this program's own symbol table, which names local functions too; addresses as in the file.
std::map<std::uintptr_t, Function> ownFunctions() {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(in)), {});
  std::map<std::uintptr_t, Function> out;
  Elf64_Ehdr head{};
  if (file.size() < sizeof head) return out;
  std::memcpy(&head, file.data(), sizeof head);
  const auto section = [&](std::size_t i) {
    Elf64_Shdr s{};
    if (head.e_shoff + (i + 1) * sizeof s <= file.size()) std::memcpy(&s, file.data() + head.e_shoff + i * sizeof s, sizeof s);
    return s;
  };
  for (std::size_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr symbols = section(i);
    if (symbols.sh_type != SHT_SYMTAB || symbols.sh_offset + symbols.sh_size > file.size()) continue;
    const Elf64_Shdr names = section(symbols.sh_link);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym s{};
      std::memcpy(&s, file.data() + symbols.sh_offset + at, sizeof s);
      if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_size > 0 && names.sh_offset + s.st_name < file.size())
        out[s.st_value] = {s.st_size, std::string(file.c_str() + names.sh_offset + s.st_name)};
    }
  }
  return out;
}

// The name without its parameters, where it can be read.
std::string readable(const std::string& mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : mangled;
  std::free(text);
  std::size_t depth = 0, end = name.size();
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += name[i] == ')' ? 1 : 0;
    if (name[i] == '(' && --depth == 0) {
      end = i;
      break;
    }
  }
  name.resize(end);
  for (std::size_t at = 0; (at = name.find("(anonymous namespace)::")) != std::string::npos;) name.erase(at, 23);
  return name;
}

}  // namespace

std::vector<std::pair<std::string, double>> profile(const std::function<void()>& work) {
  g_count = 0;
  struct sigaction action {}, before {};
  action.sa_sigaction = onTick;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, &before);
  const itimerval each{{0, 1000}, {0, 1000}}, none{};
  setitimer(ITIMER_PROF, &each, nullptr);
  work();
  setitimer(ITIMER_PROF, &none, nullptr);
  sigaction(SIGPROF, &before, nullptr);

  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        *static_cast<std::uintptr_t*>(out) = info->dlpi_addr;  // the program itself comes first
        return 1;
      },
      &base);
  const auto functions = ownFunctions();
  const std::size_t count = std::min(g_count.load(), g_samples.size());
  std::map<std::string, std::size_t> by;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uintptr_t at = g_samples[i].load() - base;
    auto it = functions.upper_bound(at);
    const bool known = it != functions.begin() && at < (--it)->first + it->second.size;
    ++by[known ? readable(it->second.name) : "libraries and kernel"];
  }
  std::vector<std::pair<std::string, double>> out;
  for (const auto& [name, n] : by) out.emplace_back(name, static_cast<double>(n) / static_cast<double>(count));
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

}  // namespace weir::bench

#else

namespace weir::bench {
std::vector<std::pair<std::string, double>> profile(const std::function<void()>& work) {
  work();
  return {};
}
}  // namespace weir::bench

#endif
