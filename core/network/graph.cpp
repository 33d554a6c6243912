#include "core/network/graph.h"

#include <numeric>

namespace weir::net {

NodeId Graph::addSwitch(std::string name) {
  switchNames_.push_back(std::move(name));
  return nodes() - 1;
}

LinkId Graph::connect(NodeId a, NodeId b, Bandwidth bandwidth, Time latency, LinkKind kind) {
  const auto id = static_cast<LinkId>(links_.size());
  links_.push_back({a, b, bandwidth, latency, kind});
  links_.push_back({b, a, bandwidth, latency, kind});
  return id;
}

void Graph::nameHost(NodeId host, std::string name) {
  hostNames_.resize(hosts_);
  hostNames_[host] = std::move(name);
}

void Graph::finish() {
  const auto works = [](const GraphLink& l) { return l.bandwidth.toBitsPerSecond() > 0; };
  firstOut_.assign(nodes() + 1, 0);
  for (const GraphLink& l : links_)
    if (works(l)) ++firstOut_[l.from + 1];
  std::partial_sum(firstOut_.begin(), firstOut_.end(), firstOut_.begin());
  out_.resize(firstOut_.back());
  auto next = firstOut_;
  for (LinkId l = 0; l < links_.size(); ++l)
    if (works(links_[l])) out_[next[links_[l].from]++] = l;
}

std::string Graph::nodeName(NodeId n) const {
  if (!isHost(n)) return switchNames_[n - hosts_];
  return hostNames_.empty() || hostNames_[n].empty() ? "host " + std::to_string(n) : hostNames_[n];
}

std::string Graph::linkName(LinkId l) const { return nodeName(links_[l].from) + " > " + nodeName(links_[l].to); }

}  // namespace weir::net
