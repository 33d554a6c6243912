// What the topology view says: titles, remarks, facts of a link or a node, the table.
#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "views/topology/topology_answer.h"

namespace weir {
namespace {

constexpr std::size_t kHot = 8;

QString arrow(QString name) { return name.replace(QStringLiteral(" > "), QStringLiteral(" → ")); }
QString bandwidth(Bandwidth b) { return q(units::show(b)); }

QString topologyName(Topology t) {
  switch (t) {
    case Topology::SingleSwitch: return TopologyView::tr("single switch");
    case Topology::LeafSpine: return TopologyView::tr("leaf-spine");
    case Topology::FatTree: return TopologyView::tr("fat tree");
    case Topology::Rail: return TopologyView::tr("rail-optimised network");
    case Topology::Dragonfly: return TopologyView::tr("dragonfly");
    case Topology::DragonflyPlus: return TopologyView::tr("dragonfly+");
    case Topology::Torus: return TopologyView::tr("torus");
    case Topology::Mesh: return TopologyView::tr("mesh");
    case Topology::HyperX: return TopologyView::tr("HyperX");
    case Topology::SlimFly: return TopologyView::tr("Slim Fly");
    case Topology::Graph: return TopologyView::tr("graph");
  }
  return {};
}

QString capitalised(const QString& s) { return s.left(1).toUpper() + s.mid(1); }

}  // namespace

QString TopologyView::groupName(const std::string& group) {
  if (group == "link utilisation") return tr("link utilisation");
  if (group == "queue depth") return tr("queue depth");
  if (group == "marks") return tr("marks");
  if (group == "drops") return tr("drops");
  if (group == "trims") return tr("trims");
  if (group == "pauses") return tr("pauses");
  return q(group);
}

QString TopologyView::nothing() const {
  for (const ShownRun& r : state().runs())
    if (r.visible && r.run->scenario.empty())
      return tr("“%1” was measured: a trace does not tell how its machine is wired. Describe the machine in the scenario panel, or open a "
                "scenario: its network appears here, and what each link carries while it is simulated.")
          .arg(r.title);
  return tr("The network of the scenario in hand appears here, and, while packets are simulated, what each link carries. Choose a machine in "
            "the scenario panel, open a scenario, or try “Simulate packets”.");
}

QString TopologyView::emptyReason() const {
  const auto r = request();
  if (!r) return nothing();
  if (shown_ && shown_->request.sameNetwork(*r)) return shown_->network ? QString() : q(shown_->error);
  // Not looked at yet. Only a figure asks then: the answer is worth the time.
  if (isVisible() || parentWidget()) return {};
  const auto a = answer(*r, nullptr);
  return a->network ? QString() : q(a->error);
}

TopologyPicture TopologyView::picture(const Answer& a) const {
  TopologyPicture p;
  p.network = a.network;
  const NetworkPicture& n = *a.network;
  p.loaded = a.request.run && a.load.known();
  p.title = tr("%1 of %2 hosts, %3 switches: %4")
                .arg(capitalised(topologyName(n.topology)), QLocale(QLocale::English).toString(n.hosts),
                     QLocale(QLocale::English).toString(static_cast<qulonglong>(n.nodes.size()) - n.hosts), a.request.title);
  QStringList remark;
  if (p.loaded) {
    const bool mean = a.load.cell == LinkHeat::Cell::Mean && !a.request.peak;
    const bool peak = a.load.cell == LinkHeat::Cell::Peak || a.request.peak;
    p.value = a.request.peak ? a.load.peak : a.load.value;
    p.unit = a.load.unit;
    p.incomplete = a.load.incomplete;
    const QString name = groupName(a.load.group);
    p.valueTitle = capitalised(mean ? tr("%1, mean").arg(name) : peak ? tr("%1, highest").arg(name) : name);
    p.fitScale();
    NetworkLoad shown = a.load;
    shown.value = p.value;
    p.hot = hottest(shown, kHot);
    const QString when = tr("%1 to %2").arg(chart::durationText(a.request.range.from + a.request.shift), chart::durationText(a.request.range.to + a.request.shift));
    remark << (a.request.latest ? tr("The latest part, %1.").arg(when) : tr("Time shown: %1.").arg(when));
    p.remarkOneLine = tr("A line has the colour of its busier direction.");
    p.remarkMerged = tr("Where a line stands for several cables, of their mean.");
    if (a.load.strangers > 0) remark << tr("%n counter(s) belong to no link of this network.", nullptr, static_cast<int>(a.load.strangers));
  } else if (a.request.run) {
    remark << (a.request.run->truth == Truth::Predicted ? tr("Closed forms say nothing of single links: simulate packets or flows to see what each carries.")
                                                        : tr("This run has nothing on its links in this time."));
  } else {
    remark << tr("Not simulated yet: links show their bandwidth. Simulate packets to see what each carries.");
  }
  const auto failed = std::count_if(n.links.begin(), n.links.end(), [](const auto& l) { return l.failed(); });
  if (failed > 0) remark << tr("%n cable(s) have failed.", nullptr, static_cast<int>(failed / 2));
  p.remark = remark.join(QLatin1Char(' '));
  return p;
}

std::vector<std::pair<QString, QString>> TopologyView::linkFacts(const Answer& a, std::uint32_t link) const {
  std::vector<std::pair<QString, QString>> f;
  const auto& l = a.network->links[link];
  f.emplace_back(tr("Link"), arrow(q(a.network->linkName(link))));
  f.emplace_back(tr("Bandwidth"), l.failed() ? tr("failed") : bandwidth(l.bandwidth));
  if (!a.load.known() || l.failed()) return f;
  const QString name = capitalised(groupName(a.load.group));
  const auto value = [](float v, const std::string& unit) { return std::isnan(v) ? tr("unknown: only the busiest links were kept") : chart::valueText(static_cast<double>(v), unit); };
  if (a.load.cell == LinkHeat::Cell::Mean) {
    f.emplace_back(tr("%1, mean").arg(name), value(a.load.value[link], a.load.unit));
    f.emplace_back(tr("%1, peak").arg(name), value(a.load.peak[link], a.load.unit));
  } else {
    f.emplace_back(a.load.cell == LinkHeat::Cell::Peak ? tr("%1, highest").arg(name) : name, value(a.load.value[link], a.load.unit));
  }
  if (a.load.group != "queue depth" && a.queue.known()) f.emplace_back(tr("Queue before it, highest"), value(a.queue.value[link], "B"));
  return f;
}

std::vector<std::pair<QString, QString>> TopologyView::facts(const TopologyHit& hit) const {
  std::vector<std::pair<QString, QString>> f;
  if (!shown_ || !shown_->network || !hit.any()) return f;
  const Answer& a = *shown_;
  const NetworkPicture& n = *a.network;
  const TopologyScene& scene = canvas_->scene();
  const TopologyPicture& p = canvas_->picture();
  const auto nameOf = [&](std::uint32_t id) { return q((id & SceneNode::kCluster) ? n.clusters[id & ~SceneNode::kCluster].name : n.nodes[id].name); };
  if (hit.link && *hit.link < scene.links.size()) {
    const SceneLink& l = scene.links[*hit.link];
    if (l.cables == 1) {
      const std::uint32_t link = hit.backward ? l.link ^ 1U : l.link;
      f = linkFacts(a, link);
      if (p.loaded && !n.links[link].failed()) f.emplace_back(tr("The other way"), chart::valueText(static_cast<double>(p.of(link ^ 1U)), p.unit));
    } else {
      f.emplace_back(tr("Cables"), tr("%1 – %2").arg(nameOf(l.nodeA), nameOf(l.nodeB)));
      f.emplace_back(tr("Number"), l.failed > 0 ? tr("%1, %2 of them failed").arg(l.cables).arg(l.failed) : QString::number(l.cables));
      f.emplace_back(tr("Bandwidth, together"), bandwidth(l.capacity));
      if (p.loaded) {
        f.emplace_back(tr("%1, mean of all").arg(p.valueTitle),
                       tr("%1 one way, %2 the other").arg(chart::valueText(static_cast<double>(l.forward), p.unit), chart::valueText(static_cast<double>(l.backward), p.unit)));
        const std::uint32_t hot = std::isnan(p.of(l.link ^ 1U)) || p.of(l.link) >= p.of(l.link ^ 1U) ? l.link : l.link ^ 1U;
        f.emplace_back(tr("Hottest"), tr("%1, %2").arg(arrow(q(n.linkName(hot))), chart::valueText(static_cast<double>(p.of(hot)), p.unit)));
      }
    }
  } else if (hit.node && *hit.node < scene.nodes.size()) {
    const SceneNode& node = scene.nodes[*hit.node];
    const auto in = [&](std::uint32_t id) { return node.cluster() ? n.nodes[id].cluster == node.index() : id == node.index(); };
    f.emplace_back(node.level == 0 ? tr("Host") : tr("Switch"), nameOf(node.id));
    if (node.cluster()) f.back() = {tr("Together"), tr("%1 (%2)").arg(nameOf(node.id)).arg(n.clusters[node.index()].nodes.size())};
    std::size_t cables = 0, failed = 0;
    double capacity = 0, carried = 0;
    float most = 0, queue = 0;
    std::uint32_t hot = NetworkPicture::kNone;
    for (std::uint32_t l = 0; l < n.links.size(); ++l) {
      if (!in(n.links[l].from) || (node.cluster() && in(n.links[l].to))) continue;
      ++cables;
      if (n.links[l].failed()) {
        ++failed;
        continue;
      }
      const double w = n.links[l].bandwidth.toBitsPerSecond();
      capacity += w;
      if (const float v = p.of(l); v >= 0) {
        carried += static_cast<double>(v) * w;
        if (hot == NetworkPicture::kNone || v > most) {
          most = v;
          hot = l;
        }
      }
      if (l < a.queue.value.size() && a.queue.value[l] > queue) queue = a.queue.value[l];
    }
    f.emplace_back(tr("Cables"), failed > 0 ? tr("%1, %2 of them failed").arg(cables).arg(failed) : QString::number(cables));
    f.emplace_back(tr("Bandwidth, each way"), bandwidth(Bandwidth::bitsPerSecond(capacity)));
    if (p.loaded && capacity > 0) {
      f.emplace_back(tr("%1, mean of what leaves it").arg(p.valueTitle), chart::valueText(carried / capacity, p.unit));
      if (most > 0) f.emplace_back(tr("Hottest"), tr("%1, %2").arg(arrow(q(n.linkName(hot))), chart::valueText(static_cast<double>(most), p.unit)));
      if (a.queue.known()) f.emplace_back(tr("Queue, highest of its ports"), chart::valueText(static_cast<double>(queue), "B"));
    }
  }
  if (a.request.run) f.emplace_back(tr("Run"), a.request.title);
  return f;
}

QString TopologyView::line(const TopologyHit& hit) const {
  QStringList parts;
  for (const auto& [what, value] : facts(hit)) parts << (parts.isEmpty() ? value : what + QLatin1Char(' ') + value);
  if (parts.size() > 1 && shown_ && shown_->request.run) parts.removeLast();
  return parts.join(QStringLiteral(" · "));
}

QVector<QStringList> TopologyView::table() const {
  QVector<QStringList> t;
  const auto r = request();
  if (!r) return t;
  const auto a = answer(*r, shown_ && shown_->request.sameNetwork(*r) ? shown_->network : nullptr);
  if (!a->network) return t;
  const auto text = [](double v) { return std::isnan(v) ? QStringLiteral("unknown") : QString::number(v, 'g', 9); };
  const bool loaded = r->run && a->load.known();
  QStringList head{tr("from"), tr("to"), tr("bandwidth (b/s)")};
  if (loaded) {
    head << tr("%1 (%2)").arg(groupName(a->load.group), q(a->load.unit)) << tr("%1, peak (%2)").arg(groupName(a->load.group), q(a->load.unit));
    if (a->queue.known() && r->group != "queue depth") head << tr("queue depth, highest (B)");
  }
  t << head;
  for (std::uint32_t l = 0; l < a->network->links.size(); ++l) {
    const auto& link = a->network->links[l];
    QStringList row{q(a->network->nodes[link.from].name), q(a->network->nodes[link.to].name), text(link.bandwidth.toBitsPerSecond())};
    if (loaded) {
      row << text(static_cast<double>(a->load.value[l])) << text(static_cast<double>(a->load.peak[l]));
      if (a->queue.known() && r->group != "queue depth") row << text(static_cast<double>(a->queue.value[l]));
    }
    t << row;
  }
  return t;
}

}  // namespace weir
