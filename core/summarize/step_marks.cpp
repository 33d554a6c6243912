// Steps as a trace marks them.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

#include "core/base/text.h"
#include "core/summarize/step_repetition.h"

namespace weir {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z'; }

struct Word {
  std::string_view text;
  StepLevel level;
};
// As they stand before the number. ("train": Keras and TensorFlow name a step so.)
constexpr std::array<Word, 10> kWords{{{"step", StepLevel::Step}, {"steps", StepLevel::Step}, {"iteration", StepLevel::Step}, {"iter", StepLevel::Step},
                                      {"train", StepLevel::Step}, {"batch", StepLevel::Batch}, {"minibatch", StepLevel::Batch},
                                      {"mini-batch", StepLevel::Batch}, {"block", StepLevel::Block}, {"epoch", StepLevel::Epoch}}};
// Marks that carry no number, whole.
constexpr std::array<Word, 15> kPlain{{{"step", StepLevel::Step}, {"iteration", StepLevel::Step}, {"iter", StepLevel::Step},
                                      {"train_step", StepLevel::Step}, {"training_step", StepLevel::Step}, {"train step", StepLevel::Step},
                                      {"training step", StepLevel::Step}, {"train_iteration", StepLevel::Step}, {"train_iter", StepLevel::Step},
                                      {"train_one_step", StepLevel::Step}, {"run_training_batch", StepLevel::Step},
                                      {"[pl][profile]run_training_batch", StepLevel::Step}, {"train_batch", StepLevel::Step},
                                      {"block", StepLevel::Block}, {"epoch", StepLevel::Epoch}}};

bool equalFolded(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lowerAscii(x) == y; });
}
bool endsFolded(std::string_view text, std::string_view end) { return text.size() >= end.size() && equalFolded(text.substr(text.size() - end.size()), end); }

struct Found {
  TimeRange range;
  std::int64_t number = -1;
};
struct Family {
  StepLevel level = StepLevel::Step;
  bool numbered = false;
  std::map<TrackIndex, std::vector<Found>> byTrack;
  std::size_t count = 0;
};

bool inOrder(std::vector<Found>& v) {
  std::sort(v.begin(), v.end(), [](const Found& a, const Found& b) { return std::tuple(a.range.from, -a.range.to) < std::tuple(b.range.from, -b.range.to); });
  v.erase(std::unique(v.begin(), v.end(), [](const Found& a, const Found& b) { return a.range.from == b.range.from; }), v.end());
  for (std::size_t i = 1; i < v.size(); ++i)
    if (v[i].range.from < v[i - 1].range.to) return false;
  return true;
}

// One rank's steps of a family: of all its tracks of one kind where they do not overlap (files that follow each other), else of
// the track that has most. A device's copy of a mark covers the kernels only: the host's goes before it.
std::vector<Found> stepsOf(const Run& run, Family& family) {
  std::map<int, std::vector<TrackIndex>> byKind;
  for (const auto& [track, list] : family.byTrack) byKind[run.tracks[track].kind == TrackKind::Thread ? 0 : 1].push_back(track);
  const std::vector<TrackIndex>& tracks = byKind.begin()->second;
  std::vector<Found> all;
  for (const TrackIndex t : tracks) all.insert(all.end(), family.byTrack[t].begin(), family.byTrack[t].end());
  if (inOrder(all)) return all;
  TrackIndex most = tracks.front();
  for (const TrackIndex t : tracks)
    if (family.byTrack[t].size() > family.byTrack[most].size()) most = t;
  std::vector<Found> one = family.byTrack[most];
  (void)inOrder(one);
  return one;
}

