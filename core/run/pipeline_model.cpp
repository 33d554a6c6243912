#include "core/run/pipeline_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

namespace weir::pipeline {
namespace {

constexpr double kClock = 5e-5;  // s: what clocks of two ranks may differ by

using Key = std::tuple<Type, int, int>;  // type, sequence, stage

class Maker {
 public:
  Maker(std::vector<Node> nodes, bool dataParallel) : dp_(dataParallel) {
    m_.nodes = std::move(nodes);
    m_.needs.resize(m_.nodes.size());
    m_.group.assign(m_.nodes.size(), -1);
    m_.acrossDp.assign(m_.nodes.size(), false);
    for (std::uint32_t i = 0; i < m_.nodes.size(); ++i) {
      const Node& n = m_.nodes[i];
      at_[{n.type, n.sequence, n.stage}] = i;
      stages_ = std::max(stages_, n.stage + 1);
      chunks_ = std::max(chunks_, n.chunk + 1);
      overlapped_ = overlapped_ || n.type == Type::SeparateGradsAllReduce;
    }
  }

  Result<Model> make() {
    for (int s = 0; s < stages_; ++s) {
      const std::vector<std::uint32_t> compute = inOrder(s, {Type::ForwardCompute, Type::BackwardCompute});
      if (compute.empty()) return fail(fmt::format("stage {} computes nothing", s));
      for (const bool forward : {true, false})
        for (const bool send : {true, false})
          if (const auto ok = matchCompute(s, forward, send); !ok) return tl::make_unexpected(ok.error());
      chain(compute, {});
      for (const Type t : {Type::ForwardSend, Type::ForwardRecv, Type::BackwardSend, Type::BackwardRecv}) chain(inOrder(s, {t}), {});
      firstBackward(s, compute);
      if (dp_) chain(inOrder(s, {Type::ParamsAllGather, Type::GradsReduceScatter}), {});
      if (dp_) gatherBeforeForward(s, compute);
      if (dp_ && overlapped_) scatterAfterBackward(s, compute);
      afterCompute(s, compute);
    }
    for (auto& [key, members] : pairs_) {
      if (members.size() != 2) return fail("a send between stages has no receive", fmt::format("stage {}, number {}", std::get<1>(key), std::get<2>(key)));
      join(members, false);
    }
    for (std::uint32_t i = 0; i < m_.nodes.size(); ++i)
      if (alone_.size() > i && alone_[i]) join({i}, false);
    if (dp_)
      for (std::uint32_t i = 0; i < m_.nodes.size(); ++i)
        if (const Type t = m_.nodes[i].type; t == Type::ParamsAllGather || t == Type::GradsReduceScatter || t == Type::SeparateGradsAllReduce) join({i}, true);
    std::vector<std::uint32_t> ends, clips;
    for (int s = 0; s < stages_; ++s) {
      if (const auto e = find(Type::EmbeddingGradsAllReduce, 0, s); e && (s == 0 || s == stages_ - 1)) ends.push_back(*e);
      if (const auto c = find(Type::OptimizerClip, 0, s)) clips.push_back(*c);
    }
    if (!ends.empty()) join(ends, false);
    if (!clips.empty()) join(clips, true);
    return sorted();
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> find(Type t, int sequence, int stage) const {
    const auto it = at_.find({t, sequence, stage});
    return it == at_.end() ? std::nullopt : std::optional(it->second);
  }
  [[nodiscard]] std::vector<std::uint32_t> inOrder(int stage, std::initializer_list<Type> types) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < m_.nodes.size(); ++i)
      if (m_.nodes[i].stage == stage && std::find(types.begin(), types.end(), m_.nodes[i].type) != types.end()) out.push_back(i);
    std::sort(out.begin(), out.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Node &x = m_.nodes[a], &y = m_.nodes[b];
      return std::tuple(x.start, x.sequence, kTypes[static_cast<std::size_t>(x.type)]) < std::tuple(y.start, y.sequence, kTypes[static_cast<std::size_t>(y.type)]);
    });
    return out;
  }
  void need(std::uint32_t node, std::uint32_t before) { m_.needs[node].push_back(before); }
  void chain(const std::vector<std::uint32_t>& nodes, std::vector<std::uint32_t> after) {
    for (const std::uint32_t n : nodes) {
      for (const std::uint32_t a : after) need(n, a);
      after = {n};
    }
  }
  void join(const std::vector<std::uint32_t>& nodes, bool acrossDp) {
    for (const std::uint32_t n : nodes) {
      m_.group[n] = static_cast<std::int32_t>(m_.groups.size());
      m_.acrossDp[n] = acrossDp;
    }
    m_.groups.push_back(nodes);
  }

