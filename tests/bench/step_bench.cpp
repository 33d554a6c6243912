// A training step with all its messages: every packet of it against the hybrid fidelity.
//   step_bench [--scenario FILE] [--hybrid | --packet] [--threads N] [field=value ...]
// Without a choice both are played and compared. Fields as weir-cli's --set. The default scenario, GPT-3 175B on 1,024
// accelerators, has some 10^11 packets: unabridged it wants a smaller case, such as
//   step_bench plan.global_batch=16 workload.model.layers=16 workload.model.hidden=4096 workload.model.heads=32
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/json.h"
#include "core/simulate/simulate.h"

namespace {

using namespace weir;

std::optional<Outcome> play(const Scenario& s, Fidelity f, unsigned threads) {
  SimulateOptions options;
  options.threads = threads;
  options.keepMessages = false;
  const auto r = simulate(s, f, options, {});
  if (!r) {
    std::printf("%s\n", r.error().line().c_str());
    return std::nullopt;
  }
  const Outcome& o = r->outcome;
  std::printf("%-10s step %.6f s   wall %8.2f s   cpu %8.2f s   packets %.4g   packet-hops %.4g   messages %.4g", f == Fidelity::Hybrid ? "hybrid" : "unabridged", o.step_s,
              o.wall_s, o.cpu_s, static_cast<double>(o.network.packets), static_cast<double>(o.network.packet_hops), static_cast<double>(o.flows.count));
  if (f == Fidelity::Hybrid) std::printf("   advanced %.4f   largest error seen %.5f", o.network.advanced_share, o.network.advanced_error);
  const StepBreakdown& b = o.breakdown;
  std::printf("\n           computing %.6f   exposed communication %.6f   bubble %.6f   other %.6f\n", b.compute_s, b.exposed_communication_s, b.bubble_s, b.other_s);
  if (f == Fidelity::Hybrid && !o.remarks.empty()) std::printf("           %s\n", o.remarks.back().c_str());
  return r->outcome;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::string file = WEIR_SOURCE_DIR "/sample_data/gpt3-175b-1024.scenario.json";
  bool packet = true, hybrid = true;
  unsigned threads = 1;
  std::vector<std::string> settings;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--hybrid") packet = false;
    else if (a == "--packet") hybrid = false;
    else if (a == "--threads" && i + 1 < argc) threads = static_cast<unsigned>(std::stoul(argv[++i]));
    else if (a == "--scenario" && i + 1 < argc) file = argv[++i];
    else settings.push_back(a);
  }
  const auto presets = Presets::load(WEIR_SOURCE_DIR "/resources/presets");
  if (!presets) return std::printf("%s\n", presets.error().line().c_str()), 1;
  auto s = loadScenario(file, *presets);
  for (const std::string& a : settings) {
    if (!s) break;
    const std::size_t eq = a.find('=');
    s = withSetting(*s, a.substr(0, eq), eq == std::string::npos ? "" : a.substr(eq + 1), &*presets);
  }
  if (!s) return std::printf("%s\n", s.error().line().c_str()), 1;
  if (const auto model = simulate(*s, Fidelity::Model, {}, {})) std::printf("%-10s step %.6f s\n", "model", model->outcome.step_s);
  std::optional<Outcome> quick, whole;
  if (hybrid && !(quick = play(*s, Fidelity::Hybrid, threads))) return 1;
  if (packet && !(whole = play(*s, Fidelity::Packet, threads))) return 1;
  if (quick && whole)
    std::printf("difference %.4f %% of the step; %.1f times less CPU, %.1f times fewer packet-hops\n", 100 * (quick->step_s / whole->step_s - 1), whole->cpu_s / quick->cpu_s,
                static_cast<double>(whole->network.packet_hops) / static_cast<double>(quick->network.packet_hops));
  return 0;
}
