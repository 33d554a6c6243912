#include "core/model/staging.h"

#include <algorithm>

namespace weir::model {

Staging staging(const StagingWork& w) {
  Staging s;
  if (!(w.data_bytes > 0)) return s;
  s.node_bytes = w.every_node_all ? w.data_bytes : w.data_bytes / std::max(1.0, w.nodes);
  s.source_s = w.source_bytes_per_s > 0 ? w.reads * w.data_bytes / w.source_bytes_per_s : kUnlimited;
  s.target_s = w.target_bytes_per_s > 0 ? s.node_bytes / w.target_bytes_per_s : kUnlimited;
  s.link_s = w.link_bytes_per_s > 0 ? s.node_bytes / w.link_bytes_per_s : 0;
  s.names_s = w.files > 0 && w.metadata_per_s > 0 ? w.reads * w.files / w.metadata_per_s : 0;
  double slowest = 0, sum = 0;
  const auto part = [&](double t, const char* name) {
    sum += t;
    if (t > slowest) {
      slowest = t;
      s.limit = name;
    }
  };
  part(s.source_s, "source");
  part(s.target_s, "target");
  part(s.link_s, "links");
  part(s.names_s, "metadata");
  // Without overlap a sum that is infinite stays so: 0 x infinity would be unknown.
  const double rest = w.overlap < 1 ? (1 - w.overlap) * (sum - slowest) : 0;
  s.time_s = slowest == kUnlimited ? kUnlimited : w.setup_s + slowest + rest;
  return s;
}

double stagedFraction(double data_bytes, double capacity_bytes, double nodes) {
  if (!(capacity_bytes > 0) || !(data_bytes > 0)) return 1;
  return std::min(1.0, nodes * capacity_bytes / data_bytes);
}

double breakEvenEpochs(double staging_s, double epoch_source_s, double epoch_target_s) {
  if (!(epoch_source_s > epoch_target_s)) return kUnlimited;
  return staging_s / (epoch_source_s - epoch_target_s);
}

double epochsFromSource(double epochs, double epoch_source_s) { return epochs * epoch_source_s; }
double epochsStagedBefore(double epochs, double staging_s, double epoch_target_s) { return staging_s + epochs * epoch_target_s; }
double epochsStagedDuring(double epochs, double epoch_source_s, double epoch_target_s) {
  const double first = std::min(1.0, epochs);
  return first * epoch_source_s + (epochs - first) * epoch_target_s;
}

}  // namespace weir::model
