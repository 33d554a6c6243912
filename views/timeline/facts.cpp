#include "views/timeline/facts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "core/base/plain_text.h"
#include "core/base/units.h"
#include "core/summarize/bandwidth.h"
#include "views/shared/truth_icon.h"
#include "views/timeline/time_axis.h"

namespace weir {
namespace {

QString fromStd(const std::string& s) { return QString::fromStdString(s); }

QString valueText(const QJsonValue& v) {
  if (v.isString()) return v.toString();
  if (v.isDouble()) return QString::number(v.toDouble(), 'g', 15);
  if (v.isBool()) return v.toBool() ? Words::tr("yes") : Words::tr("no");
  if (v.isNull()) return Words::tr("none");
  const QJsonDocument d = v.isArray() ? QJsonDocument(v.toArray()) : QJsonDocument(v.toObject());
  QString s = QString::fromUtf8(d.toJson(QJsonDocument::Compact));
  if (s.size() > 400) s = s.left(400) + QStringLiteral("…");
  return s;
}

struct Arrival {
  std::int64_t lastStart = 0, lastEnd = 0, firstStart = 0;
  std::int32_t lastRank = kUnknownRank, firstRank = kUnknownRank;
  std::size_t calls = 0;
};

Arrival arrival(const Lod& lod, std::uint32_t instance) {
  Arrival a;
  for (const std::uint32_t i : lod.callsOf(instance)) {
    const CollectiveCall& c = lod.run().collectives[i];
    const std::int64_t end = c.start + c.duration;
    if (a.calls == 0 || c.start > a.lastStart) {
      a.lastStart = c.start;
      a.lastRank = c.rank;
    }
    if (a.calls == 0 || c.start < a.firstStart) {
      a.firstStart = c.start;
      a.firstRank = c.rank;
    }
    a.lastEnd = a.calls == 0 ? end : std::max(a.lastEnd, end);
    ++a.calls;
  }
  return a;
}

void collectiveFacts(const TimelineRun& run, const CollectiveCall& call, Selection& out) {
  const Lod& lod = *run.lod;
  const auto fact = [&](const QString& name, const QString& value) { out.facts.emplace_back(name, value); };
  const QString unknown = Words::tr("unknown");
  fact(Words::tr("collective"), textOf(name(call.operation)));
  fact(Words::tr("number in a what-if"), QStringLiteral("#%1").arg(call.instance));
  fact(Words::tr("size on this rank"), call.bytes == kUnknownBytes ? unknown : fromStd(units::showBytes(static_cast<double>(call.bytes))));
  fact(Words::tr("ranks in the group"), call.groupSize > 0 ? QString::number(call.groupSize) : unknown);
  if (call.algorithm != 0) fact(Words::tr("algorithm"), textOf(run.run().names.text(call.algorithm)));
  const Arrival a = arrival(lod, call.instance);
  if (a.calls > 1) fact(Words::tr("calls seen"), Words::tr("%1 ranks").arg(a.calls));
  if (a.calls > 1 && !run.untimed) {
    if (a.lastStart > a.firstStart) {  // else nobody is last
      fact(Words::tr("starts last"), Words::tr("rank %1").arg(a.lastRank));
      fact(Words::tr("waits for it"), showTime(a.lastStart - call.start));
      fact(Words::tr("longest wait"), Words::tr("rank %1, %2").arg(a.firstRank).arg(showTime(a.lastStart - a.firstStart)));
    }
    fact(Words::tr("time once all have started"), showTime(a.lastEnd - a.lastStart));
  }
  // Bandwidth counts from the moment all have started: before, no byte of it can have moved for all.
  const std::int64_t time = a.calls > 1 ? a.lastEnd - a.lastStart : call.duration;
  const auto bandwidth = call.bytes > 0 && !run.untimed ? bandwidthOf(call, static_cast<double>(time) * 1e-12) : std::nullopt;
  if (bandwidth) {
    fact(Words::tr("algbw (since the last start)"), fromStd(units::showBytesPerSecond(bandwidth->algbw)));
    if (call.groupSize > 1) fact(Words::tr("busbw (since the last start)"), fromStd(units::showBytesPerSecond(bandwidth->busbw)));
  } else {
    fact(Words::tr("algbw, busbw"), unknown);
  }
}

}  // namespace

QString textOf(std::string_view s) { return fromStd(plainText(s)); }

QString counterText(double value, const std::string& unit) {
  if (unit.empty()) return QString::number(value, 'g', 3);
  return fromStd(unit == "1" ? units::showPercent(value) : units::showSi(value, unit));
}

QString trackLine(const Run& run, TrackIndex track) {
  const Track& t = run.tracks[track];
  QString name = textOf(run.names.text(t.name));
  if (name.isEmpty()) name = textOf(weir::name(t.kind));
  return t.rank == kUnknownRank ? name : Words::tr("rank %1, %2").arg(t.rank).arg(name);
}

QString sliceLine(const TimelineRun& run, SliceIndex slice) {
  const Run& r = run.run();
  const QString name = textOf(r.names.text(r.slices.name[slice])), track = trackLine(r, r.rowOf(slice).track);
  return run.untimed ? QStringLiteral("%1 · %2").arg(name, track) : QStringLiteral("%1 · %2 · %3").arg(name, showTime(r.slices.duration[slice]), track);
}

QString waitLine(const Lod& lod, std::uint32_t instance) {
  const Arrival a = arrival(lod, instance);
  if (a.calls < 2 || a.lastStart == a.firstStart) return {};
  return Words::tr("rank %1 starts last, rank %2 waits %3").arg(a.lastRank).arg(a.firstRank).arg(showTime(a.lastStart - a.firstStart));
}

Selection sliceSelection(const TimelineRun& run, SliceIndex slice) {
  const Run& r = run.run();
  const Row& row = r.rowOf(slice);
  const Track& track = r.tracks[row.track];
  Selection out;
  out.kind = Selection::Kind::Slice;
  out.runId = run.id;
  out.slice = slice;
  out.instance = kNoInstance;
  out.title = textOf(r.names.text(r.slices.name[slice]));
  const auto fact = [&](const QString& name, const QString& value) { out.facts.emplace_back(name, value); };
  fact(Words::tr("activity"), QCoreApplication::translate("Activity", std::string(name(r.slices.activity[slice])).c_str()));
  const QString category = textOf(r.names.text(r.slices.category[slice]));
  if (!category.isEmpty()) fact(Words::tr("category"), category);
  fact(Words::tr("start"), run.untimed ? Words::tr("unknown") : showTimeFull(r.slices.start[slice] - r.span().first));
  fact(Words::tr("duration"), run.untimed ? Words::tr("unknown") : showTimeFull(r.slices.duration[slice]));
  fact(Words::tr("rank"), track.rank == kUnknownRank ? Words::tr("unknown") : QString::number(track.rank));
  const QString process = textOf(r.names.text(track.process));
  if (!process.isEmpty()) fact(Words::tr("process"), process);
  QString trackName = textOf(r.names.text(track.name));
  if (trackName.isEmpty()) trackName = textOf(name(track.kind));
  fact(Words::tr("track"), trackName);
  fact(Words::tr("depth"), QString::number(row.depth));
  fact(Words::tr("run"), QStringLiteral("%1 (%2)").arg(run.title, truthText(r)));
  const std::int64_t call = run.lod->callOf(slice);
  if (call >= 0) {
    out.instance = r.collectives[static_cast<std::size_t>(call)].instance;
    collectiveFacts(run, r.collectives[static_cast<std::size_t>(call)], out);
  }
  const std::string_view args = r.argsOf(slice);
  const QJsonObject object = QJsonDocument::fromJson(QByteArray(args.data(), static_cast<qsizetype>(args.size()))).object();
  for (auto it = object.begin(); it != object.end(); ++it) out.facts.emplace_back(it.key(), valueText(it.value()));
  return out;
}

}  // namespace weir