RankSteps given(std::int32_t rank, const std::vector<Found>& found) {
  RankSteps out;
  out.rank = rank;
  const bool numbered = std::all_of(found.begin(), found.end(), [](const Found& f) { return f.number >= 0; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.steps.push_back(found[i].range);
    out.number.push_back(numbered ? found[i].number : static_cast<std::int64_t>(i));
  }
  return out;
}

using Families = std::map<std::int32_t, std::map<std::string, Family>>;  // by rank, by family

// The level nearest to a step that the rank has; of several families the one that marks most time, numbered ones first.
std::optional<RankSteps> best(const Run& run, std::int32_t rank, std::map<std::string, Family>& families, std::string& what) {
  std::optional<std::tuple<int, int, std::int64_t>> bestKey;
  std::vector<Found> bestSteps;
  for (auto& [name, f] : families) {
    if (!f.numbered && f.count < 2) continue;
    const std::vector<Found> steps = stepsOf(run, f);
    std::int64_t time = 0;
    for (const Found& s : steps) time += s.range.length();
    const std::tuple key{static_cast<int>(f.level), f.numbered ? 0 : 1, -time};
    if (bestKey && *bestKey <= key) continue;
    bestKey = key;
    bestSteps = steps;
    what = name;
  }
  if (bestSteps.empty()) return std::nullopt;
  return given(rank, bestSteps);
}

void fromSlices(const Run& run, const Job& job, Families& out) {
  std::vector<std::int8_t> kind(run.names.size(), 0);  // 0 no mark, 1 mark
  std::vector<StepMark> marks(run.names.size());
  bool any = false;
  for (NameId n = 0; n < kind.size(); ++n)
    if (readStepMark(run.names.text(n), marks[n])) {
      kind[n] = 1;
      any = true;
    }
  // XPlane's line of steps names them by bare numbers.
  const auto stepsLine = [&](const Track& t) { return run.names.text(t.name) == "Steps"; };
  const bool lines = std::any_of(run.tracks.begin(), run.tracks.end(), stepsLine);
  if (!any && !lines) return;
  std::uint64_t seen = 0;
  for (const Row& row : run.rows) {
    const Track& track = run.tracks[row.track];
    const bool line = lines && stepsLine(track);
    for (SliceIndex i = row.begin; i < row.end; ++i) {
      if ((++seen & 0xfffff) == 0 && job.stopped()) return;
      const NameId n = run.slices.name[i];
      if ((kind[n] == 0 && !line) || run.slices.duration[i] <= 0) continue;
      const Activity a = run.slices.activity[i];
      if (kind[n] != 0 && (a == Activity::Compute || a == Activity::Communication || a == Activity::Copy)) continue;  // a kernel of such a name
      StepMark m = marks[n];
      if (kind[n] == 0) {
        const std::string_view s = run.names.text(n);
        if (s.empty() || s.size() > 15 || !std::all_of(s.begin(), s.end(), digit)) continue;
        m = {StepLevel::Step, 0, "Steps"};
        std::from_chars(s.data(), s.data() + s.size(), m.number);
      } else if (m.number < 0 && a != Activity::Annotation) {
        continue;  // a call that happens to be named so
      }
      Family& f = out[track.rank][std::string(m.family)];
      f.level = m.level;
      f.numbered = m.number >= 0;
      f.byTrack[row.track].push_back({{run.slices.start[i], run.slices.endOf(i)}, m.number});
      ++f.count;
    }
  }
}

// Instants that count: a step lasts to the next one; how long the last one lasts nobody says.
void fromInstants(const Run& run, Families& out) {
  std::map<std::pair<std::int32_t, std::string>, std::map<TrackIndex, std::vector<std::pair<std::int64_t, StepMark>>>> at;
  for (const Instant& i : run.instants) {
    StepMark m;
    if (i.track >= run.tracks.size() || !readStepMark(run.names.text(i.name), m) || m.number < 0) continue;
    at[{run.tracks[i.track].rank, std::string(m.family)}][i.track].emplace_back(i.time, m);
  }
  for (auto& [key, tracks] : at)
    for (auto& [track, list] : tracks) {
      if (list.size() < 2) continue;
      Family& f = out[key.first][key.second];
      if (!f.byTrack.empty() && !f.byTrack.contains(track)) continue;
      f.level = list.front().second.level;
      f.numbered = true;
      for (std::size_t i = 0; i + 1 < list.size(); ++i)
        if (list[i + 1].first > list[i].first) {
          f.byTrack[track].push_back({{list[i].first, list[i + 1].first}, list[i].second.number});
          ++f.count;
        }
    }
}

// The whole number behind "key": in a JSON object's text, bare or quoted.
std::optional<std::int64_t> numberAt(std::string_view args, std::string_view key) {
  const std::size_t at = args.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t p = at + key.size();
  while (p < args.size() && (args[p] == ' ' || args[p] == ':' || args[p] == '"')) ++p;
  std::int64_t v = 0;
  const auto [end, error] = std::from_chars(args.data() + p, args.data() + args.size(), v);
  if (error != std::errc{} || v < 0 || (end < args.data() + args.size() && (*end == '.' || *end == 'e'))) return std::nullopt;
  return v;
}

struct MarkKey {
  std::string_view text;
  StepLevel level;
};
constexpr std::array<MarkKey, 5> kArguments{{{"\"step_num\"", StepLevel::Step}, {"\"step\"", StepLevel::Step}, {"\"iteration\"", StepLevel::Step},
                                            {"\"iter\"", StepLevel::Step}, {"\"epoch\"", StepLevel::Epoch}}};

// Which of the keys occur. Texts of arguments may be gigabytes: annotations are all looked at, of the others an even sample, since
// tools that tag their calls tag most of them.
std::array<bool, kArguments.size()> keysOf(const Run& run, const Job& job) {
  constexpr SliceIndex kSample = 200'000;
  const SliceIndex stride = run.slices.size() / kSample + 1;
  std::array<bool, kArguments.size()> out{};
  for (SliceIndex i = 0; i < run.slices.size(); ++i) {
    if ((i & 0xfffff) == 0 && job.stopped()) return {};
    if (run.slices.argsSize[i] == 0 || (i % stride != 0 && run.slices.activity[i] != Activity::Annotation)) continue;
    const std::string_view args = run.argsOf(i);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = out[k] || args.find(kArguments[k].text) != std::string_view::npos;
  }
  return out;
}

// Calls that say their step: a step is from the first of them to the last; where workers read ahead it ends where the next begins.
std::vector<RankSteps> fromArguments(const Run& run, const Job& job, std::string& what) {
  const auto present = keysOf(run, job);
  const bool epochs = present.back();
  for (std::size_t k = 0; k < kArguments.size(); ++k) {
    const MarkKey& key = kArguments[k];
    if (!present[k]) continue;
    std::map<std::int32_t, std::map<std::pair<std::int64_t, std::int64_t>, TimeRange>> hull;  // by rank, by (epoch, step)
    for (const Row& row : run.rows)
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        if ((i & 0xfffff) == 0 && job.stopped()) return {};
        if (run.slices.argsSize[i] == 0) continue;
        const std::string_view args = run.argsOf(i);
        const auto step = numberAt(args, key.text);
        if (!step) continue;
        const std::int64_t epoch = epochs && key.level == StepLevel::Step ? numberAt(args, "\"epoch\"").value_or(0) : 0;
        const auto [it, fresh] = hull[run.tracks[row.track].rank].try_emplace({epoch, *step}, TimeRange{run.slices.start[i], run.slices.endOf(i)});
        if (!fresh) it->second = {std::min(it->second.from, run.slices.start[i]), std::max(it->second.to, run.slices.endOf(i))};
      }
    std::vector<RankSteps> out;
    std::size_t most = 0;
    for (auto& [rank, steps] : hull) {
      std::vector<Found> found;
      for (const auto& [place, range] : steps)
        if (range.length() > 0) found.push_back({range, place.second});
      most = std::max(most, found.size());
      if (found.empty()) continue;
      (void)inOrder(found);
      for (std::size_t i = 0; i + 1 < found.size(); ++i) found[i].range.to = std::min(found[i].range.to, found[i + 1].range.from);
      out.push_back(given(rank, found));
    }
    if (most < 2) continue;  // one value everywhere divides nothing
    what = std::string(key.text.substr(1, key.text.size() - 2));
    return out;
  }
  return {};
}

}  // namespace

