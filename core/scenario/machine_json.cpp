#include <array>

#include "core/scenario/fields.h"

namespace weir {
namespace {

using Words = std::string_view;
constexpr std::array kTopologies{Words("switch"), Words("leaf-spine"), Words("fat-tree")};
constexpr std::array kTopologiesLater{Words("rail"),   Words("dragonfly"), Words("dragonfly+"), Words("torus"),
                                      Words("hyperx"), Words("slim-fly"),  Words("graph")};
constexpr std::array kFabrics{Words("none"), Words("nvswitch"), Words("nvlink"), Words("xgmi"), Words("pcie")};
constexpr std::array kPaths{Words("pix"), Words("pxb"), Words("pxn"), Words("p2c"), Words("phb"), Words("sys")};
constexpr std::array kRouting{Words("ecmp")};
constexpr std::array kRoutingLater{Words("minimal"), Words("adaptive"), Words("valiant"), Words("spray")};
constexpr std::array kTransport{Words("credit")};
constexpr std::array kTransportLater{Words("tcp"), Words("dcqcn"), Words("dctcp"), Words("roce"), Words("pfc"), Words("hpcc")};
constexpr std::array kScopes{Words("node"), Words("shared")};

void range(Fields& f, std::string_view name, PowerRange& p) {
  f.object(name, [&](Fields& g) {
    g.scalar("idle", &p.idle);
    g.scalar("max", &p.max);
  });
}

void nic(Fields& f, Nic& n) {
  f.scalar("bandwidth", &n.bandwidth);
  f.scalar("attained", &n.attained);
  f.scalar("latency", &n.latency);
  f.scalar("overhead", &n.overhead);
  f.scalar("message_rate", &n.message_rate);
  f.scalar("rdma", &n.rdma);
  f.scalar("gpudirect", &n.gpudirect);
  f.word("path", n.path, kPaths);
  f.scalar("pcie", &n.pcie);
  f.scalar("staging", &n.staging);
  f.scalar("power", &n.power);
}

void node(Fields& f, Node& n) {
  f.scalar("accelerators", &n.accelerators);
  f.accelerator("accelerator", n.accelerator);
  f.scalar("cores", &n.cores);
  f.scalar("memory", &n.memory);
  f.scalar("memory_bandwidth", &n.memory_bandwidth);
  f.scalar("memory_pj_per_bit", &n.memory_pj_per_bit);
  range(f, "power", n.power);
  f.object("fabric", [&](Fields& g) {
    g.word("kind", n.fabric.kind, kFabrics);
    g.scalar("bandwidth", &n.fabric.bandwidth);
    g.scalar("attained", &n.fabric.attained);
    g.scalar("latency", &n.fabric.latency);
  });
  f.scalar("nics", &n.nics);
  f.object("nic", [&](Fields& g) { nic(g, n.nic); });
  f.scalar("mtbf", Seconds{&n.mtbf_s});
  f.object("mpi", [&](Fields& g) {
    g.scalar("eager_limit", &n.mpi.eager_limit);
    g.scalar("message", &n.mpi.message);
    g.scalar("rendezvous_wait", &n.mpi.rendezvous_wait);
    g.scalar("duplex_wait", &n.mpi.duplex_wait);
    g.scalar("byte_rate", &n.mpi.byte_rate);
    g.scalar("reduce_rate", &n.mpi.reduce_rate);
  });
}

void network(Fields& f, Network& n) {
  f.word("topology", n.topology, kTopologies, kTopologiesLater);
  f.scalar("leaves", &n.leaves);
  f.scalar("spines", &n.spines);
  f.scalar("hosts_per_leaf", &n.hosts_per_leaf);
  f.scalar("levels", &n.levels);
  f.scalar("radix", &n.radix);
  f.scalar("taper", &n.taper);
  f.object("link", [&](Fields& g) {
    g.scalar("bandwidth", &n.link.bandwidth);
    g.scalar("latency", &n.link.latency);
    g.scalar("power", &n.link.power);
    g.scalar("pj_per_bit", &n.link.pj_per_bit);
    g.scalar("burst", &n.link.burst);
  });
  f.object("switch", [&](Fields& g) {
    g.scalar("latency", &n.sw.latency);
    g.scalar("reduces", &n.sw.reduces);
    g.scalar("buffer", &n.sw.buffer);
    g.scalar("power", &n.sw.power);
  });
  f.word("routing", n.routing, kRouting, kRoutingLater);
  f.word("transport", n.transport, kTransport, kTransportLater);
  f.scalar("mtu", &n.mtu);
}

void tier(Fields& f, StorageTier& t) {
  f.scalar("name", &t.name);
  f.word("scope", t.shared, kScopes);
  f.scalar("servers", &t.servers);
  f.scalar("read", &t.read);
  f.scalar("write", &t.write);
  f.scalar("latency", &t.latency);
  f.scalar("open", &t.open);
  f.scalar("metadata_rate", &t.metadata_rate);
  f.scalar("per_client", &t.per_client);
  f.scalar("iops", &t.iops);
  f.scalar("request", &t.request);
  f.scalar("interference", &t.interference);
  f.scalar("capacity", &t.capacity);
  range(f, "power", t.power);
}

// Tiers that keep their name keep their values, so that a file may restate a preset's list and change one number.
void resizeTiers(std::vector<StorageTier>& tiers, std::span<const std::string> names) {
  std::vector<StorageTier> next;
  for (const std::string& name : names) {
    StorageTier t;
    for (const StorageTier& old : tiers)
      if (old.name == name) t = old;
    t.name = name;
    next.push_back(std::move(t));
  }
  tiers = std::move(next);
}

}  // namespace

void describe(Fields& f, Accelerator& a) {
  f.scalar("name", &a.name);
  f.rates("peak", a.peak);
  f.curve("efficiency", a.efficiency);
  f.scalar("memory", &a.memory);
  f.scalar("memory_bandwidth", &a.memory_bandwidth);
  f.curve("memory_efficiency", a.memory_efficiency);
  f.scalar("attention_efficiency", &a.attention_efficiency);
  f.scalar("operation_overhead", &a.operation_overhead);
  f.scalar("step_overhead", &a.step_overhead);
  f.scalar("overlap_contention", &a.overlap_contention);
  f.object("frequency", [&](Fields& g) {
    g.scalar("nominal", &a.frequency.nominal);
    g.scalar("min", &a.frequency.min);
    g.scalar("max", &a.frequency.max);
  });
  f.object("power", [&](Fields& g) {
    g.scalar("idle", &a.power.idle);
    g.scalar("max", &a.power.max);
    g.scalar("waiting", &a.power.waiting);
    g.scalar("memory_bound", &a.power.memory_bound);
    g.scalar("voltage_floor", &a.power.voltage_floor);
    g.scalar("voltage_knee", &a.power.voltage_knee);
  });
}

void Fields::accelerator(std::string_view name, Accelerator& to) {
  object(name, [&](Fields& f) { describe(f, to); });
}

void describe(Fields& f, Machine& m) {
  f.scalar("name", &m.name);
  f.scalar("started_from", &m.base);
  f.scalar("nodes", &m.nodes);
  f.object("node", [&](Fields& g) { node(g, m.node); });
  f.object("network", [&](Fields& g) { network(g, m.network); });
  f.list("storage", {[&] { return m.storage.size(); }, [&](std::size_t i) { return std::string_view(m.storage[i].name); },
                     [&](Fields& g, std::size_t i) { tier(g, m.storage[i]); },
                     [&](std::span<const std::string> names) { resizeTiers(m.storage, names); }});
  f.object("facility", [&](Fields& g) {
    g.scalar("pue", &m.facility.pue);
    g.scalar("carbon", &m.facility.carbon);
  });
}

}  // namespace weir
