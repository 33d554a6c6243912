#include "core/summarize/io_marks.h"

#include <algorithm>

#include "core/summarize/breakdown.h"
#include "core/summarize/intervals.h"
#include "core/summarize/steps.h"

namespace weir {
namespace {

bool isDevice(TrackKind k) { return k == TrackKind::Stream || k == TrackKind::Device; }

// A thread's or stream's own sets, before they join the rank's.
struct OfTrack {
  Intervals computing, communication, waiting;
};

// By start; of marks that nest or overlap the first stays (a merged trace repeats them).
void tidy(std::vector<TimeRange>& marks) {
  std::sort(marks.begin(), marks.end(), [](const TimeRange& a, const TimeRange& b) { return a.from != b.from ? a.from < b.from : a.to > b.to; });
  std::vector<TimeRange> out;
  for (const TimeRange& m : marks)
    if (m.to > m.from && (out.empty() || m.from >= out.back().to)) out.push_back(m);
  marks = std::move(out);
}

// The steps that tidy() keeps, with their numbers. They come by start.
void takeSteps(IoMarks::Rank& r, const std::vector<TimeRange>& steps, const std::vector<std::int64_t>& numbers) {
  r.steps = steps;
  tidy(r.steps);
  for (std::size_t i = 0, at = 0; i < steps.size() && at < r.steps.size(); ++i)
    if (steps[i] == r.steps[at]) r.stepNumbers.push_back(numbers[i]), ++at;
}

void findStepsOf(IoMarks& m, const Run& run, const IoReportOptions& options, const Job& job) {
  std::vector<RankSteps> found;
  if (options.stepsByHand.empty()) found = findSteps(run, job).ranks;
  else found.push_back({kUnknownRank, options.stepsByHand});
  const std::vector<std::vector<std::int64_t>> numbers = stepNumbers(found);
  for (std::size_t i = 0; i < found.size(); ++i) takeSteps(m.ranks[ioRankIndex(run, found[i].rank)], found[i].steps, numbers[i]);
}

}  // namespace

std::size_t ioRankIndex(const Run& run, std::int32_t rank) {
  const auto it = std::lower_bound(run.ranks.begin(), run.ranks.end(), rank);
  return it != run.ranks.end() && *it == rank ? static_cast<std::size_t>(it - run.ranks.begin()) : run.ranks.size();
}

std::int64_t rangeAt(const std::vector<TimeRange>& ranges, std::int64_t t) {
  const auto it = std::upper_bound(ranges.begin(), ranges.end(), t, [](std::int64_t v, const TimeRange& r) { return v < r.from; });
  if (it == ranges.begin() || t >= std::prev(it)->to) return -1;
  return (it - ranges.begin()) - 1;
}

bool namesEpoch(std::string_view s) {
  if (s.ends_with("._train") || s == "train_epoch" || s == "training_epoch" || s.ends_with(".train_epoch")) return true;
  std::string l;
  for (const char c : s.substr(0, 24)) l += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (!l.starts_with("epoch")) return false;
  std::size_t i = 5;
  while (i < l.size() && (l[i] == ' ' || l[i] == '_' || l[i] == '#' || l[i] == ':' || l[i] == '=' || l[i] == '-')) ++i;
  const std::size_t digits = i;
  while (i < l.size() && l[i] >= '0' && l[i] <= '9') ++i;
  if (l.size() == 5) return true;
  return i > digits && (i == l.size() || l[i] == '/' || l[i] == ':');
}

Result<IoMarks> ioMarks(const Run& run, const IoReportOptions& options, const std::vector<bool>& isLayer, const Job& job) {
  IoMarks m;
  m.ranks.resize(run.ranks.size() + 1);
  std::vector<std::uint8_t> means(run.names.size(), 0);  // 1 an epoch, 2 an evaluation
  std::vector<std::uint8_t> asked(run.names.size(), 0);
  const auto meaning = [&](NameId n) {
    if (asked[n] == 0) {
      asked[n] = 1;
      const std::string_view s = run.names.text(n);
      means[n] = namesEpoch(s) ? 1 : s == "eval" || s == "evaluation" || s == "validation" || s.ends_with("._eval") || s.starts_with("eval ") ? 2 : 0;
    }
    return means[n];
  };
  // First which ranks compute on a device, as breakdown.h decides it.
  std::vector<bool> device(m.ranks.size(), false);
  for (const Track& track : run.tracks) {
    if (!isDevice(track.kind)) continue;
    const std::size_t k = ioRankIndex(run, track.rank);
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount && !device[k]; ++r)
      for (SliceIndex i = run.rows[r].begin; i < run.rows[r].end; ++i)
        if (run.slices.activity[i] == Activity::Compute || run.slices.activity[i] == Activity::Communication) {
          device[k] = true;
          break;
        }
  }
  std::uint64_t seen = 0;
  for (const Track& track : run.tracks) {
    if (track.kind == TrackKind::Link || track.kind == TrackKind::Tier) continue;
    const std::size_t k = ioRankIndex(run, track.rank);
    IoMarks::Rank& out = m.ranks[k];
    const bool counts = isDevice(track.kind) == device[k];
    OfTrack own;
    for (std::uint32_t r = track.firstRow; r < track.firstRow + track.rowCount; ++r) {
      const Row& row = run.rows[r];
      if (row.begin == row.end) continue;
      const TimeRange s{run.slices.start[row.begin], run.slices.endOf(row.end - 1)};
      out.span = out.span == TimeRange{} ? s : TimeRange{std::min(out.span.from, s.from), std::max(out.span.to, s.to)};
      for (SliceIndex i = row.begin; i < row.end; ++i) {
        if ((++seen & 0xffff) == 0) {
          if (job.stopped()) return stoppedByUser();
          job.set(seen);
        }
        const TimeRange t{run.slices.start[i], run.slices.endOf(i)};
        switch (run.slices.activity[i]) {
          case Activity::Compute:
            if (counts) own.computing.push_back(t);
            break;
          case Activity::Communication:
            if (counts) own.communication.push_back(t);
            break;
          case Activity::Wait:
            own.waiting.push_back(t);
            break;
          case Activity::DataLoad:
            out.loading.push_back(t);
            if (!isLayer[run.slices.category[i]]) out.application.push_back(t);
            break;
          case Activity::Checkpoint:
            out.checkpoints.push_back(t);
            break;
          case Activity::Annotation:
          case Activity::Host:
          case Activity::Other:
            if (const auto what = meaning(run.slices.name[i]); what == 1) out.epochs.push_back(t);
            else if (what == 2) out.evaluations.push_back(t);
            break;
          case Activity::Copy:
            break;
        }
      }
    }
    out.computes = out.computes || !own.computing.empty();
    if (device[k]) {
      append(out.computing, own.computing);
      append(out.communication, own.communication);
    } else {
      own.communication = unite(std::move(own.communication));
      append(out.computing, subtract(unite(std::move(own.computing)), unite(own.communication, unite(std::move(own.waiting)))));
      append(out.communication, own.communication);
    }
  }
  findStepsOf(m, run, options, job);
  for (IoMarks::Rank& r : m.ranks) {
    for (Intervals* set : {&r.computing, &r.communication, &r.loading, &r.application, &r.checkpoints, &r.evaluations}) *set = unite(std::move(*set));
    tidy(r.epochs);
    m.anyEpoch = m.anyEpoch || !r.epochs.empty();
    m.anyStep = m.anyStep || !r.steps.empty();
    m.anyCheckpoint = m.anyCheckpoint || !r.checkpoints.empty();
    m.anyEvaluation = m.anyEvaluation || !r.evaluations.empty();
    if (job.stopped()) return stoppedByUser();
  }
  return m;
}

}  // namespace weir
