#include "app/cli/info_traffic.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/checks.h"
#include "app/cli/console.h"
#include "core/summarize/breakdown.h"
#include "core/summarize/steps.h"
#include "core/summarize/traffic.h"
#include "core/summarize/traffic_text.h"

namespace weir::cli {
namespace {

Error wrong(std::string what, std::string where, std::string todo) { return {Error::Kind::Input, std::move(what), std::move(where), std::move(todo)}; }

// "3": the group's number as --json has it; "0,1,2,3": its members, in any order.
Result<std::uint32_t> groupOf(const Run& run, const std::string& text) {
  std::vector<std::int32_t> members;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(',', i), text.size());
    const std::string word = text.substr(i, end - i);
    if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos) return tl::make_unexpected(wrong("not a group", "--group " + text, "give its number as --json has it, or its ranks as 0,1,2,3"));
    members.push_back(std::stoi(word));
    i = end + 1;
  }
  if (members.size() == 1 && static_cast<std::size_t>(members.front()) < run.groups.size()) return static_cast<std::uint32_t>(members.front());
  std::sort(members.begin(), members.end());
  for (std::uint32_t g = 1; g < run.groups.size(); ++g) {
    auto who = run.groups[g];
    std::sort(who.begin(), who.end());
    if (who == members) return g;
  }
  std::string known;
  for (std::uint32_t g = 1; g < run.groups.size() && g < 9; ++g) known += fmt::format("{}{}: {}", g > 1 ? "; " : "", g, membersText(run, g));
  return tl::make_unexpected(wrong("no such group in this run", "--group " + text, known.empty() ? "its collectives name no groups" : "one of " + known));
}

Result<TrafficOptions> optionsOf(const Run& run, const TrafficArguments& a) {
  TrafficOptions o;
  o.maxBins = 4096;
  o.measure = a.measure == "messages" ? TrafficMeasure::Messages : a.measure == "time" ? TrafficMeasure::Time : TrafficMeasure::Bytes;
  if (a.algorithm != "trace") o.algorithm = algorithmFrom(a.algorithm).value_or(Algorithm::Auto);
  for (const std::string& text : a.operations) {
    const auto op = operationFrom(text);
    if (!op) return tl::make_unexpected(wrong("no such operation", "--op " + text, "all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, reduce, gather, scatter, send-receive or barrier"));
    o.operations.push_back(*op);
  }
  for (const std::string& text : a.groups) {
    const auto group = groupOf(run, text);
    if (!group) return tl::make_unexpected(group.error());
    o.groups.push_back(*group);
  }
  o.range = a.range;
  if (a.step) {
    const std::vector<RankSteps> steps = findSteps(run).ranks;
    const auto numbers = stepNumbers(steps);
    for (std::size_t r = 0; r < steps.size(); ++r)
      for (std::size_t k = 0; k < numbers[r].size(); ++k)
        if (numbers[r][k] == *a.step) o.step.push_back({steps[r].rank, {steps[r].steps[k]}});
  }
  o.nodes = a.ranksPerNode > 0 ? RankNodes{} : nodesOf(run);
  return o;
}

// Where all that would be expanded is reduced in the switches, no rank sends to another. The time in common, which the matrix then
// holds, is not what was asked for, and that sizes were unknown is not the reason.
std::optional<Error> inTheSwitches(const Run& run, const TrafficOptions& o, const TrafficMatrix& m, const Job& job) {
  if (!m.measureDiffers || (o.algorithm != Algorithm::Auto && o.algorithm != Algorithm::InNetwork)) return std::nullopt;
  TrafficOptions ring = o;
  ring.algorithm = Algorithm::Ring;
  if (trafficMatrix(run, ring, job).measureDiffers) return std::nullopt;
  return wrong(fmt::format("what switches reduce is sent from no rank to another: there are no {} between ranks{}", name(o.measure), o.algorithm == Algorithm::Auto ? ", as the trace names such an algorithm" : ""),
               o.algorithm == Algorithm::Auto ? "--traffic" : "--algorithm in-network", "--measure time shows how long ranks are in collectives together, --algorithm ring what a ring would send");
}

}  // namespace

void addTrafficOptions(CLI::App& command, TrafficArguments& a) {
  auto* group = command.add_option_group("Traffic", "Who sends how much to whom");
  auto* traffic = group->add_flag("--traffic", a.wanted, "Print the rank x rank matrix instead: bytes, messages or time from every rank to every other");
  std::vector<std::string> algorithms{"trace"};
  for (std::size_t i = 1; i < algorithmNames().size(); ++i) algorithms.emplace_back(algorithmNames()[i]);
  group->add_option("--algorithm", a.algorithm, "Expand collectives by this algorithm, or what stands in for it where it is not defined, which is said; trace: as the trace names it, a ring where it does not")
      ->check(CLI::IsMember(algorithms))->capture_default_str()->needs(traffic);
  group->add_option("--measure", a.measure, "bytes, messages, or time spent in common collectives")->check(CLI::IsMember({"bytes", "messages", "time"}))->capture_default_str()->needs(traffic);
  // One value each: the files come behind them.
  const auto repeatable = [](CLI::Option* option, const char* type) {
    return option->type_name(type)->allow_extra_args(false)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  repeatable(group->add_option("--op", a.operations, "Count only this operation (all-reduce, ...); may be repeated"), "OPERATION")->needs(traffic);
  repeatable(group->add_option("--group", a.groups, "Count only collectives of this group: its number in --json, or its ranks as 0,1,2,3; may be repeated"), "GROUP")->needs(traffic);
  group->add_option("--ranks-per-node", a.ranksPerNode, "Ranks of a node, numbered together, for sums within and between nodes; else as the files tell")->check(wholeNumber(1, std::numeric_limits<int>::max()))->needs(traffic);
  group->add_option("--pairs", a.pairs, "How many of the largest pairs to print, and of more than 16 ranks how many of the largest senders; JSON has all")->check(wholeNumber(0))->capture_default_str()->needs(traffic);
}

int printTraffic(const Run& run, const TrafficArguments& a, bool json) {
  auto options = optionsOf(run, a);
  if (!options) return report(options.error());
  TrafficMatrix m;
  std::optional<Error> cannot;
  bool stopped = false;
  withProgress([&](const Job& job) {
    if (a.ranksPerNode > 0) {
      // Members of groups that were not recorded are ranks, too.
      std::vector<std::int32_t> ranks = run.ranks;
      for (const auto& group : run.groups) ranks.insert(ranks.end(), group.begin(), group.end());
      for (std::int32_t r = 0; r < run.worldSize; ++r) ranks.push_back(r);
      options->nodes = nodesBy(ranks, a.ranksPerNode);
    }
    m = trafficMatrix(run, *options, job);
    cannot = inTheSwitches(run, *options, m, job);
    stopped = job.stopped();
  });
  if (stopped) return kStopped;
  if (cannot) return report(*cannot);
  TrafficTextOptions text{.pairs = a.pairs, .rank = std::nullopt, .asked = options->algorithm, .perNode = options->nodes.perNode};
  if (a.rank) {
    text.rank = static_cast<std::int32_t>(*a.rank);
    if (m.binOf(*text.rank) < 0 && m.bins > 0) return report(wrong(fmt::format("no traffic names a rank {}", *a.rank), fmt::format("--rank {}", *a.rank), fmt::format("its {} ranks are {} to {}", m.ranks.size(), *std::min_element(m.ranks.begin(), m.ranks.end()), *std::max_element(m.ranks.begin(), m.ranks.end()))));
  }
  return print(json ? trafficToJson(run, m, text) : trafficToText(run, m, text));
}

}  // namespace weir::cli
