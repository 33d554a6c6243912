// Takes events as they are parsed into the columns of Events: names interned, threads numbered, arguments copied. The
// path every one of millions of events goes, so no allocation per event.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/formats/chrome/document.h"
#include "core/formats/chrome/events.h"
#include "core/formats/format.h"

namespace weir::chrome {

// What a Collector took since the part before, with the ids of that Collector. Names, asynchronous ids, threads and
// processes in `events` are only those it met for the first time: theirs are the ids behind those of its earlier parts.
struct Part {
  Events events;
};

class Collector final : public Sink {
 public:
  Collector(Places& places, const ReaderContext& context);
  void event(const RawEvent& event, const char* at) override;
  void property(std::string_view key, std::string_view value) override;
  [[nodiscard]] Events& events() { return events_; }
  [[nodiscard]] std::uint64_t bytes() const;  // memory held outside the columns, roughly
  // Hands over what was taken. `part` may be one that was appended before: its memory is used again.
  void take(Part& part);

 private:
  void complete(const RawEvent& event, const char* at);
  void metadata(const RawEvent& event);
  void counter(const RawEvent& event, const char* at);
  void flow(const RawEvent& event, const char* at);
  void fact(std::string_view name, std::string_view value, std::string_view unit = {});
  void devices(std::string_view list);
  [[nodiscard]] bool timed(const RawEvent& event, const char* at);
  [[nodiscard]] ThreadIndex threadOf(const RawEvent& event);
  [[nodiscard]] ThreadIndex findThread(std::string_view pid, std::string_view tid);
  [[nodiscard]] std::uint32_t processOf(std::string_view pid);
  [[nodiscard]] NameId nameOf(std::string_view text, bool escaped, const char* at);
  [[nodiscard]] NameId intern(std::string_view text, bool escaped, const char* at);
  [[nodiscard]] ArgsAt keepArgs(const RawEvent& event, const char* at);

  struct CachedName {
    std::uint64_t hash = 0;
    NameId id = 0;
  };
  Places& places_;
  Events events_;
  std::array<CachedName, 8192> names_{};
  std::string pid_, tid_;  // of the event before
  ThreadIndex thread_ = 0;
  NameId category_ = 0;  // of the slice before
  bool anyThread_ = false;
  std::unordered_map<std::string, ThreadIndex> threads_;
  std::unordered_map<std::string, std::uint32_t> processes_;
  std::unordered_map<std::string, std::size_t> counters_;
  std::string key_;
  NameId takenNames_ = 1, takenAsyncIds_ = 1;  // below these ids all has been handed over
  ThreadIndex takenThreads_ = 0;
  std::uint32_t takenProcesses_ = 0;
};

}  // namespace weir::chrome
