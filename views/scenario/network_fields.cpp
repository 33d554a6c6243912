// The network of the machine, in the order in which its rows stand. A row shows where the topology has a use for it.
#include <fmt/format.h>

#include <QRegularExpression>

#include "core/jobs/network_choices.h"
#include "views/scenario/field_groups.h"

namespace weir::panel {
namespace {

constexpr Field::Group kGroup = Field::Group::Machine;

QString caption() { return translate("ScenarioFields", "Network"); }

using Applies = std::function<bool(const Scenario&)>;
Applies on(std::initializer_list<Topology> those) {
  return [list = std::vector<Topology>(those)](const Scenario& s) { return std::find(list.begin(), list.end(), s.machine.network.topology) != list.end(); };
}

QString topologyTitle(Topology t) {
  switch (t) {
    case Topology::SingleSwitch: return translate("ScenarioFields", "single switch");
    case Topology::LeafSpine: return translate("ScenarioFields", "leaf-spine");
    case Topology::FatTree: return translate("ScenarioFields", "fat tree");
    case Topology::Rail: return translate("ScenarioFields", "rail-optimised");
    case Topology::Dragonfly: return translate("ScenarioFields", "dragonfly");
    case Topology::DragonflyPlus: return translate("ScenarioFields", "dragonfly+");
    case Topology::Torus: return translate("ScenarioFields", "torus");
    case Topology::Mesh: return translate("ScenarioFields", "mesh");
    case Topology::HyperX: return translate("ScenarioFields", "HyperX");
    case Topology::SlimFly: return translate("ScenarioFields", "Slim Fly");
    case Topology::Graph: return translate("ScenarioFields", "own graph");
  }
  return {};
}

Choices shown(const std::vector<NetworkChoice>& choices) {
  Choices c;
  for (const NetworkChoice& n : choices) c.emplace_back(q(n.name), q(n.name));
  return c;
}

bool offers(const std::vector<NetworkChoice>& choices, const std::string& name) {
  return std::any_of(choices.begin(), choices.end(), [&](const NetworkChoice& c) { return c.name == name; });
}

Field topology() {
  Field f = enumerated(
      kGroup, {"machine.network.topology", translate("ScenarioFields", "Topology"), caption(), translate("ScenarioFields", "How nodes are wired")}, topologyNames(),
      [](auto& s) -> auto& { return s.machine.network.topology; },
      [](const Scenario& s) {
        Choices c;
        for (std::size_t i = 0; i < topologyNames().size(); ++i) {
          const auto t = static_cast<Topology>(i);
          // A graph comes from a file; there is nothing to switch to without one.
          if (t == Topology::Graph && s.machine.network.topology != t && s.machine.network.graph.cables.empty()) continue;
          c.emplace_back(q(topologyNames()[i]), topologyTitle(t));
        }
        return c;
      });
  f.set = [set = f.set](Scenario& s, const QString& text) -> Result<void> {
    const auto r = set(s, text);
    // A routing that the new topology cannot do would refuse the scenario at once.
    Network& n = s.machine.network;
    if (r && !offers(routingChoices(n.topology), n.routing)) n.routing = "ecmp";
    return r;
  };
  return f;
}

Field dimensions() {
  Field f = make::base(kGroup, {"machine.network.dimensions", translate("ScenarioFields", "Dimensions"), caption(),
                                translate("ScenarioFields", "Routers along each, as 4×4×8; empty = as equal as the nodes allow")});
  f.get = [](const Scenario& s) {
    QStringList l;
    for (const int d : s.machine.network.dimensions) l << QString::number(d);
    return l.join(QChar(0x00d7));  // without spaces: what follows one is taken for a unit
  };
  f.set = [](Scenario& s, const QString& text) -> Result<void> {
    static const QRegularExpression between(QStringLiteral("[x×*,;\\s]+"));
    std::vector<int> d;
    for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
      bool ok = false;
      const int v = part.toInt(&ok);
      if (!ok || v < 1)
        return fail(translate("ScenarioFields", "\"%1\" is no list of dimensions").arg(text).toStdString(), {}, translate("ScenarioFields", "write 4×4×8").toStdString());
      d.push_back(v);
    }
    s.machine.network.dimensions = std::move(d);
    return {};
  };
  f.applies = on({Topology::Torus, Topology::Mesh, Topology::HyperX});
  return f;
}

Field taper() {
  Field f = make::base(kGroup, {"machine.network.taper", translate("ScenarioFields", "Taper"), caption(),
                                translate("ScenarioFields", "Hosts' bandwidth over uplink bandwidth of an edge switch; 1 = none")});
  f.get = [](const Scenario& s) { return QString::number(s.machine.network.taper) + translate("ScenarioFields", " : 1"); };
  f.set = [](Scenario& s, const QString& text) -> Result<void> {
    bool ok = false;
    const double v = text.section(u':', 0, 0).trimmed().toDouble(&ok);
    if (!ok || !(v >= 1))
      return fail(translate("ScenarioFields", "\"%1\" is no taper").arg(text).toStdString(), {},
                  translate("ScenarioFields", "write 2 for half the bandwidth upwards; 1 is none").toStdString());
    s.machine.network.taper = v;
    return {};
  };
  make::steps(f, [](const Scenario&) { return make::doublings(1, 8); }, [](const Scenario& s) { return s.machine.network.taper; },
              [](double v) { return QString::number(v) + translate("ScenarioFields", " : 1"); }, false);
  f.applies = on({Topology::FatTree});
  return f;
}

std::vector<double> speeds(const Scenario&) { return {1e9, 2.5e9, 5e9, 10e9, 25e9, 40e9, 50e9, 100e9, 200e9, 400e9, 800e9, 1600e9}; }

template <class At>
Field speed(make::Label label, At at, bool slider) {
  Field f = make::quantity(kGroup, std::move(label), at);
  make::steps(f, speeds, [at](const Scenario& s) { return at(s).toBitsPerSecond(); }, [](double v) { return fieldtext::text(Bandwidth::bitsPerSecond(v)); }, slider);
  return f;
}

// A speed where 0 stands for another link's, and is no speed to step from: in words, which can be written too.
template <class At>
Field speedOrAs(make::Label label, const QString& other, At at) {
  Field f = make::quantity(kGroup, std::move(label), at);
  f.get = [at, other](const Scenario& s) { return at(s).toBitsPerSecond() > 0 ? fieldtext::text(at(s)) : other; };
  f.set = [at, other, number = f.set](Scenario& s, const QString& text) -> Result<void> {
    if (text.trimmed().compare(other, Qt::CaseInsensitive) != 0) return number(s, text);
    at(s) = {};
    return {};
  };
  return f;
}

// "leaf 0 > spine 1, leaf 2 > spine 0 at 50 %".
Field faults() {
  Field f = make::base(kGroup, {"machine.network.faults", translate("ScenarioFields", "Failed links"), translate("ScenarioFields", "Switches"),
                                translate("ScenarioFields", "Cables that are broken, or slow: leaf 0 > spine 1, leaf 2 > spine 0 at 50 %")});
  f.get = [](const Scenario& s) {
    QStringList l;
    for (const LinkFault& x : s.machine.network.faults)
      l << q(x.from) + QStringLiteral(" > ") + q(x.to) + (x.capacity > 0 ? QStringLiteral(" at %1 %").arg(QString::number(x.capacity * 100, 'g', 15)) : QString());
    return l.join(QStringLiteral(", "));
  };
  f.set = [](Scenario& s, const QString& text) -> Result<void> {
    static const QRegularExpression one(QStringLiteral("^\\s*(.+?)\\s*(?:>|→)\\s*(.+?)(?:\\s+at\\s+([0-9.eE+-]+)\\s*%)?\\s*$"));
    std::vector<LinkFault> faults;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
      if (part.trimmed().isEmpty()) continue;
      const auto m = one.match(part);
      bool ok = m.hasMatch();
      double left = 0;
      if (ok && !m.captured(3).isEmpty()) left = m.captured(3).toDouble(&ok) / 100;
      if (!ok || !(left >= 0) || left > 1)
        return fail(translate("ScenarioFields", "\"%1\" names no link").arg(part.trimmed()).toStdString(), {},
                    translate("ScenarioFields", "write leaf 0 > spine 1, as the topology picture names them").toStdString());
      faults.push_back({m.captured(1).toStdString(), m.captured(2).toStdString(), left});
    }
    s.machine.network.faults = std::move(faults);
    return {};
  };
  return f;
}

