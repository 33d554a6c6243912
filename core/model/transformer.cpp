#include "core/model/transformer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace weir::model {
namespace {

// What one block costs one rank, one sample.
class Block {
 public:
  Block(const TransformerShape& t, double e, const Split& split) : t_(t), e_(e), split_(split) {
    tp_ = split.tensor;
    tokens_ = t.sequence / split.context;
    queries_ = t.heads * t.head / tp_;
    // Fewer key heads than tensor ranks are held more than once.
    keys_ = std::max(t.kv_heads / tp_, 1.0) * t.head;
    again_ = split.recomputeFull ? 3.0 : 2.0;
  }

  void attention(OpList& n) {
    const double h = t_.hidden, bias = t_.biases ? 1 : 0;
    if (t_.kv_rank > 0) {
      const double down = t_.q_rank + t_.kv_rank;  // held by every tensor rank
      matrix(n, h, down, h * down, 1);
      const double up = (t_.q_rank > 0 ? t_.q_rank : h) * queries_ + t_.kv_rank * 2 * queries_;
      n.ops.push_back({up, 2 * tokens_ * up, tokens_ * (down + 3 * queries_) * e_, 0, again_, Op::Kind::Matrix, 2});
      parameters_ += up;
    } else {
      matrix(n, h, queries_ + 2 * keys_, (h + bias) * (queries_ + 2 * keys_), 1);
    }
    scores(n);
    matrix(n, queries_, h, queries_ * h + bias * h, 1);
  }

  void feedForward(OpList& n, double ffn, double matrices, double count) {
    const double h = t_.hidden, f = ffn * count / tp_, bias = t_.biases ? 1 : 0;
    matrix(n, h, (matrices - 1) * f, (matrices - 1) * (h + bias) * f, 1);
    matrix(n, f, h, f * h + bias * h, 1);
  }

  // Each rank of an expert-parallel group holds experts / group of them and works on as many tokens as it sends out.
  void experts(OpList& n, double matrices) {
    const double h = t_.hidden, f = t_.expert_ffn / tp_, visits = tokens_ * t_.top_k, held = t_.experts / split_.expert;
    matrix(n, h, t_.experts, h * t_.experts, 1);
    const auto grouped = [&](double in, double out, double weights) {
      n.ops.push_back({weights * held, 2 * visits * weights, visits * (in + out) * e_, 0, again_, Op::Kind::Matrix, 1});
      parameters_ += weights * held;
      experts_ += weights * held;
    };
    grouped(h, (matrices - 1) * f, (matrices - 1) * h * f);
    grouped(f, h, f * h);
    // Permuting tokens in and out: read and written twice.
    n.ops.push_back({0, 0, 4 * visits * h * e_ / (split_.sequenceParallel ? tp_ : 1), 0, again_, Op::Kind::Pointwise, 4});
  }

  // Norms, dropout, residuals, activation functions: what backward keeps, written and read.
  void pointwise(OpList& n, double activeFfn, bool routed) {
    const double h = t_.hidden, unit = tokens_ * (e_ / 2), norms = (t_.biases ? 4 : 2) * h;
    const double whole = (t_.biases ? 10 : 8) * h / (split_.sequenceParallel ? tp_ : 1);
    // Queries, keys, values and the projection's input; the feed-forward part's; what is sent to experts.
    const double split = 2 * (2 * queries_ + 2 * keys_) + (t_.gated ? 6 : 4) * activeFfn / tp_ + (routed ? 2 * t_.top_k * h / tp_ : 0);
    n.recomputed_bytes = std::max(n.recomputed_bytes, (whole + split) * unit);
    const double kept = split_.recomputeFull ? 2 * h / (split_.sequenceParallel ? tp_ : 1) : whole + split;
    // Casting a matrix product's input reads it once and writes it twice, as it is and transposed.
    const double casts = split_.narrow ? 4 * (2 * h + queries_ + activeFfn / tp_) : 0;
    n.ops.push_back({norms, 0, (2 * (whole + split) + casts) * unit, kept * unit, again_, Op::Kind::Pointwise, 6});
    parameters_ += norms;
  }