  // Which computation each send follows and each receive precedes, and who is at its other end. A trace may hold calls that
  // moved nothing: before the first or after the last computation, or at the ends of the pipeline.
  Result<void> matchCompute(int stage, bool forward, bool send) {
    const Type type = forward ? (send ? Type::ForwardSend : Type::ForwardRecv) : (send ? Type::BackwardSend : Type::BackwardRecv);
    const std::vector<std::uint32_t> compute = inOrder(stage, {forward ? Type::ForwardCompute : Type::BackwardCompute});
    const std::vector<std::uint32_t> messages = inOrder(stage, {type});
    alone_.resize(m_.nodes.size());
    if (compute.empty() || messages.empty()) return {};
    double lastStart = m_.nodes[compute.front()].start, firstEnd = m_.nodes[compute.front()].end;
    for (const std::uint32_t c : compute) {
      lastStart = std::max(lastStart, m_.nodes[c].start);
      firstEnd = std::min(firstEnd, m_.nodes[c].end);
    }
    const auto real = [&](std::uint32_t n) { return send ? m_.nodes[n].end >= firstEnd - kClock : m_.nodes[n].start <= lastStart + kClock; };
    const auto count = static_cast<std::size_t>(std::count_if(messages.begin(), messages.end(), real));
    int number = 0;
    if (count != compute.size()) {
      if ((stage != 0 && stage != stages_ - 1) || (count != 0 && count + 1 != compute.size()))
        return fail(fmt::format("stage {} computes {} times but has {} {} operations", stage, compute.size(), count, kTypes[static_cast<std::size_t>(type)]));
      if (!send && count != 0) number = 1;  // the first one, from nobody, was not recorded
    }
    int valid = 0;
    for (const std::uint32_t n : messages) {
      if (!real(n)) {
        alone_[n] = true;
        continue;
      }
      const auto c = find(forward ? Type::ForwardCompute : Type::BackwardCompute, number, stage);
      if (!c) return fail(fmt::format("{} {} of stage {} has no computation", kTypes[static_cast<std::size_t>(type)], number, stage));
      const int chunk = std::max(m_.nodes[*c].chunk, 0) * stages_ + stage + (forward == send ? 1 : -1);
      const bool nowhere = chunk < 0 || chunk >= stages_ * std::max(chunks_, 1);
      if (send) {
        need(n, *c);
      } else {
        need(*c, n);
        if (const auto before = find(m_.nodes[*c].type, number - 1, stage)) need(n, *before);
      }
      if (nowhere) {
        alone_[n] = true;
      } else {
        const int sender = send ? stage : (stage + (forward ? -1 : 1) + stages_) % stages_;
        pairs_[{forward, sender, valid++}].push_back(n);
      }
      ++number;
    }
    return {};
  }

  // The first backward message may start once the last but one forward computation before it has ended.
  void firstBackward(int stage, const std::vector<std::uint32_t>& compute) {
    const auto first = std::find_if(compute.begin(), compute.end(), [&](std::uint32_t n) { return m_.nodes[n].type == Type::BackwardCompute; });
    if (first - compute.begin() < 2) return;
    for (const Type t : {Type::BackwardRecv, Type::BackwardSend})
      if (const auto n = find(t, 0, stage)) need(*n, *(first - 2));
  }

