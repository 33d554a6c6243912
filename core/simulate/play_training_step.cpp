#include "core/simulate/play_training_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/draw.h"
#include "core/model/data_loading.h"
#include "core/model/predict.h"

namespace weir::sim {
namespace {

constexpr int kMostMicros = 0xFFFF;  // an operation's number has sixteen bits
constexpr std::uint64_t kStragglerStream = 0x73747261676c6572, kJitterStream = 0x6a69747465720000;

std::uint32_t communicatorOf(OperationId id) { return static_cast<std::uint32_t>(id >> 16); }

}  // namespace

Result<std::unique_ptr<StepPlayer>> StepPlayer::make(const Scenario& scenario, const std::vector<std::uint32_t>& hosts, bool keepMessages) {
  auto step = model::trainingStep(scenario);
  if (!step) return tl::make_unexpected(step.error());
  auto graph = stepGraph(scenario, *step, hosts);
  if (!graph) return tl::make_unexpected(graph.error());
  if (graph->micros > kMostMicros)
    return fail(fmt::format("{} micro-batches are too many to play one by one", graph->micros), "plan.micro_batch", fmt::format("so that there are at most {}", kMostMicros));
  std::unique_ptr<StepPlayer> p(new StepPlayer(scenario, keepMessages));
  p->step_ = std::move(*step);
  p->graph_ = std::move(*graph);
  const StepGraph& g = p->graph_;
  p->total_ = g.totalBytes();
  p->workers_.resize(g.workers());
  for (std::uint32_t w = 0; w < g.workers(); ++w) {
    p->workers_[w].index = w;
    p->workers_[w].stage = w / g.data;
  }
  p->members_.resize(g.ranks());
  p->weightsEnd_.resize(g.ranks());
  p->open_.resize(g.communicators.size());
  p->forward_.resize(g.workers());
  p->backward_.resize(g.workers());
  p->before_.resize(g.tensor);
  p->rankOfHost_.assign(*std::max_element(hosts.begin(), hosts.end()) + std::size_t{1}, 0);
  for (std::uint32_t r = 0; r < g.ranks(); ++r) p->rankOfHost_[hosts[r]] = r;
  p->slowdown_.assign(g.ranks(), 1);
  Random random(scenario.seed, kStragglerStream);
  for (int left = std::min(scenario.workload.stragglers, p->ranks()); left > 0;) {
    double& slow = p->slowdown_[random.below(g.ranks())];
    if (slow != 1 || scenario.workload.straggler_slowdown == 1) {
      if (scenario.workload.straggler_slowdown == 1) break;
      continue;
    }
    slow = scenario.workload.straggler_slowdown;
    --left;
  }
  p->chooseShown();
  return p;
}

void StepPlayer::begin(net::Injector& net) {
  operations_to_ = dynamic_cast<OperationPlayer*>(&net);
  if (!operations_to_) {
    own_.emplace(net);
    operations_to_ = &*own_;
  }
  operations_to_->attach(graph_.communicators, *this);
  for (std::uint32_t r = 0; r < graph_.ranks(); ++r) runData(r);
  for (Worker& w : workers_) proceed(w);
}

void StepPlayer::delivered(const net::Delivery& d, net::Injector&) {
  transcript_.add({static_cast<std::int32_t>(rankOfHost_[d.send.from]), static_cast<std::int32_t>(rankOfHost_[d.send.to]), d.send.bytes, d.start, d.end, kNoInstance}, d.send.ready);
  own_->delivered(d);
}

// --- the computing stream

std::int64_t StepPlayer::compute(std::uint32_t rank, std::int64_t time) {
  Member& m = members_[rank];
  const std::int64_t mean = slowdown_[rank] == 1 ? time : std::llround(static_cast<double>(time) * slowdown_[rank]);
  const std::int64_t took = jittered(mean, scenario_.workload.jitter, scenario_.seed, kJitterStream + rank, m.pieces++);
  const std::int64_t lost = took > 0 ? m.debt : 0;
  m.debt -= lost;
  m.compute += took;
  m.contention += lost;
  return took + lost;
}

// Goes on with a worker until it waits for something.
void StepPlayer::proceed(Worker& w) {
  w.blocked = false;
  for (;;) {
    switch (w.at) {
      case State::Begin:
        if (w.instruction == 2 * graph_.micros) {
          w.at = State::Done;
          for (std::uint32_t t = 0; t < graph_.tensor; ++t) finish(w.index * graph_.tensor + t);
          return;
        }
        if (!enterInstruction(w)) return;
        break;
      case State::Piece:
        if (w.layer >= graph_.stage[w.stage].layers.size()) {
          if (!leaveInstruction(w)) return;
          break;
        }
        if (!computePiece(w)) return;
        break;
      default: return;
    }
  }
}

bool StepPlayer::enterInstruction(Worker& w) {
  const StepGraph::Instruction in = graph_.instruction(w.stage, w.instruction);
  const std::uint32_t first = w.index * graph_.tensor;
  const std::size_t layers = graph_.stage[w.stage].layers.size();
  const bool fed = in.forward ? w.stage > 0 : w.stage + 1 < graph_.stages;
  // Without overlap a rank computes again when its gradients have been averaged.
  if (!graph_.overlap)
    for (std::uint32_t t = 0; t < graph_.tensor; ++t)
      if (!drained(members_[first + t], first + t)) return !(w.blocked = true);
  if (fed) {
    auto& inbox = (in.forward ? forward_ : backward_)[w.index];
    const auto at = inbox.find(in.micro);
    if (at == inbox.end() || at->second.count < graph_.tensor) return !(w.blocked = true);
    for (std::uint32_t t = 0; t < graph_.tensor; ++t) {
      Member& m = members_[first + t];
      const std::int64_t came = at->second.came[t], sent = at->second.sent[t];
      if (came <= m.free) continue;
      // Before the other stage was ready: bubble. While it came: communication.
      m.pipeline += came - std::max(m.free, sent);
      mark(first + t, Mark::What::Bubble, m.free, std::max(m.free, sent), in.micro);
      mark(first + t, Mark::What::Sends, std::max(m.free, sent), came, in.micro);
      m.free = came;
    }
    inbox.erase(at);
  }
  if (!graph_.overlap)
    for (std::uint32_t t = 0; t < graph_.tensor; ++t) {
      Member& m = members_[first + t];
      if (m.dataFree <= m.free) continue;
      m.gradient += m.dataFree - m.free;
      m.free = m.dataFree;
    }
  w.layer = in.forward ? 0 : layers - 1;
  w.piece = 0;
  w.at = State::Piece;
  if (fed && !graph_.tensorGather.empty()) {
    w.at = State::Gather;
    exchange(w, graph_.tensorGather, false, nullptr);
    return false;
  }
  return true;
}

// ZeRO 1 and 2: the weights of a layer are gathered before its first forward.
bool StepPlayer::weightsThere(Worker& w) {
  const std::size_t items = weightItems(w.stage);
  if (items == 0) return true;
  const StepStage& s = graph_.stage[w.stage];
  const std::size_t wanted = graph_.overlap ? items - s.bucketOfLayer[w.layer] : items;  // gathered first to last layer
  const std::uint32_t first = w.index * graph_.tensor;
  for (std::uint32_t t = 0; t < graph_.tensor; ++t)
    if (members_[first + t].item < wanted) return !(w.blocked = true);
  return true;
}

bool StepPlayer::computePiece(Worker& w) {
  const StepGraph::Instruction in = graph_.instruction(w.stage, w.instruction);
  const StepLayer& l = graph_.stage[w.stage].layers[w.layer];
  const std::uint32_t first = w.index * graph_.tensor;
  if (in.forward && in.micro == 0 && w.piece == 0) {
    if (!weightsThere(w)) return false;
    // Later items of the data stream may have ended meanwhile: when this one did is its own number.
    for (std::uint32_t t = 0; t < graph_.tensor && weightItems(w.stage) > 0; ++t) {
      Member& m = members_[first + t];
      const std::size_t items = weightItems(w.stage);
      const std::int64_t there = weightsEnd_[first + t][(graph_.overlap ? items - graph_.stage[w.stage].bucketOfLayer[w.layer] : items) - 1];
      if (there <= m.free) continue;
      m.gather += there - m.free;
      mark(first + t, Mark::What::Weights, m.free, there, in.micro);
      m.free = there;
    }
  }
  const int pieces = in.forward ? l.forwardPieces : l.backwardPieces;
  const std::int64_t all = in.forward ? l.forward : l.backward;
  const std::int64_t time = all * (w.piece + 1) / pieces - all * w.piece / pieces;
  for (std::uint32_t t = 0; t < graph_.tensor; ++t) {
    Member& m = members_[first + t];
    before_[t] = m.free;
    const std::int64_t end = m.free + compute(first + t, time);
    mark(first + t, in.forward ? Mark::What::Forward : Mark::What::Backward, m.free, end, in.micro, static_cast<int>(w.layer));
    m.free = end;
  }
  if (!l.block) {
    nextPiece(w);
    return true;
  }
  if (!in.forward && w.piece >= l.recomputed && !graph_.tensorAgain.empty()) {
    w.at = State::Beside;
    exchange(w, graph_.tensorAgain, true, before_.data());
  } else {
    w.at = State::Exchange;
    exchange(w, graph_.tensorExchange, false, nullptr);
  }
  return false;
}

void StepPlayer::nextPiece(Worker& w) {
  const StepGraph::Instruction in = graph_.instruction(w.stage, w.instruction);
  const StepStage& s = graph_.stage[w.stage];
  const StepLayer& l = s.layers[w.layer];
  w.at = State::Piece;
  if (++w.piece < (in.forward ? l.forwardPieces : l.backwardPieces)) return;
  w.piece = 0;
  if (in.forward) {
    ++w.layer;
    return;
  }
  const bool synced = graph_.everyMicro || in.micro == graph_.micros - 1;
  if (synced && graph_.overlap && !s.buckets.empty() && s.buckets[s.bucketOfLayer[w.layer]].layer == w.layer)
    for (std::uint32_t t = 0; t < graph_.tensor; ++t) release(w.index * graph_.tensor + t, members_[w.index * graph_.tensor + t].free);
  w.layer = w.layer == 0 ? s.layers.size() : w.layer - 1;
}

bool StepPlayer::leaveInstruction(Worker& w) {
  const StepGraph::Instruction in = graph_.instruction(w.stage, w.instruction);
  const std::uint32_t first = w.index * graph_.tensor;
  const bool feeds = in.forward ? w.stage + 1 < graph_.stages : w.stage > 0;
  ++w.instruction;
  w.at = State::Begin;
  if (!in.forward && !graph_.overlap && (graph_.everyMicro || in.micro == graph_.micros - 1))
    for (std::uint32_t t = 0; t < graph_.tensor; ++t)
      for (std::size_t b = 0; b < graph_.stage[w.stage].buckets.size(); ++b) release(first + t, members_[first + t].free);
  if (!feeds) return true;
  if (!graph_.overlap) {
    w.at = State::Sending;
    w.waiting = graph_.tensor;
  }
  for (std::uint32_t t = 0; t < graph_.tensor; ++t) send(first + t, in.forward, in.micro, members_[first + t].free);
  return graph_.overlap;
}

// --- tensor groups

const Phases& StepPlayer::exchangeOf(const Worker& w) const {
  return w.at == State::Gather ? graph_.tensorGather : w.at == State::Beside ? graph_.tensorAgain : graph_.tensorExchange;
}

void StepPlayer::exchange(Worker& w, const Phases& phases, bool beside, const std::int64_t* before) {
  const std::uint32_t first = w.index * graph_.tensor;
  w.waiting = graph_.tensor;
  for (std::uint32_t t = 0; t < graph_.tensor; ++t) {
    Member& m = members_[first + t];
    m.entered = beside ? before[t] : m.free;
    m.exchangePhase = 0;
  }
  for (std::uint32_t t = 0; t < graph_.tensor; ++t)
    enter(graph_.tensorBase(w.index) + graph_.tensorShape.placeOf(phases[0].where, t).communicator, phases[0], members_[first + t].entered);
}

void StepPlayer::exchanged(Worker& w, std::uint32_t t, std::int64_t end) {
  const Phases& phases = exchangeOf(w);
  Member& m = members_[w.index * graph_.tensor + t];
  if (++m.exchangePhase < phases.size()) {
    const Phase& p = phases[m.exchangePhase];
    enter(graph_.tensorBase(w.index) + graph_.tensorShape.placeOf(p.where, t).communicator, p, end);
    return;
  }
  m.exchanged = end;
  if (--w.waiting == 0) exchangeDone(w);
}

void StepPlayer::exchangeDone(Worker& w) {
  const StepGraph::Instruction in = graph_.instruction(w.stage, w.instruction);
  const std::uint32_t first = w.index * graph_.tensor;
  for (std::uint32_t t = 0; t < graph_.tensor; ++t) {
    Member& m = members_[first + t];
    if (w.at == State::Beside) {
      m.besideTime += m.exchanged - m.entered;
      m.debt += std::llround(graph_.contention * static_cast<double>(m.exchanged - m.entered));
    }
    if (m.exchanged <= m.free) continue;
    m.tensor += m.exchanged - m.free;
    mark(first + t, Mark::What::Tensor, m.free, m.exchanged, in.micro, static_cast<int>(w.layer));
    m.free = m.exchanged;
  }
  if (w.at == State::Beside) {
    w.at = State::Exchange;
    exchange(w, graph_.tensorExchange, false, nullptr);
    return;
  }
  if (w.at == State::Gather) w.at = State::Piece;
  else nextPiece(w);
  proceed(w);
}

// --- operations

void StepPlayer::enter(std::uint32_t communicator, const Phase& phase, std::int64_t time) {
  Open& o = open_[communicator];
  o.time = o.entered == 0 ? time : std::max(o.time, time);
  if (++o.entered < graph_.communicators[communicator].hosts.size()) return;
  o.entered = 0;
  o.start = o.time;
  ++operations_;
  operations_to_->start((OperationId{communicator} << 16) | o.next++, {communicator, phase.operation, phase.algorithm, phase.bytes}, o.time);
}

void StepPlayer::send(std::uint32_t rank, bool forward, int micro, std::int64_t time) {
  const std::uint32_t to = forward ? rank + graph_.data * graph_.tensor : rank - graph_.data * graph_.tensor;
  Arrival& a = (forward ? forward_ : backward_)[to / graph_.tensor][micro];
  if (a.sent.empty()) {
    a.sent.resize(graph_.tensor);
    a.came.resize(graph_.tensor);
  }
  a.sent[to % graph_.tensor] = time;
  const std::uint32_t c = forward ? graph_.sendForward(rank) : graph_.sendBackward(rank);
  ++operations_;
  operations_to_->start((OperationId{c} << 16) | static_cast<std::uint16_t>(micro), {c, CollectiveOp::SendReceive, Algorithm::Linear, graph_.boundary}, time);
}

void StepPlayer::received(std::uint32_t rank, bool forward, int micro, std::int64_t end) {
  Worker& w = workers_[rank / graph_.tensor];
  Arrival& a = (forward ? forward_ : backward_)[w.index][micro];
  a.came[rank % graph_.tensor] = end;
  if (++a.count == graph_.tensor && w.at == State::Begin && w.blocked) proceed(w);
}

void StepPlayer::memberDone(OperationId id, std::uint32_t member, std::int64_t end) {
  const std::uint32_t c = communicatorOf(id);
  if (c >= graph_.sendFirst()) {
    const bool forward = c < graph_.sendFirst() + graph_.ranks();
    const std::uint32_t rank = (c - graph_.sendFirst()) % graph_.ranks();
    const int micro = static_cast<int>(id & 0xFFFF);
    const std::uint32_t to = forward ? rank + graph_.data * graph_.tensor : rank - graph_.data * graph_.tensor;
    if (member == 1) return received(to, forward, micro, end);
    Member& m = members_[rank];
    const std::int64_t sent = (forward ? forward_ : backward_)[to / graph_.tensor][micro].sent[to % graph_.tensor];
    m.sendTime += end - sent;
    mark(rank, forward ? Mark::What::SendForward : Mark::What::SendBackward, sent, end, micro);
    if (graph_.overlap) {
      m.debt += std::llround(graph_.contention * static_cast<double>(end - sent));
      return;
    }
    m.pipeline += std::max<std::int64_t>(0, end - m.free);
    mark(rank, Mark::What::Sends, m.free, end, micro);
    m.free = std::max(m.free, end);
    Worker& w = workers_[rank / graph_.tensor];
    if (--w.waiting > 0) return;
    w.at = State::Begin;
    return proceed(w);
  }
  if (c >= graph_.dataFirst()) {
    const std::uint32_t group = (c - graph_.dataFirst()) / graph_.dataShape.communicators(), inside = (c - graph_.dataFirst()) % graph_.dataShape.communicators();
    const std::uint32_t d = graph_.dataShape.memberAt(graph_.dataShape.whereOf(inside), inside, member);
    return dataDone(graph_.rank(group / graph_.tensor, d, group % graph_.tensor), open_[c].start, end);
  }
  const std::uint32_t worker = c / graph_.tensorShape.communicators(), inside = c % graph_.tensorShape.communicators();
  exchanged(workers_[worker], graph_.tensorShape.memberAt(graph_.tensorShape.whereOf(inside), inside, member), end);
}

void StepPlayer::operationDone(OperationId, std::int64_t, std::int64_t) {}

// --- the data stream

std::size_t StepPlayer::weightItems(std::uint32_t stage) const {
  const StepStage& s = graph_.stage[stage];
  return s.buckets.empty() || s.buckets.front().weights.empty() ? 0 : s.buckets.size();
}

const Phases& StepPlayer::itemOf(std::uint32_t rank, std::size_t item) const {
  const std::uint32_t s = graph_.stageOf(rank);
  const auto& buckets = graph_.stage[s].buckets;
  const std::size_t weights = weightItems(s);
  return item < weights ? buckets[buckets.size() - 1 - item].weights : buckets[(item - weights) % buckets.size()].gradients;
}

bool StepPlayer::drained(const Member& m, std::uint32_t rank) const {
  return !m.busy && m.item >= weightItems(graph_.stageOf(rank)) && m.item - weightItems(graph_.stageOf(rank)) == m.released.size();
}

void StepPlayer::release(std::uint32_t rank, std::int64_t time) {
  members_[rank].released.push_back(time);
  runData(rank);
}

void StepPlayer::runData(std::uint32_t rank) {
  Member& m = members_[rank];
  if (m.busy || graph_.data < 2) return;
  const std::uint32_t s = graph_.stageOf(rank);
  const std::size_t weights = weightItems(s);
  if (m.item >= weights + m.released.size()) return;
  const std::int64_t ready = m.item < weights ? 0 : m.released[m.item - weights];
  m.busy = true;
  m.itemPhase = 0;
  m.itemStart = -1;
  m.dataFree = std::max(m.dataFree, ready);
  const Phase& p = itemOf(rank, m.item)[0];
  const std::uint32_t t = rank % graph_.tensor, d = rank / graph_.tensor % graph_.data;
  enter(graph_.dataBase(s, t) + graph_.dataShape.placeOf(p.where, d).communicator, p, m.dataFree);
}

void StepPlayer::dataDone(std::uint32_t rank, std::int64_t start, std::int64_t end) {
  Member& m = members_[rank];
  const std::uint32_t s = graph_.stageOf(rank), t = rank % graph_.tensor, d = rank / graph_.tensor % graph_.data;
  if (m.itemPhase == 0) m.itemStart = start;
  const Phases& phases = itemOf(rank, m.item);
  if (++m.itemPhase < phases.size()) {
    const Phase& p = phases[m.itemPhase];
    enter(graph_.dataBase(s, t) + graph_.dataShape.placeOf(p.where, d).communicator, p, end);
    return;
  }
  const bool weights = m.item < weightItems(s);
  const std::size_t buckets = graph_.stage[s].buckets.size();
  mark(rank, Mark::What::Gradients, m.itemStart, end, weights ? -1 : 0,
       static_cast<int>(weights ? buckets - 1 - m.item : (m.item - weightItems(s)) % buckets));
  Worker& w = workers_[rank / graph_.tensor];
  (weights ? m.weightsTime : m.dataTime) += end - m.itemStart;
  if (w.at != State::Done) m.debt += std::llround(graph_.contention * static_cast<double>(end - m.itemStart));
  m.dataFree = end;
  m.busy = false;
  ++m.item;
  if (weights) weightsEnd_[rank].push_back(end);
  runData(rank);
  if (w.at == State::Done) finish(rank);
  else if (w.blocked) proceed(w);
}

void StepPlayer::finish(std::uint32_t rank) {
  Member& m = members_[rank];
  if (m.end >= 0 || !drained(m, rank)) return;
  if (m.dataFree > m.free) {
    m.gradient += m.dataFree - m.free;
    mark(rank, Mark::What::Sends, m.free, m.dataFree, -1);
    m.free = m.dataFree;
  }
  m.end = m.free;
  ++ended_;
}

}  // namespace weir::sim