bool readStepMark(std::string_view text, StepMark& out) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (text.size() < 4 || text.size() > 64) return false;
  for (const Word& w : kPlain)
    if (equalFolded(text, w.text)) {
      out = {w.level, -1, text};
      return true;
    }
  // The last number that stands behind one of the words; "12/100" counts as 12, and a remark in brackets may follow.
  std::size_t end = text.size();
  if (const std::size_t remark = text.find_first_of("([", 1); remark != std::string_view::npos && (text.back() == ')' || text.back() == ']') && remark > 3 && digit(text[remark - 1] == ' ' ? text[remark - 2] : text[remark - 1]))
    end = remark;
  if (end == text.size() && (text.back() == ']' || text.back() == ')')) --end;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && digit(text[begin - 1])) --begin;
  if (begin == end) return false;
  if (begin > 1 && text[begin - 1] == '/' && digit(text[begin - 2])) {
    end = begin - 1;
    begin = end;
    while (begin > 0 && digit(text[begin - 1])) --begin;
  }
  if (end - begin > 15) return false;
  std::int64_t number = 0;
  std::from_chars(text.data() + begin, text.data() + end, number);
  std::size_t p = begin;
  while (p > 0 && std::string_view(" #:=_-[(").find(text[p - 1]) != std::string_view::npos) --p;
  const std::string_view before = text.substr(0, p);
  for (const Word& w : kWords) {
    if (!endsFolded(before, w.text)) continue;
    const std::size_t at = before.size() - w.text.size();
    // "ProfilerStep" is one word; else the word begins the text or stands behind something that is no letter.
    if (at > 0 && letter(before[at - 1]) && !equalFolded(before, "profilerstep")) continue;
    // Before it only words and counters: "epoch 3, ", "train_", "[rank 0] "; no paths, no templates.
    const std::string_view rest = before.substr(0, at);
    const bool plain = std::all_of(rest.begin(), rest.end(), [](char c) { return letter(c) || digit(c) || std::string_view(" _-=:,#[]").find(c) != std::string_view::npos; });
    if (!plain || rest.size() > 40 || rest.find("::") != std::string_view::npos) continue;
    if (w.level != StepLevel::Step && !rest.empty() && rest.find_first_not_of(" _-[") != std::string_view::npos && w.level != StepLevel::Batch) continue;
    if (endsFolded(rest, "micro-") || endsFolded(rest, "micro_") || endsFolded(rest, "micro ")) continue;  // a part of a step
    // Marks that count two things ("epoch 3 step 12") are one family over the epochs.
    if (std::any_of(rest.begin(), rest.end(), digit)) {
      out = {w.level, number, before.substr(at)};
      return true;
    }
    out = {w.level, number, before};
    return true;
  }
  return false;
}

std::vector<RankSteps> steps::findMarks(const Run& run, const Job& job, std::string& what) {
  Families families;
  fromSlices(run, job, families);
  fromInstants(run, families);
  if (job.stopped()) return {};
  std::vector<RankSteps> out;
  for (auto& [rank, list] : families)
    if (auto steps = best(run, rank, list, what)) out.push_back(std::move(*steps));
  if (out.empty()) out = fromArguments(run, job, what);
  return job.stopped() ? std::vector<RankSteps>{} : out;
}

std::vector<RankSteps> markedSteps(const Run& run, const Job& job) {
  std::string what;
  return steps::findMarks(run, job, what);
}

}  // namespace weir