  [[nodiscard]] int chunkOf(std::uint32_t n) const {
    const Node& x = m_.nodes[n];
    return x.chunk >= 0 ? x.chunk : x.sequence % std::max(chunks_, 1);
  }
  void gatherBeforeForward(int stage, const std::vector<std::uint32_t>& compute) {
    std::vector<std::uint32_t> gathers = inOrder(stage, {Type::ParamsAllGather});
    std::sort(gathers.begin(), gathers.end(), [&](std::uint32_t a, std::uint32_t b) { return m_.nodes[a].sequence > m_.nodes[b].sequence; });
    std::vector<int> seen;
    for (const std::uint32_t g : gathers) {
      const int chunk = chunkOf(g);
      if (std::find(seen.begin(), seen.end(), chunk) != seen.end()) continue;
      seen.push_back(chunk);
      for (const std::uint32_t c : compute)
        if (m_.nodes[c].type == Type::ForwardCompute && std::max(m_.nodes[c].chunk, 0) == chunk) {
          need(c, g);
          break;
        }
    }
  }
  void scatterAfterBackward(int stage, const std::vector<std::uint32_t>& compute) {
    std::vector<int> seen;
    for (int i = 0;; ++i) {
      const auto s = find(Type::GradsReduceScatter, i, stage);
      if (!s) break;
      const int chunk = chunkOf(*s);
      if (std::find(seen.begin(), seen.end(), chunk) != seen.end()) continue;
      seen.push_back(chunk);
      std::optional<std::uint32_t> last;
      for (const std::uint32_t c : compute)
        if (m_.nodes[c].type == Type::BackwardCompute && std::max(m_.nodes[c].chunk, 0) == chunk && (!last || m_.nodes[c].end > m_.nodes[*last].end)) last = c;
      if (last) need(*s, *last);
    }
  }
  void afterCompute(int stage, const std::vector<std::uint32_t>& compute) {
    std::vector<std::uint32_t> after{*std::max_element(compute.begin(), compute.end(), [&](std::uint32_t a, std::uint32_t b) { return m_.nodes[a].end < m_.nodes[b].end; })};
    if (const auto gc = find(Type::Gc, 0, stage)) {
      need(*gc, after.front());
      after = {*gc};
    }
    std::vector<std::uint32_t> then;
    const auto add = [&](Type t, int sequence) {
      if (const auto n = find(t, sequence, stage)) then.push_back(*n);
    };
    int scatters = 0;
    while (find(Type::GradsReduceScatter, scatters, stage)) ++scatters;
    add(Type::LayernormGradsAllReduce, 0);
    if (stage == 0 || stage == stages_ - 1) add(Type::EmbeddingGradsAllReduce, 0);
    if (dp_ && overlapped_) {
      add(Type::SeparateGradsAllReduce, 0);
      if (scatters > 0) after.push_back(*find(Type::GradsReduceScatter, scatters - 1, stage));
    } else if (dp_) {
      for (int i = 0; i < scatters; ++i) add(Type::GradsReduceScatter, i);
    }
    add(Type::OptimizerClip, 0);
    add(Type::Optimizer, 0);
    chain(then, after);
  }

  // A member of a group ends when all have started, so what needs one needs all of them.
  Result<Model> sorted() {
    std::vector<std::vector<std::uint32_t>> next(m_.nodes.size());
    std::vector<std::size_t> open(m_.nodes.size()), groupOpen(m_.groups.size());
    for (std::uint32_t n = 0; n < m_.nodes.size(); ++n) {
      open[n] = m_.needs[n].size();
      for (const std::uint32_t b : m_.needs[n]) next[b].push_back(n);
    }
    for (std::size_t g = 0; g < groupOpen.size(); ++g) groupOpen[g] = m_.groups[g].size();
    std::deque<std::uint32_t> ready;
    for (std::uint32_t n = 0; n < m_.nodes.size(); ++n)
      if (open[n] == 0) ready.push_back(n);
    while (!ready.empty()) {
      const std::uint32_t n = ready.front();
      ready.pop_front();
      m_.order.push_back(n);
      const std::vector<std::uint32_t> one{n};
      const std::vector<std::uint32_t>* ended = &one;
      if (m_.group[n] >= 0) {
        const auto g = static_cast<std::size_t>(m_.group[n]);
        if (--groupOpen[g] > 0) continue;
        ended = &m_.groups[g];
      }
      for (const std::uint32_t e : *ended)
        for (const std::uint32_t f : next[e])
          if (--open[f] == 0) ready.push_back(f);
    }
    if (m_.order.size() != m_.nodes.size()) return fail("the operations of a step wait for each other in a circle");
    return std::move(m_);
  }

  Model m_;
  bool dp_ = false, overlapped_ = false;
  int stages_ = 0, chunks_ = 0;
  std::map<Key, std::uint32_t> at_;
  std::map<std::tuple<bool, int, int>, std::vector<std::uint32_t>> pairs_;  // forward, sender's stage, number
  std::vector<bool> alone_;
};

}  // namespace

Result<Model> modelOf(std::vector<Node> nodes, bool dataParallel) { return Maker(std::move(nodes), dataParallel).make(); }

}  // namespace weir::pipeline