bool credits(const Scenario& s) { return s.machine.network.transport == "credit"; }

}  // namespace

void network(std::vector<Field>& out) {
  const QString network = caption();
  out.push_back(topology());
  const auto count = [&](const char* path, const QString& label, const QString& help, std::int64_t least, auto at, Applies applies) {
    out.push_back(make::integer(kGroup, {path, label, network, help}, least, at));
    out.back().applies = std::move(applies);
  };
  out.push_back(dimensions());
  out.push_back(taper());
  count("machine.network.levels", translate("ScenarioFields", "Levels"), translate("ScenarioFields", "Levels of switches in the fat tree"), 2,
        [](auto& s) -> auto& { return s.machine.network.levels; }, on({Topology::FatTree}));
  count("machine.network.radix", translate("ScenarioFields", "Switch radix"), translate("ScenarioFields", "Ports of a switch; 0 = the smallest that carries the nodes"), 0,
        [](auto& s) -> auto& { return s.machine.network.radix; }, on({Topology::FatTree}));
  count("machine.network.leaves", translate("ScenarioFields", "Leaf switches"), translate("ScenarioFields", "0 = as many as the nodes need; of a dragonfly+ in each group"), 0,
        [](auto& s) -> auto& { return s.machine.network.leaves; }, on({Topology::LeafSpine, Topology::Rail, Topology::DragonflyPlus}));
  count("machine.network.spines", translate("ScenarioFields", "Spine switches"), translate("ScenarioFields", "0 = as many as full bandwidth needs; of a dragonfly+ in each group"), 0,
        [](auto& s) -> auto& { return s.machine.network.spines; }, on({Topology::LeafSpine, Topology::Rail, Topology::DragonflyPlus}));
  count("machine.network.hosts_per_leaf", translate("ScenarioFields", "Nodes per leaf"), translate("ScenarioFields", "0 = derived from the nodes"), 0,
        [](auto& s) -> auto& { return s.machine.network.hosts_per_leaf; }, on({Topology::LeafSpine, Topology::Rail, Topology::DragonflyPlus}));
  count("machine.network.hosts_per_router", translate("ScenarioFields", "Nodes per router"), translate("ScenarioFields", "p of a dragonfly; 0 = derived from the nodes"), 0,
        [](auto& s) -> auto& { return s.machine.network.hosts_per_router; }, on({Topology::Dragonfly, Topology::Torus, Topology::Mesh, Topology::HyperX, Topology::SlimFly}));
  count("machine.network.routers_per_group", translate("ScenarioFields", "Routers per group"), translate("ScenarioFields", "a of a dragonfly; 0 = twice the global links of a router"), 0,
        [](auto& s) -> auto& { return s.machine.network.routers_per_group; }, on({Topology::Dragonfly}));
  count("machine.network.global_links_per_router", translate("ScenarioFields", "Global links"),
        translate("ScenarioFields", "To other groups: of a router (h of a dragonfly), of a spine (dragonfly+); 0 = derived"), 0,
        [](auto& s) -> auto& { return s.machine.network.global_links_per_router; }, on({Topology::Dragonfly, Topology::DragonflyPlus}));
  count("machine.network.groups", translate("ScenarioFields", "Groups"), translate("ScenarioFields", "0 = as many as the nodes need"), 0,
        [](auto& s) -> auto& { return s.machine.network.groups; }, on({Topology::Dragonfly, Topology::DragonflyPlus}));
  count("machine.network.slim_fly_q", translate("ScenarioFields", "Field size q"), translate("ScenarioFields", "2 q² routers; 0 = the smallest that fits"), 0,
        [](auto& s) -> auto& { return s.machine.network.slim_fly_q; }, on({Topology::SlimFly}));
  out.push_back(make::choice(kGroup, {"machine.network.endpoints", translate("ScenarioFields", "Hosts are"), network,
                                      translate("ScenarioFields", "Nodes, whose NICs count as one; or accelerators, and NICs, PCIe and NVLink are links too")},
                             [](auto& s) -> auto& { return s.machine.network.endpoints; },
                             [](const Scenario&) { return Choices{{"node", translate("ScenarioFields", "nodes")}, {"accelerator", translate("ScenarioFields", "accelerators")}}; }));
  out.push_back(speed({"machine.network.link.bandwidth", translate("ScenarioFields", "Link bandwidth"), network,
                       translate("ScenarioFields", "Of one link, one direction; Gb/s are bits, GB/s bytes")},
                      [](auto& s) -> auto& { return s.machine.network.link.bandwidth; }, true));
  {
    Field f = make::quantity(kGroup, {"machine.network.link.latency", translate("ScenarioFields", "Link latency"), network, translate("ScenarioFields", "Of one link, without switches")},
                             [](auto& s) -> auto& { return s.machine.network.link.latency; });
    make::steps(f, [](const Scenario&) { return std::vector<double>{1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 1e9}; },
                [](const Scenario& s) { return double(s.machine.network.link.latency.toPs()); },
                [](double v) { return fieldtext::text(Time::ps(qint64(v))); }, false);
    out.push_back(std::move(f));
  }
  out.push_back(speedOrAs({"machine.network.fabric_bandwidth", translate("ScenarioFields", "Between switches"), network, translate("ScenarioFields", "Bandwidth of a link between switches; 0 b/s = as the nodes' links")},
                          translate("ScenarioFields", "as the links"), [](auto& s) -> auto& { return s.machine.network.fabric_bandwidth; }));
  out.back().applies = [](const Scenario& s) { return s.machine.network.topology != Topology::SingleSwitch && s.machine.network.topology != Topology::Graph; };
  out.push_back(speedOrAs({"machine.network.global_bandwidth", translate("ScenarioFields", "Between groups"), network,
                           translate("ScenarioFields", "Bandwidth of a global link, or of a fat tree's upper levels; 0 b/s = as between switches")},
                          translate("ScenarioFields", "as between switches"), [](auto& s) -> auto& { return s.machine.network.global_bandwidth; }));
  out.back().applies = on({Topology::Dragonfly, Topology::DragonflyPlus, Topology::FatTree});
  out.push_back(speed({"machine.node.nic.bandwidth", translate("ScenarioFields", "NIC bandwidth"), network,
                       translate("ScenarioFields", "Of one adapter of a node; a node sends no faster than its adapters and the link they are on")},
                      [](auto& s) -> auto& { return s.machine.node.nic.bandwidth; }, false));
  out.push_back(make::quantity(kGroup, {"machine.network.mtu", translate("ScenarioFields", "Packet size"), network, translate("ScenarioFields", "Largest packet (MTU)")},
                               [](auto& s) -> auto& { return s.machine.network.mtu; }));
}

