#include "app/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/base/units.h"

namespace weir::cli {
namespace {

// A signal handler can reach nothing but this.
std::atomic<int> g_interrupts{0};

void onInterrupt(int) {
  if (g_interrupts.fetch_add(1) > 0) _exit(kStopped);
}

std::string progressLine(const Progress::Snapshot& s) {
  if (s.total == 0) return s.phase;
  const double share = static_cast<double>(s.done) / static_cast<double>(s.total);
  std::string line = fmt::format("{} {:.0f} %", s.phase, share * 100);
  if (s.eta_s() >= 0) line += fmt::format(", {} left", units::showSeconds(s.eta_s()));
  return line;
}

}  // namespace

void warn(const std::string& text) {
  std::string line = text;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';  // a file's name may hold anything
  const bool progress = isatty(STDERR_FILENO) != 0;
  std::fputs(((progress ? "\r\x1b[2Kweir-cli: " : "weir-cli: ") + line + "\n").c_str(), stderr);  // fmt::print throws where stderr is closed
}

int report(const Error& error) {
  warn(error.line());
  return error.stopped() ? kStopped : kWrongInput;
}

void withProgress(const std::function<void(const Job&)>& work) {
  Progress progress;
  std::stop_source stop;
  std::atomic<bool> done{false};
  g_interrupts = 0;
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  // A batch system ends a job with SIGTERM, a closed terminal with SIGHUP: what lies in temporary folders goes as well.
  constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before{};
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);  // nohup stays nohup
  }
  const bool show = isatty(STDERR_FILENO) != 0;
  std::jthread watcher([&] {
    std::size_t width = 0;
    for (int tick = 0; !done; ++tick) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (g_interrupts > 0) stop.request_stop();
      if (!show || tick % 10 != 9) continue;
      const std::string line = progressLine(progress.snapshot());
      width = std::max(width, line.size());
      fmt::print(stderr, "\r{:<{}}", line, width);
      std::fflush(stderr);
    }
    if (show && width > 0) fmt::print(stderr, "\r{:<{}}\r", "", width);
  });
  try {
    work(Job{stop.get_token(), &progress});
  } catch (...) {
    done = true;
    throw;
  }
  done = true;
  watcher.join();
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

std::string binaryFolder() {
  std::error_code ec;
  const auto exe = std::filesystem::read_symlink("/proc/self/exe", ec);
  return ec ? std::string(".") : exe.parent_path().string();
}

std::string shareFolder() {
  if (const char* given = std::getenv("WEIR_SHARE")) return given;
  return (std::filesystem::path(binaryFolder()).parent_path() / "share" / "weir").string();
}

std::int64_t nowMs() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

int print(const std::string& all) {
  // The last gate before a terminal: an escape in a trace's name is never obeyed.
  std::string text = all;
  for (char& c : text)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f) c = ' ';
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    std::fputs("weir-cli: standard output: cannot be written (is the disk full?)\n", stderr);
    return kWrongInput;
  }
  return kOk;
}

}  // namespace weir::cli