  [[nodiscard]] double parameters() const { return parameters_; }
  [[nodiscard]] double expertParameters() const { return experts_; }
  [[nodiscard]] double queries() const { return queries_; }
  [[nodiscard]] double keys() const { return keys_; }
  [[nodiscard]] double tokens() const { return tokens_; }

 private:
  void matrix(OpList& n, double in, double out, double parameters, double kernels) {
    n.ops.push_back({parameters, 2 * tokens_ * in * out, tokens_ * (in + out) * e_, 0, again_, Op::Kind::Matrix, kernels});
    parameters_ += parameters;
  }

  void scores(OpList& n) const {
    const double flops = 4 * t_.sequence * tokens_ * queries_;
    if (split_.fusedAttention) {
      n.ops.push_back({0, flops * (t_.causal ? 0.5 : 1), 2 * tokens_ * (queries_ + keys_) * e_, 0, split_.recomputeFull ? 3.5 : 2.5, Op::Kind::Attention, 1});
      return;
    }
    const double bytes = 5 * t_.heads / tp_ * t_.sequence * tokens_ * (e_ / 2);
    const bool kept = !split_.recomputeFull && !split_.recomputeSelective;
    n.ops.push_back({0, flops, 2 * bytes, kept ? bytes : 0, kept ? 2.0 : 3.0, Op::Kind::Matrix, 4});
  }

  const TransformerShape& t_;
  double e_;
  const Split& split_;
  double tp_ = 1, tokens_ = 0, queries_ = 0, keys_ = 0, again_ = 2, parameters_ = 0, experts_ = 0;
};

void addBlocks(OpList& n, const TransformerShape& t, double e, const Split& split, bool withExperts, int count) {
  if (count <= 0) return;
  Block b(t, e, split);
  const std::size_t first = n.ops.size();
  const double matrices = t.gated ? 3 : 2;
  b.attention(n);
  double active = t.ffn;
  if (withExperts) {
    active = t.expert_ffn * (t.top_k + t.shared_experts);
    b.experts(n, matrices);
    if (t.shared_experts > 0) b.feedForward(n, t.expert_ffn, matrices, t.shared_experts);
  } else {
    b.feedForward(n, t.ffn, matrices, 1);
  }
  b.pointwise(n, active, withExperts);
  n.segments.push_back({first, n.ops.size() - first, b.parameters(), b.expertParameters(), count});
  n.blocks += count;
  if (withExperts) n.expert_blocks += count;
  n.attention_bytes = 2 * b.tokens() * b.keys() * e;
  n.head_bytes = b.tokens() * (2 * b.queries() + 2 * b.keys()) * e;
}

}  // namespace

TransformerShape transformerShape(const GptShape& g) {
  TransformerShape t;
  t.layers = g.layers;
  t.hidden = g.hidden;
  t.heads = g.heads;
  t.kv_heads = g.kv_heads > 0 ? g.kv_heads : g.heads;
  t.head = g.head_size > 0 ? g.head_size : static_cast<double>(g.hidden) / g.heads;
  t.ffn = g.ffn > 0 ? g.ffn : 4.0 * g.hidden;
  t.sequence = g.sequence;
  t.vocabulary = g.vocabulary;
  t.gated = g.gated;
  t.tied = g.tied;
  t.biases = g.biases;
  t.positions = g.positions;
  t.causal = g.causal;
  t.q_rank = g.q_rank;
  t.kv_rank = g.kv_rank;
  t.experts = g.experts;
  t.top_k = g.top_k;
  t.shared_experts = g.shared_experts;
  t.expert_ffn = g.expert_ffn > 0 ? g.expert_ffn : t.ffn;
  t.dense_layers = g.experts > 0 ? std::min(g.dense_layers, g.layers) : g.layers;
  t.scored = g.sequence;
  return t;
}

