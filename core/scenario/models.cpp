#include "core/scenario/models.h"

#include <array>

namespace weir {
namespace {

struct Named {
  std::string_view name;
  GptShape shape;
};
// Touvron et al. 2023 ("Llama 2", table 1, section 2.2), Llama team 2024 ("The Llama 3 herd of models", table 3).
constexpr GptShape llama(int layers, int hidden, int heads, int kvHeads, int ffn, int sequence, int vocabulary) {
  GptShape g;
  g.layers = layers;
  g.hidden = hidden;
  g.heads = heads;
  g.kv_heads = kvHeads;
  g.ffn = ffn;
  g.sequence = sequence;
  g.vocabulary = vocabulary;
  g.gated = true;
  g.tied = g.biases = g.positions = false;
  return g;
}
// Layers, hidden size and heads: Brown et al., "Language models are few-shot learners" (2020), table 2.1, sequence 2048
// ("gpt-small" with GPT-2's 1024). Vocabulary: 50,257 padded to a multiple of 1,024, as Megatron-LM does.
constexpr std::array kGpt{
    Named{"gpt", {24, 1024, 16, 1024, 51200}},        Named{"gpt-small", {12, 768, 12, 1024, 51200}},
    Named{"gpt-medium", {24, 1024, 16, 2048, 51200}}, Named{"gpt-1.3b", {24, 2048, 16, 2048, 51200}},
    Named{"gpt-6.7b", {32, 4096, 32, 2048, 51200}},   Named{"gpt-13b", {40, 5120, 40, 2048, 51200}},
    Named{"gpt-175b", {96, 12288, 96, 2048, 51200}},
    Named{"llama2-7b", llama(32, 4096, 32, 32, 11008, 4096, 32000)},
    Named{"llama2-13b", llama(40, 5120, 40, 40, 13824, 4096, 32000)},
    Named{"llama2-70b", llama(80, 8192, 64, 8, 28672, 4096, 32000)},
    Named{"llama3-8b", llama(32, 4096, 32, 8, 14336, 8192, 128256)},
    Named{"llama3-70b", llama(80, 8192, 64, 8, 28672, 8192, 128256)},
    Named{"llama3-405b", llama(126, 16384, 128, 8, 53248, 8192, 128256)}};
struct Known {
  std::string_view name;
  std::vector<NetworkNumber> numbers;
};
const std::vector<Known>& knownNetworks() {
  static const std::vector<Known> kKnown{
#define WEIR_NETWORK(name, build, ...) {name, {__VA_ARGS__}},
#include "core/scenario/known_networks.inc"
#undef WEIR_NETWORK
  };
  return kKnown;
}

}  // namespace

std::span<const NetworkNumber> networkNumbers(std::string_view network) {
  for (const Known& k : knownNetworks())
    if (k.name == network) return k.numbers;
  return {};
}

double networkNumber(const NetworkModel& m, std::string_view number) {
  if (!m.numbers.empty())
    if (const auto it = m.numbers.find(std::string(number)); it != m.numbers.end()) return it->second;
  for (const NetworkNumber& n : networkNumbers(m.name))
    if (n.name == number) return n.value;
  return 0;
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const Known& k : knownNetworks()) names.emplace_back(k.name);
  for (const Named& n : kGpt) names.emplace_back(n.name);
  return names;
}

std::optional<GptShape> gptShapeOf(std::string_view name) {
  for (const Named& n : kGpt)
    if (n.name == name) return n.shape;
  return std::nullopt;
}

bool knownModel(std::string_view name) {
  return gptShapeOf(name) || !networkNumbers(name).empty();
}

}  // namespace weir