void networkDetail(std::vector<Field>& out) {
  const QString network = caption();
  out.push_back(make::choice(kGroup, {"machine.network.routing", translate("ScenarioFields", "Routing"), network, translate("ScenarioFields", "Which way packets go")},
                             [](auto& s) -> auto& { return s.machine.network.routing; }, [](const Scenario& s) { return shown(routingChoices(s.machine.network.topology)); }));
  out.push_back(make::choice(kGroup, {"machine.network.transport", translate("ScenarioFields", "Transport"), network,
                                      translate("ScenarioFields", "How ends and switches keep queues in check: credits of the links, or what the ends do")},
                             [](auto& s) -> auto& { return s.machine.network.transport; }, [](const Scenario&) { return shown(transportChoices()); }));
  const QString switches = translate("ScenarioFields", "Switches");
  const auto quantity = [&](const char* path, const QString& label, const QString& help, auto at, Applies applies = nullptr) {
    out.push_back(make::quantity(kGroup, {path, label, switches, help}, at));
    out.back().applies = std::move(applies);
  };
  const auto toggle = [&](const char* path, const QString& label, const QString& help, auto at, Applies applies = nullptr) {
    out.push_back(make::toggle(kGroup, {path, label, switches, help}, at));
    out.back().applies = std::move(applies);
  };
  const auto ends = [](const Scenario& s) { return !credits(s); };
  const auto pauses = [](const Scenario& s) { return !credits(s) && s.machine.network.sw.pfc; };
  quantity("machine.network.switch.latency", translate("ScenarioFields", "Switch latency"), translate("ScenarioFields", "Of one switch, from port to port"), [](auto& s) -> auto& { return s.machine.network.sw.latency; });
  quantity("machine.network.switch.buffer", translate("ScenarioFields", "Buffer"), translate("ScenarioFields", "Of a port, or of the whole switch where it is shared; 0 B = the default"), [](auto& s) -> auto& { return s.machine.network.sw.buffer; });
  toggle("machine.network.switch.shared_buffer", translate("ScenarioFields", "Shared buffer"), translate("ScenarioFields", "Ports take from one buffer, by dynamic thresholds"), [](auto& s) -> auto& { return s.machine.network.sw.shared_buffer; });
  toggle("machine.network.switch.cut_through", translate("ScenarioFields", "Cut-through"), translate("ScenarioFields", "A packet leaves once its header has come; else once all of it has"), [](auto& s) -> auto& { return s.machine.network.sw.cut_through; });
  out.push_back(make::integer(kGroup, {"machine.network.switch.virtual_channels", translate("ScenarioFields", "Virtual channels"), switches, translate("ScenarioFields", "Of each link; 0 = as many as the routing needs")}, 0,
                              [](auto& s) -> auto& { return s.machine.network.sw.virtual_channels; }));
  out.back().applies = credits;
  toggle("machine.network.switch.pfc", translate("ScenarioFields", "Pauses (PFC)"), translate("ScenarioFields", "Full ports pause their senders; without, what does not fit is dropped"), [](auto& s) -> auto& { return s.machine.network.sw.pfc; }, ends);
  quantity("machine.network.switch.pause.xoff", translate("ScenarioFields", "Pause above"), translate("ScenarioFields", "Bytes of a port and priority; 0 B = derived from the buffer"), [](auto& s) -> auto& { return s.machine.network.sw.pause.xoff; }, pauses);
  quantity("machine.network.switch.ecn.min", translate("ScenarioFields", "Marks from"), translate("ScenarioFields", "Packets that leave a longer queue may be marked (ECN); 0 B = as the transport wants"), [](auto& s) -> auto& { return s.machine.network.sw.ecn.min; }, ends);
  quantity("machine.network.switch.ecn.max", translate("ScenarioFields", "Marks all above"), translate("ScenarioFields", "Packets that leave a longer queue are all marked; 0 B = as the transport wants"), [](auto& s) -> auto& { return s.machine.network.sw.ecn.max; }, ends);
  out.push_back(faults());
}

}  // namespace weir::panel