BlockParameters blockParameters(const TransformerShape& t, bool withExperts) {
  BlockParameters p;
  const double h = t.hidden, q = t.heads * t.head, k = t.kv_heads * t.head, bias = t.biases ? 1 : 0, matrices = t.gated ? 3 : 2;
  const double in = t.kv_rank > 0 ? h * (t.q_rank + t.kv_rank) + (t.q_rank > 0 ? t.q_rank : h) * q + t.kv_rank * 2 * q : h * (q + 2 * k);
  p.attention = in + (t.kv_rank > 0 ? 0 : bias * (q + 2 * k)) + q * h + bias * h;
  p.norms = (t.biases ? 4 : 2) * h;
  p.active_matrices = in + q * h;
  if (withExperts) {
    const double one = matrices * h * t.expert_ffn;
    p.router = h * t.experts;
    p.experts = t.experts * one;
    p.shared = t.shared_experts * (one + bias * ((matrices - 1) * t.expert_ffn + h / std::max(1.0, t.shared_experts)));
    p.active_matrices += p.router + (t.top_k + t.shared_experts) * one;
  } else {
    p.feed_forward = matrices * h * t.ffn + bias * ((matrices - 1) * t.ffn + h);
    p.active_matrices += matrices * h * t.ffn;
  }
  return p;
}

OpList transformer(const TransformerShape& t, double e, const Split& split) {
  OpList n;
  const double s = t.sequence, h = t.hidden, tp = split.tensor;
  const double expertLayers = t.layers - t.dense_layers;
  const BlockParameters dense = blockParameters(t, false), routed = blockParameters(t, true);
  const double embeddings = (t.tied ? 1 : 2) * t.vocabulary * h + (t.positions ? s * h : 0) + (t.biases ? 0 : h) + t.extra;
  n.parameters = t.dense_layers * dense.total() + (expertLayers > 0 ? expertLayers * routed.total() : 0) + embeddings;
  n.forward_flops = 2 * s * (t.dense_layers * dense.active_matrices + (expertLayers > 0 ? expertLayers * routed.active_matrices : 0)) +
                    4 * t.layers * s * s * t.heads * t.head + 2 * t.scored * h * t.vocabulary + t.extra_flops;
  n.block_bytes = s / split.context * h * e;
  n.routed_bytes = expertLayers > 0 ? t.top_k * n.block_bytes : 0;
  n.ops.reserve(20);
  n.segments.reserve(3);

  // Embedding and head: where they share their weights, the gradient is complete with the embedding's, at the very end of
  // backward, so they stand first. A pipeline's largest stage is taken to hold them, or one of them where they are two.
  const double matrices = t.tied || split.pipeline > 1 ? 1 : 2;
  const double ends = (matrices * t.vocabulary * h + (t.positions ? s * h : 0) + t.extra) / tp + (t.biases ? 0 : h);
  const double scored = t.scored / split.context;
  n.segments.push_back({0, 1, ends, 0, 1});
  // Scores are written in the training precision and once more in fp32 for the loss.
  n.ops.push_back({ends, (2 * scored * h * t.vocabulary + t.extra_flops) / tp, scored * (h * e + t.vocabulary / tp * (e < 4 ? e + 4 : e)) + s / split.context * h * e,
                   scored * t.vocabulary / tp * e, 2, Op::Kind::Matrix, 4});

  const int blocks = static_cast<int>(std::ceil(t.layers / split.pipeline));
  const int withExperts = expertLayers > 0 ? std::min(blocks, static_cast<int>(std::ceil(expertLayers / split.pipeline))) : 0;
  addBlocks(n, t, e, split, false, blocks - withExperts);
  addBlocks(n, t, e, split, true, withExperts);
  return n;
}

}  // namespace weir::model
