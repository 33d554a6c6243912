// What the traffic view can be narrowed to: steps, operations, communicators, one collective, files.
#include <QRegularExpression>

#include "core/summarize/traffic_text.h"
#include "views/heatmap/heatmap_answer.h"

namespace weir {

void HeatmapView::syncSteps() {
  step_->clear();
  step_->addItem(tr("all steps"));
  const ShownRun* r = chosen();
  std::vector<std::int64_t> numbers;
  if (r && state().stepsByHand(r->id)) numbers = Choices::numbersOf({{kUnknownRank, *state().stepsByHand(r->id)}});
  else if (r && choices_ && choices_->run == r->run) numbers = Choices::numbersOf(choices_->steps.ranks);
  constexpr std::size_t kMost = 5000;  // beyond, the range of time tells better which
  for (std::size_t k = 0; k < std::min(numbers.size(), kMost); ++k) step_->addItem(tr("step %1").arg(numbers[k]), static_cast<qlonglong>(numbers[k]));
  step_->setCurrentIndex(settings_.step ? std::max(step_->findData(static_cast<qlonglong>(*settings_.step)), 0) : 0);
}

QString HeatmapView::groupText(std::uint32_t group) const {
  if (group == 0) return tr("not named");
  if (group == kNoInstance || !chosen()) return tr("none");
  QString s = q(membersText(*chosen()->run, group));
  static const QRegularExpression more(QStringLiteral("^ranks (.*) and (\\d+) more$"));
  if (const auto m = more.match(s); m.hasMatch()) return tr("ranks %1 and %2 more").arg(m.captured(1), m.captured(2));
  if (s.startsWith(QStringLiteral("ranks "))) return tr("ranks %1").arg(s.mid(6));
  return tr("unknown group");
}

QString HeatmapView::collectiveText(const TrafficCollective& c) const {
  const ShownRun* r = chosen();
  QString s = tr("%1 at %2").arg(q(name(c.operation)), chart::valueText(static_cast<double>(c.start + r->shift) / 1e12, "s"));
  const std::int32_t rank = r->run->collectives[c.call].rank;
  if (c.group > 0) s += QStringLiteral(" · ") + groupText(c.group);
  else if (c.calls > 1) s += QStringLiteral(" · ") + tr("rank %1 and %2 more").arg(rank).arg(c.calls - 1);
  else if (rank >= 0) s += QStringLiteral(" · ") + tr("rank %1").arg(rank);
  if (c.bytes >= 0) s += QStringLiteral(" · ") + chart::valueText(static_cast<double>(c.bytes), "B");
  return s;
}

// What is counted: operations in the menu itself; communicators and collectives, of which there may be thousands, in lists.
void HeatmapView::syncMenu() {
  countedMenu_->clear();
  const ShownRun* r = chosen();
  const bool known = r && choices_ && choices_->run == r->run && (!shown_ || shown_->request.show == Settings::Show::Ranks);
  const bool several = known && (choices_->traffic.operations.size() > 1 || choices_->traffic.groups.size() > 1 || choices_->collectives.size() > 1);
  counted_->setVisible(several);
  counted_->setText(settings_.call                                          ? tr("One collective")
                    : settings_.operations.empty() && settings_.groups.empty() ? tr("All collectives")
                                                                            : tr("Some collectives"));
  if (!known) return;
  QAction* all = countedMenu_->addAction(tr("Count everything"));
  connect(all, &QAction::triggered, this, [this] {
    Settings s = settings_;
    s.operations.clear();
    s.groups.clear();
    s.call.reset();
    setSettings(s);
  });
  countedMenu_->addSection(tr("Operations"));
  for (const auto& [op, of] : choices_->traffic.operations) {
    QAction* a = countedMenu_->addAction(tr("%1 (%2)").arg(q(name(op))).arg(of.collectives));
    a->setCheckable(true);
    a->setChecked(settings_.operations.empty() || settings_.operations.contains(op));
    connect(a, &QAction::toggled, this, [this, op = op](bool on) {
      Settings s = settings_;
      if (s.operations.empty())
        for (const auto& [each, n] : choices_->traffic.operations) s.operations.insert(each);
      if (on) s.operations.insert(op);
      else s.operations.erase(op);
      if (s.operations.size() == choices_->traffic.operations.size()) s.operations.clear();
      setSettings(s);
    });
  }
  countedMenu_->addSeparator();
  if (const std::size_t n = choices_->traffic.groups.size(); n > 1)
    countedMenu_->addAction(settings_.groups.empty() ? tr("Communicators (all %1)…").arg(n) : tr("Communicators (%1 of %2)…").arg(settings_.groups.size()).arg(n), this, &HeatmapView::openGroups);
  if (choices_->collectives.size() > 1) countedMenu_->addAction(tr("One collective of %1…").arg(choices_->collectives.size()), this, &HeatmapView::openCollectives);
}

void HeatmapView::openGroups() {
  if (!choices_ || !chosen()) return;
  const auto& groups = choices_->traffic.groups;
  std::vector<bool> on;
  for (const auto& [group, of] : groups) on.push_back(settings_.groups.empty() || settings_.groups.contains(group));
  groupsPopup_->setChoices(static_cast<int>(groups.size()),
                           [this, choices = choices_](int i) {
                             const auto& [group, of] = choices->traffic.groups[static_cast<std::size_t>(i)];
                             const QString size = of.bytes > 0 ? chart::valueText(static_cast<double>(of.bytes), "B") : tr("size unknown");
                             return tr("%1 · collectives: %2 · %3").arg(chosen() ? groupText(group) : QString()).arg(of.collectives).arg(size);
                           },
                           std::move(on));
  groupsPopup_->openBelow(counted_);
}

void HeatmapView::takeGroups(const std::vector<bool>& on) {
  if (!choices_ || on.size() != choices_->traffic.groups.size()) return;
  Settings s = settings_;
  s.groups.clear();
  for (std::size_t i = 0; i < on.size(); ++i)
    if (on[i]) s.groups.insert(choices_->traffic.groups[i].first);
  // None: a group that no call is of, for an empty set means all.
  if (s.groups.empty()) s.groups.insert(kNoInstance);
  else if (s.groups.size() == on.size()) s.groups.clear();
  setSettings(s);
}

void HeatmapView::openCollectives() {
  if (!choices_ || !chosen()) return;
  const auto& of = choices_->collectives;
  std::vector<bool> on(of.size() + 1, false);
  on[0] = !settings_.call;
  for (std::size_t i = 0; i < of.size() && settings_.call; ++i) on[i + 1] = of[i].call == *settings_.call;
  std::vector<QString> texts;  // a search reads them all
  texts.reserve(of.size() + 1);
  texts.push_back(tr("all collectives"));
  for (const TrafficCollective& c : of) texts.push_back(collectiveText(c));
  const int count = static_cast<int>(texts.size());
  collectivesPopup_->setChoices(count, [texts = std::move(texts)](int i) { return texts[static_cast<std::size_t>(i)]; }, std::move(on));
  collectivesPopup_->openBelow(counted_);
}

void HeatmapView::syncFiles() {
  const QString text = settings_.ioPlace.empty() ? tr("All files") : q(settings_.ioPlace);
  files_->setText(fontMetrics().elidedText(text, Qt::ElideLeft, 20 * fontMetrics().averageCharWidth()) + QStringLiteral(" ▾"));
}

void HeatmapView::openFiles() {
  if (!choices_) return;
  const auto& files = choices_->files;
  std::vector<bool> on(files.size() + 1, false);
  on[0] = settings_.ioPlace.empty();
  for (std::size_t i = 0; i < files.size() && !on[0]; ++i) on[i + 1] = files[i].path == settings_.ioPlace;
  filesPopup_->setChoices(static_cast<int>(files.size()) + 1,
                          [choices = choices_](int i) {
                            if (i == 0) return tr("all files");
                            const HeatFile& f = choices->files[static_cast<std::size_t>(i - 1)];
                            const QString text = f.what == HeatFile::What::Mount    ? tr("%1 (mount point)").arg(q(f.path))
                                                 : f.what == HeatFile::What::Folder ? tr("%1 (folder)").arg(q(f.path))
                                                                                    : q(f.path);
                            return tr("%1 · %2 · operations: %3").arg(text, chart::valueText(static_cast<double>(f.bytes), "B")).arg(f.operations);
                          },
                          std::move(on));
  filesPopup_->openBelow(files_);
}

}  // namespace weir
