#include "core/summarize/traffic_kept.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/summarize/kept_bytes.h"
#include "core/summarize/kept_common.h"

namespace weir {

constexpr TrafficMeasure keptLast(TrafficMeasure) { return TrafficMeasure::Time; }
constexpr TrafficSource keptLast(TrafficSource) { return TrafficSource::Both; }
constexpr Algorithm keptLast(Algorithm) { return Algorithm::InNetwork; }
constexpr HeatFile::What keptLast(HeatFile::What) { return HeatFile::What::File; }

template <class A, kept::Is<TrafficKind> T>
void fields(A& a, T& v) {
  auto& [operation, algorithm, group, ranks, count, total, messages] = v;
  a(operation, algorithm, group, ranks, count, total, messages);
}

template <class A, kept::Is<TrafficNode> T>
void fields(A& a, T& v) {
  auto& [name, ranks, inside, sent, received] = v;
  a(name, ranks, inside, sent, received);
}

template <class A, kept::Is<TrafficMatrix::Part> T>
void fields(A& a, T& v) {
  auto& [cell, kind, count, value] = v;
  a(cell, kind, count, value);
}

template <class A, kept::Is<TrafficMatrix> T>
void fields(A& a, T& v) {
  auto& [measure, source, ranks, perBin, bins, value, rowSum, columnSum, sum, assumption, calls, matched, alone, leftOut, missing, algorithmMatters, measureDiffers, kinds, parts,
         partsKept, nodes, insideNodes, betweenNodes] = v;
  a(measure, source, ranks, perBin, bins, value, rowSum, columnSum, sum, assumption, calls, matched, alone, leftOut, missing, algorithmMatters, measureDiffers, kinds, parts, partsKept,
    nodes, insideNodes, betweenNodes);
}

template <class A, kept::Is<TrafficAnswer> T>
void fields(A& a, T& v) {
  auto& [matrix, late] = v;
  a(matrix, late);
}

template <class A, kept::Is<TrafficChoices::Of> T>
void fields(A& a, T& v) {
  auto& [collectives, bytes] = v;
  a(collectives, bytes);
}

template <class A, kept::Is<TrafficChoices> T>
void fields(A& a, T& v) {
  auto& [operations, groups] = v;
  a(operations, groups);
}

template <class A, kept::Is<IoChoices> T>
void fields(A& a, T& v) {
  auto& [layers, places, bins, operations] = v;
  a(layers, places, bins, operations);
}

template <class A, kept::Is<RankNodes> T>
void fields(A& a, T& v) {
  auto& [of, names, from, perNode] = v;
  a(of, names, from, perNode);
}

template <class A, kept::Is<TrafficCollective> T>
void fields(A& a, T& v) {
  auto& [call, operation, group, calls, bytes, start] = v;
  a(call, operation, group, calls, bytes, start);
}

template <class A, kept::Is<HeatFile> T>
void fields(A& a, T& v) {
  auto& [what, path, bytes, operations] = v;
  a(what, path, bytes, operations);
}

template <class A, kept::Is<TrafficLists> T>
void fields(A& a, T& v) {
  auto& [traffic, io, nodes, collectives, files] = v;
  a(traffic, io, nodes, collectives, files);
}

namespace {

constexpr std::string_view kMatrix = "traffic", kLists = "traffic lists";

// As whoever paints it takes for granted.
bool holdsTogether(const TrafficMatrix& m, const Run& run) {
  const auto bins = static_cast<std::size_t>(std::max(m.bins, 0)), perBin = static_cast<std::size_t>(std::max(m.perBin, 0));
  if (m.bins < 0 || m.perBin < 1 || m.value.size() != bins * bins || m.rowSum.size() != bins || m.columnSum.size() != bins) return false;
  if (bins > 0 && (m.ranks.size() > bins * perBin || m.ranks.size() <= (bins - 1) * perBin)) return false;
  if (std::any_of(m.kinds.begin(), m.kinds.end(), [&](const TrafficKind& k) { return k.group >= std::max<std::size_t>(run.groups.size(), 1); })) return false;
  return std::all_of(m.parts.begin(), m.parts.end(), [&](const TrafficMatrix::Part& p) { return p.cell < bins * bins && p.kind < m.kinds.size(); });
}

bool holdsTogether(const TrafficLists& lists, const Run& run) {
  const std::size_t groups = std::max<std::size_t>(run.groups.size(), 1);
  return std::all_of(lists.traffic.groups.begin(), lists.traffic.groups.end(), [&](const auto& g) { return g.first < groups; }) &&
         std::all_of(lists.collectives.begin(), lists.collectives.end(), [&](const TrafficCollective& c) { return c.call < run.collectives.size() && c.group < groups; }) &&
         std::all_of(lists.nodes.of.begin(), lists.nodes.of.end(), [&](const auto& n) { return n.second < lists.nodes.names.size(); });
}

}  // namespace

std::string keyOf(const TrafficOptions& options) {
  const auto& [measure, algorithm, range, maxBins, operations, groups, step, nodes, call, match] = options;
  const TrafficOptions usual;
  std::string key = kept::keyOf(range);
  if (measure != usual.measure) key += fmt::format(" {}", name(measure));
  if (algorithm != usual.algorithm) key += fmt::format(" algorithm {}", static_cast<int>(algorithm));
  if (maxBins != usual.maxBins) key += fmt::format(" bins {}", maxBins);
  for (const Operation o : operations) key += fmt::format(" {}", name(o));
  for (const std::uint32_t g : groups) key += fmt::format(" group {}", g);
  if (call) key += fmt::format(" call {}", *call);
  return key;
}

std::string trafficToBytes(const TrafficAnswer& answer, const Run& run) { return kept::written(answer, kMatrix, kTrafficRevision, run); }
std::string trafficListsToBytes(const TrafficLists& lists, const Run& run) { return kept::written(lists, kLists, kTrafficRevision, run); }

std::optional<TrafficAnswer> trafficFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<TrafficAnswer>(bytes, kMatrix, kTrafficRevision, run, [&](const TrafficAnswer& a) { return holdsTogether(a.matrix, run); });
}

std::optional<TrafficLists> trafficListsFromBytes(std::string_view bytes, const Run& run) {
  return kept::read<TrafficLists>(bytes, kLists, kTrafficRevision, run, [&](const TrafficLists& l) { return holdsTogether(l, run); });
}

}  // namespace weir
