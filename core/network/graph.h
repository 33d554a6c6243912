// The network as a graph: hosts and switches joined by directed links, each with a bandwidth and a latency. Nodes are
// numbered hosts first (0 .. hosts-1), then switches. Built once by a topology, then read only, from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/scenario/machine.h"

namespace weir::net {

using NodeId = std::uint32_t;
using LinkId = std::uint32_t;

enum class LinkKind : std::uint8_t { Host, Fabric, Global, Internal };  // Internal: inside a node (NVLink, PCIe)

struct GraphLink {
  NodeId from = 0, to = 0;
  Bandwidth bandwidth;
  Time latency;
  LinkKind kind = LinkKind::Host;
};

inline constexpr std::uint32_t kNoGroup = 0xFFFFFFFF;

// What routings and pictures know of a topology besides its links. Vectors are by switch (node - hosts); the coordinates,
// groups and levels of each topology stand in topology.h.
struct Structure {
  weir::Topology topology = weir::Topology::SingleSwitch;
  std::vector<int> dimensions;           // switch s has coordinates s % d0, s / d0 % d1, ...; empty where there are none
  std::vector<std::uint32_t> group;      // pod, dragonfly group, slab: the switches that stand close together; or kNoGroup
  std::vector<std::uint8_t> level;       // 0 at the hosts, 1 above, ...; counted from inside the nodes where hosts are accelerators
  std::vector<std::uint32_t> nodeOfHost; // by host: the machine's node it belongs to; empty = each its own
  std::uint32_t outside = 0;             // switches of the network proper: those from here on stand inside nodes (PCIe, NIC, NVSwitch)
};

class Graph {
 public:
  explicit Graph(std::uint32_t hosts) : hosts_(hosts) {}

  NodeId addSwitch(std::string name);
  // One link each way; returns the first, from a to b; the second is the next id.
  LinkId connect(NodeId a, NodeId b, Bandwidth bandwidth, Time latency, LinkKind kind = LinkKind::Host);
  // A link with other speeds, or broken (bandwidth 0: it stays in the list, and out of the outgoing lists). Before finish().
  void setBandwidth(LinkId l, Bandwidth bandwidth) { links_[l].bandwidth = bandwidth; }
  [[nodiscard]] Structure& structure() { return structure_; }
  [[nodiscard]] const Structure& structure() const { return structure_; }
  // Names a host otherwise than "host 3": an accelerator of a node, a host of a graph file.
  void nameHost(NodeId host, std::string name);
  // Call once, after the last link: builds the outgoing lists, of links that work.
  void finish();

  [[nodiscard]] std::uint32_t hosts() const { return hosts_; }
  [[nodiscard]] std::uint32_t switches() const { return static_cast<std::uint32_t>(switchNames_.size()); }
  [[nodiscard]] std::uint32_t nodes() const { return hosts_ + switches(); }
  [[nodiscard]] bool isHost(NodeId n) const { return n < hosts_; }
  [[nodiscard]] const std::vector<GraphLink>& links() const { return links_; }
  [[nodiscard]] const GraphLink& link(LinkId l) const { return links_[l]; }
  // Links that leave a node, in order of their ids. Needs finish().
  [[nodiscard]] std::span<const LinkId> out(NodeId n) const {
    return std::span(out_).subspan(firstOut_[n], firstOut_[n + 1] - firstOut_[n]);
  }
  [[nodiscard]] LinkId reverse(LinkId l) const { return l ^ 1U; }
  [[nodiscard]] std::string nodeName(NodeId n) const;  // "host 3", "edge 0.1"
  [[nodiscard]] bool inside(NodeId n) const { return n >= hosts_ + structure_.outside; }  // a node's own PCIe switch, NIC, NVSwitch
  // Hosts of one machine's node: what they send each other meets no NIC.
  [[nodiscard]] bool sameNode(NodeId a, NodeId b) const { return !structure_.nodeOfHost.empty() && structure_.nodeOfHost[a] == structure_.nodeOfHost[b]; }
  [[nodiscard]] std::string linkName(LinkId l) const;  // "host 3 > edge 0.1"

 private:
  std::uint32_t hosts_;
  std::vector<std::string> switchNames_, hostNames_;  // hostNames_ empty: "host 3"
  std::vector<GraphLink> links_;
  Structure structure_;
  std::vector<std::uint32_t> firstOut_;
  std::vector<LinkId> out_;
};

}  // namespace weir::net
