#include "core/formats/paje/words.h"

#include <cctype>
#include <string>

#include "core/base/text.h"

namespace weir::paje {
namespace {

// "allreduce" of "PMPI_Allreduce", "action_allReduce" or "smpi_replay_run_init".
std::string plain(std::string_view state) {
  std::string s = lowerAscii(state);
  for (const std::string_view prefix : {"smpi_replay_run_", "action_", "pmpi_", "mpi_"})
    if (s.starts_with(prefix)) {
      s.erase(0, prefix.size());
      break;
    }
  return s;
}

bool digits(std::string_view s, std::int32_t& n) {
  if (s.empty() || s.size() > 7) return false;
  n = 0;
  for (const char c : s) {
    if (c < '0' || c > '9') return false;
    n = n * 10 + (c - '0');
  }
  return true;
}

}  // namespace

std::optional<Operation> collectiveOf(std::string_view state) {
  std::string s = plain(state);
  if (s.starts_with("neighbor")) return std::nullopt;
  if (s.size() > 1 && s[0] == 'i' && s != "init") {
    const auto op = operationFrom(s.substr(1));
    if (op && *op != Operation::SendRecv) return op;  // ibcast
  }
  if (s.size() > 1 && (s.back() == 'v' || s.back() == 'w') && s != "sendrecv" && s != "recv") s.pop_back();
  const auto op = operationFrom(s);
  return op && *op != Operation::SendRecv ? op : std::nullopt;
}

Activity activityOf(std::string_view state) {
  const std::string s = plain(state);
  const auto is = [&](std::string_view w) { return s == w; };
  const auto has = [&](std::string_view w) { return s.find(w) != std::string::npos; };
  if (is("idle") || is("sleeping") || is("blocked") || is("sleep")) return Activity::Wait;
  if (is("wait") || is("waitall") || is("waitany") || is("waitsome") || is("test") || is("probe"))
    return state.find('_') != std::string_view::npos ? Activity::Communication : Activity::Wait;
  if (collectiveOf(state)) return Activity::Communication;
  if (is("send") || is("recv") || is("isend") || is("irecv") || is("ssend") || is("issend") || is("sendrecv") || is("sendrecv_replace") || is("send_init") ||
      is("scan") || is("exscan") || has("sending") || has("receiving"))
    return Activity::Communication;
  if (has("comput") || is("executing") || is("exec") || is("execute") || is("task")) return Activity::Compute;
  if (has("fetchinginput") || has("pushingoutput") || has("drivercopy")) return Activity::Copy;
  return Activity::Host;
}

std::int32_t rankOf(std::string_view container) {
  const std::string s = lowerAscii(container);
  std::int32_t n = 0;
  for (const std::string_view prefix : {"mpi rank", "mpi process", "rank", "process"})
    if (s.starts_with(prefix)) {
      std::size_t i = prefix.size();
      while (i < s.size() && (s[i] == ' ' || s[i] == '-' || s[i] == '_' || s[i] == '#')) ++i;
      const bool below0 = i > prefix.size() + 1 && s[i - 1] == '-';  // "rank -1"; the '-' of "rank-1" parts the two
      return !below0 && digits(std::string_view(s).substr(i), n) ? n : kUnknownRank;
    }
  const std::size_t cut = s.find('_');
  if (cut != std::string::npos && (s.substr(cut) == "_program" || s.substr(cut) == "_mpict") && digits(std::string_view(s).substr(0, cut), n)) return n;
  return kUnknownRank;
}

TrackKind kindOf(std::string_view type, bool states) {
  const std::string s = lowerAscii(type);
  for (int k = 0; k < 6; ++k)
    if (s == name(static_cast<TrackKind>(k))) return static_cast<TrackKind>(k);
  if (s.find("link") != std::string::npos) return TrackKind::Link;
  return states ? TrackKind::Thread : TrackKind::Device;
}

std::optional<Activity> activityFrom(std::string_view text) {
  for (int a = 0; a < kActivities; ++a)
    if (name(static_cast<Activity>(a)) == text) return static_cast<Activity>(a);
  return std::nullopt;
}

}  // namespace weir::paje
