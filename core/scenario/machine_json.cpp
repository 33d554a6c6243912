#include <array>

#include "core/scenario/fields.h"

namespace weir {
namespace {

using Words = std::string_view;
constexpr std::array kTopologies{Words("switch"), Words("leaf-spine"), Words("fat-tree"), Words("rail"),     Words("dragonfly"), Words("dragonfly+"),
                                 Words("torus"),  Words("mesh"),       Words("hyperx"),   Words("slim-fly"), Words("graph")};
constexpr std::array kEndpoints{Words("node"), Words("accelerator")};
constexpr std::array kFabrics{Words("none"), Words("nvswitch"), Words("nvlink"), Words("xgmi"), Words("pcie")};
constexpr std::array kPaths{Words("pix"), Words("pxb"), Words("pxn"), Words("p2c"), Words("phb"), Words("sys")};
constexpr std::array kRouting{Words("ecmp"),    Words("spray"),  Words("adaptive"), Words("minimal"), Words("dimension-order"),
                              Words("valiant"), Words("ugal-l"), Words("ugal-g")};
constexpr std::array kTransport{Words("credit"), Words("dcqcn"), Words("hpcc"), Words("swift"), Words("dctcp"), Words("ndp"), Words("nscc")};
constexpr std::array kRecovery{Words(""), Words("selective"), Words("go-back-n")};
constexpr std::array kVerbs{Words("write"), Words("read"), Words("send")};
constexpr std::array kScopes{Words("node"), Words("shared")};

void range(Fields& f, std::string_view name, PowerRange& p) {
  f.object(name, [&](Fields& g) {
    g.scalar("idle", &p.idle);
    g.scalar("max", &p.max);
  });
}

void describeNic(Fields& f, Nic& n) {
  f.scalar("bandwidth", &n.bandwidth);
  f.scalar("attained", &n.attained);
  f.scalar("latency", &n.latency);
  f.scalar("overhead", &n.overhead);
  f.scalar("message_rate", &n.message_rate);
  f.scalar("rdma", &n.rdma);
  f.scalar("gpudirect", &n.gpudirect);
  f.word("verb", n.verb, kVerbs);
  f.scalar("eager_limit", &n.eager_limit);
  f.scalar("duplex", &n.duplex);
  f.word("path", n.path, kPaths);
  f.scalar("pcie", &n.pcie);
  f.scalar("staging", &n.staging);
  f.scalar("power", &n.power);
}

void describeNode(Fields& f, Node& n) {
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
  f.object("nic", [&](Fields& g) { describeNic(g, n.nic); });
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

void describeNetwork(Fields& f, Network& n) {
  f.word("topology", n.topology, kTopologies);
  f.integers("dimensions", n.dimensions);
  f.scalar("hosts_per_router", &n.hosts_per_router);
  f.scalar("routers_per_group", &n.routers_per_group);
  f.scalar("global_links_per_router", &n.global_links_per_router);
  f.scalar("groups", &n.groups);
  f.scalar("slim_fly_q", &n.slim_fly_q);
  f.scalar("file", &n.graph_file);
  f.list("hosts", {[&] { return n.graph.hosts.size(); }, [](std::size_t) { return std::string_view(); },
                   [&](Fields& g, std::size_t i) { g.scalar("name", &n.graph.hosts[i]); },
                   [&](std::span<const std::string> names) { n.graph.hosts.resize(names.size()); }});
  f.list("cables", {[&] { return n.graph.cables.size(); }, [](std::size_t) { return std::string_view(); },
                    [&](Fields& g, std::size_t i) {
                      GraphCable& c = n.graph.cables[i];
                      g.scalar("from", &c.from);
                      g.scalar("to", &c.to);
                      g.scalar("bandwidth", &c.bandwidth);
                      g.scalar("latency", &c.latency);
                      g.scalar("one_way", &c.one_way);
                    },
                    [&](std::span<const std::string> names) { n.graph.cables.resize(names.size()); }});
  f.scalar("fabric_bandwidth", &n.fabric_bandwidth);
  f.scalar("global_bandwidth", &n.global_bandwidth);
  f.scalar("fabric_latency", &n.fabric_latency);
  f.scalar("global_latency", &n.global_latency);
  f.list("faults", {[&] { return n.faults.size(); }, [](std::size_t) { return std::string_view(); },
                    [&](Fields& g, std::size_t i) {
                      LinkFault& l = n.faults[i];
                      g.scalar("from", &l.from);
                      g.scalar("to", &l.to);
                      g.scalar("capacity", &l.capacity);
                    },
                    [&](std::span<const std::string> names) { n.faults.resize(names.size()); }});
  f.word("endpoints", n.endpoints, kEndpoints);
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
    g.scalar("shared_buffer", &n.sw.shared_buffer);
    g.scalar("buffer_alpha", &n.sw.buffer_alpha);
    g.scalar("cut_through", &n.sw.cut_through);
    g.scalar("virtual_channels", &n.sw.virtual_channels);
    g.scalar("pfc", &n.sw.pfc);
    g.object("ecn", [&](Fields& h) {
      h.scalar("min", &n.sw.ecn.min);
      h.scalar("max", &n.sw.ecn.max);
      h.scalar("probability", &n.sw.ecn.probability);
    });
    g.object("pause", [&](Fields& h) {
      h.scalar("xoff", &n.sw.pause.xoff);
      h.scalar("xon", &n.sw.pause.xon);
      h.scalar("headroom", &n.sw.pause.headroom);
    });
    g.scalar("power", &n.sw.power);
  });
  f.word("routing", n.routing, kRouting);
  f.word("transport", n.transport, kTransport);
  f.object("transport_settings", [&](Fields& g) {
    TransportSettings& t = n.transport_settings;
    g.word("recovery", t.recovery, kRecovery);
    g.scalar("window", &t.window);
    g.scalar("timeout", &t.timeout);
    g.scalar("gain", &t.gain);
    g.scalar("rate_increase", &t.rate_increase);
    g.scalar("rate_timer", &t.rate_timer);
    g.scalar("alpha_timer", &t.alpha_timer);
    g.scalar("mark_interval", &t.mark_interval);
    g.scalar("byte_counter", &t.byte_counter);
    g.scalar("utilization", &t.utilization);
    g.scalar("target_delay", &t.target_delay);
  });
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

std::span<const std::string_view> topologyNames() { return kTopologies; }

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
  f.object("node", [&](Fields& g) { describeNode(g, m.node); });
  f.object("network", [&](Fields& g) { describeNetwork(g, m.network); });
  f.list("storage", {[&] { return m.storage.size(); }, [&](std::size_t i) { return std::string_view(m.storage[i].name); },
                     [&](Fields& g, std::size_t i) { tier(g, m.storage[i]); },
                     [&](std::span<const std::string> names) { resizeTiers(m.storage, names); }});
  f.object("facility", [&](Fields& g) {
    g.scalar("pue", &m.facility.pue);
    g.scalar("carbon", &m.facility.carbon);
  });
}

}  // namespace weir
