// The controls of the traffic view: what can be asked of the chosen run.
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/summarize/traffic_text.h"
#include "views/heatmap/heatmap_answer.h"
#include "views/shared/truth_icon.h"

namespace weir {
namespace {

void chooseData(QComboBox* c, const QVariant& data) { c->setCurrentIndex(std::max(c->findData(data), 0)); }

}  // namespace

void HeatmapView::buildControls() {
  const auto combo = [&](QComboBox*& c, const QString& accessible, const QString& tip = {}) {
    c = new QComboBox;
    c->setAccessibleName(accessible);
    c->setToolTip(tip);
    c->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  };
  const auto label = [&](QLabel*& l, const QString& text, QWidget* buddy) {
    l = new QLabel(text);
    l->setBuddy(buddy);
  };
  combo(what_, tr("What is shown"));
  combo(run_, tr("Run"));
  combo(algorithm_, tr("Algorithm by which collectives are expanded"),
        tr("Traces name collectives, not messages: who sends to whom follows from the algorithm. “As the trace names it” is a ring where the trace names none; an all-to-all goes pairwise, straight to each."));
  combo(step_, tr("Training step that is counted"), tr("Count only the collectives and messages that begin in this step of their rank. Steps are those of the timeline's ruler."));
  combo(order_, tr("Order of the links"));
  combo(layer_, tr("Layer of I/O"), tr("The lowest layer counts every byte once: POSIX and STDIO. MPI-IO or HDF5 count what the program asked for."));
  combo(kind_, tr("Kind of I/O"));
  run_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  run_->setMinimumContentsLength(14);
  label(runLabel_, tr("Run"), run_);
  label(algorithmLabel_, tr("Expand as"), algorithm_);
  label(stepLabel_, tr("Step"), step_);
  label(orderLabel_, tr("Order"), order_);
  label(layerLabel_, tr("Layer"), layer_);

  algorithm_->addItem(tr("as the trace names it"), static_cast<int>(Algorithm::Auto));
  algorithm_->addItem(tr("ring"), static_cast<int>(Algorithm::Ring));
  algorithm_->addItem(tr("double binary tree"), static_cast<int>(Algorithm::DoubleBinaryTree));
  algorithm_->addItem(tr("recursive halving-doubling"), static_cast<int>(Algorithm::HalvingDoubling));
  algorithm_->addItem(tr("recursive doubling"), static_cast<int>(Algorithm::RecursiveDoubling));
  algorithm_->addItem(tr("pairwise, straight to each"), static_cast<int>(Algorithm::Pairwise));
  algorithm_->addItem(tr("Bruck"), static_cast<int>(Algorithm::Bruck));
  algorithm_->addItem(tr("hierarchical (needs nodes)"), static_cast<int>(Algorithm::Hierarchical));
  order_->addItem(tr("hottest first"), static_cast<int>(LinkHeatOptions::Order::Load));
  order_->addItem(tr("by name"), static_cast<int>(LinkHeatOptions::Order::Name));
  kind_->addItem(tr("reads and writes"), static_cast<int>(IoHeatOptions::Kind::All));
  kind_->addItem(tr("reads"), static_cast<int>(IoHeatOptions::Kind::Read));
  kind_->addItem(tr("writes"), static_cast<int>(IoHeatOptions::Kind::Write));
  kind_->addItem(tr("metadata"), static_cast<int>(IoHeatOptions::Kind::Meta));

  perNode_ = new QSpinBox;
  perNode_->setRange(0, 4096);
  perNode_->setSpecialValueText(tr("as recorded"));
  perNode_->setAccessibleName(tr("Ranks of a node"));
  perNode_->setToolTip(tr("Ranks of a node stand together, with lines between nodes and sums within and between them. Traces that name no hosts need this number: ranks 0 to n-1 are the first node."));
  label(nodeLabel_, tr("Ranks a node"), perNode_);
  bins_ = new QSpinBox;
  bins_->setRange(0, 4000);
  bins_->setSpecialValueText(tr("as recorded"));
  bins_->setAccessibleName(tr("Bins of time"));
  bins_->setToolTip(tr("Columns of the picture. “As recorded”: the bins of the log's own heat map, or 200."));
  label(binsLabel_, tr("Bins"), bins_);
  files_ = new QToolButton;
  files_->setAccessibleName(tr("Files that are counted"));
  files_->setToolTip(tr("Count only one file, or the files under a mount point (storage tier) or folder"));
  connect(files_, &QToolButton::clicked, this, &HeatmapView::openFiles);
  filesPopup_ = new ChoicePopup(ChoicePopup::Of::One, tr("Search files and folders"), this);
  groupsPopup_ = new ChoicePopup(ChoicePopup::Of::Several, tr("Search communicators, as “ranks 0-7”"), this);
  collectivesPopup_ = new ChoicePopup(ChoicePopup::Of::One, tr("Search collectives, as “all-reduce” or “12.3 ms”"), this);
  connect(filesPopup_, &ChoicePopup::chosen, this, [this](int i) {
    Settings s = settings_;
    s.ioPlace = i == 0 || !choices_ ? std::string() : choices_->files[static_cast<std::size_t>(i - 1)].path;
    setSettings(s);
  });
  connect(groupsPopup_, &ChoicePopup::changed, this, &HeatmapView::takeGroups);
  connect(collectivesPopup_, &ChoicePopup::chosen, this, [this](int i) {
    Settings s = settings_;
    s.call = i == 0 || !choices_ ? std::nullopt : std::optional(choices_->collectives[static_cast<std::size_t>(i - 1)].call);
    setSettings(s);
  });
  counted_ = new QToolButton;
  counted_->setPopupMode(QToolButton::InstantPopup);
  counted_->setToolTip(tr("Which operations, which communicators (process groups) and which collective are counted"));
  countedMenu_ = new QMenu(counted_);
  countedMenu_->setToolTipsVisible(true);
  counted_->setMenu(countedMenu_);
  log_ = new QCheckBox(tr("Log scale"));
  visible_ = new QCheckBox(tr("Visible time only"));
  visible_->setToolTip(tr("Count only what lies in the measured range, where one is dragged, else in the time that the timeline shows"));

  // One row where there is room, else two: see resizeEvent.
  bar_ = new QBoxLayout(QBoxLayout::LeftToRight);
  bar_->setContentsMargins(8, 4, 8, 4);
  bar_->setSpacing(8);
  const auto row = [&](std::initializer_list<QWidget*> widgets, int stretch) {
    auto* r = new QHBoxLayout;
    r->setSpacing(8);
    for (QWidget* w : widgets) r->addWidget(w);
    r->addStretch(stretch);
    bar_->addLayout(r);
  };
  row({what_, runLabel_, run_, algorithmLabel_, algorithm_, orderLabel_, order_, layerLabel_, layer_, kind_}, 0);
  row({counted_, stepLabel_, step_, nodeLabel_, perNode_, files_, binsLabel_, bins_, log_, visible_}, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar_);
  column->addWidget(new BackgroundStrip(work_, this));
  column->addWidget(canvas_, 1);
  for (QComboBox* c : {what_, run_, algorithm_, step_, order_, layer_, kind_}) connect(c, &QComboBox::activated, this, &HeatmapView::read);
  for (QSpinBox* s : {perNode_, bins_}) {
    s->setKeyboardTracking(false);
    connect(s, &QSpinBox::valueChanged, this, &HeatmapView::read);
  }
  for (QCheckBox* c : {log_, visible_}) connect(c, &QCheckBox::toggled, this, &HeatmapView::read);
}

void HeatmapView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  constexpr int kOneRow = 1180;
  bar_->setDirection(width() < kOneRow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

// The controls show what can be asked of the chosen run.
void HeatmapView::syncControls() {
  syncing_ = true;
  const ShownRun* r = chosen();
  const Choices* choices = r && choices_ && choices_->run == r->run ? choices_.get() : nullptr;
  what_->clear();
  const auto instead = [&](TrafficMeasure m) { return shown_ && shown_->request.show == Settings::Show::Ranks && settings_.measure == m && shown_->traffic.measureDiffers; };
  what_->addItem(instead(TrafficMeasure::Bytes) ? tr("Rank × rank: bytes (unknown, so time)") : tr("Rank × rank: bytes"), QStringLiteral("bytes"));
  what_->addItem(instead(TrafficMeasure::Messages) ? tr("Rank × rank: messages (unknown, so time)") : tr("Rank × rank: messages"), QStringLiteral("messages"));
  what_->addItem(tr("Rank × rank: time"), QStringLiteral("time"));
  if (choices && (choices->io.bins || choices->io.operations)) {
    what_->addItem(tr("Rank × time: bytes read and written"), QStringLiteral("io bytes"));
    if (choices->io.operations) {
      what_->addItem(tr("Rank × time: I/O operations"), QStringLiteral("io operations"));
      what_->addItem(tr("Rank × time: time in I/O"), QStringLiteral("io time"));
    }
  }
  if (r)
    for (const auto& [group, n] : counterGroups(*r->run))
      what_->addItem(tr("Link × time: %1").arg(q(group.empty() ? "counters" : group)), QStringLiteral("link ") + q(group));
  const Settings::Show show = shown_ ? shown_->request.show : settings_.show.value_or(Settings::Show::Ranks);
  const QString wanted = show == Settings::Show::Links ? QStringLiteral("link ") + q(shown_ ? shown_->request.heat.group : settings_.group)
                         : show == Settings::Show::Io  ? QStringLiteral("io ") + q(name(settings_.ioMeasure))
                                                       : q(name(settings_.measure));
  int at = what_->findData(wanted);
  if (at < 0 && show == Settings::Show::Links)
    for (int i = 0; i < what_->count() && at < 0; ++i)
      if (what_->itemData(i).toString().startsWith(QStringLiteral("link "))) at = i;
  what_->setCurrentIndex(std::max(at, 0));
  what_->setEnabled(r != nullptr);

  run_->clear();
  for (const ShownRun& shown : state().runs())
    if (shown.visible) run_->addItem(tr("%1 (%2)").arg(shown.title, truthName(shown)), shown.id);
  if (r) chooseData(run_, r->id);
  const auto visible = [](bool on, std::initializer_list<QWidget*> widgets) {
    for (QWidget* w : widgets) w->setVisible(on);
  };
  visible(run_->count() > 1, {runLabel_, run_});
  const bool ranks = show == Settings::Show::Ranks;
  chooseData(algorithm_, static_cast<int>(settings_.algorithm));
  const bool expands = shown_ && ranks && (shown_->traffic.algorithmMatters || settings_.algorithm != Algorithm::Auto);
  visible(expands, {algorithmLabel_, algorithm_});
  visible(show == Settings::Show::Links, {orderLabel_, order_});
  visible(show == Settings::Show::Io, {layerLabel_, layer_, kind_, binsLabel_, bins_});
  visible(ranks, {nodeLabel_, perNode_});
  chooseData(order_, static_cast<int>(settings_.order));
  perNode_->setValue(settings_.ranksPerNode);
  perNode_->setSpecialValueText(choices && choices->nodes.known() ? tr("as recorded") : tr("unknown"));

  syncSteps();
  visible(ranks && step_->count() > 1, {stepLabel_, step_});

  layer_->clear();
  layer_->addItem(tr("lowest"), QString());
  if (choices)
    for (const std::string& l : choices->io.layers) layer_->addItem(q(l), q(l));
  chooseData(layer_, q(settings_.ioLayer));
  chooseData(kind_, static_cast<int>(settings_.ioKind));
  syncFiles();
  visible(show == Settings::Show::Io && choices && !choices->files.empty(), {files_});
  bins_->setValue(settings_.bins);
  log_->setChecked(settings_.log);
  visible_->setChecked(settings_.visibleOnly);
  visible_->setText(state().measured() ? tr("Measured time only") : tr("Visible time only"));
  syncMenu();
  syncing_ = false;
}

void HeatmapView::read() {
  if (syncing_) return;
  Settings s = settings_;
  const QString what = what_->currentData().toString();
  if (what.startsWith(QStringLiteral("link "))) {
    s.show = Settings::Show::Links;
    s.group = what.mid(5).toStdString();
  } else if (what.startsWith(QStringLiteral("io "))) {
    s.show = Settings::Show::Io;
    s.ioMeasure = what.endsWith(QStringLiteral("operations")) ? IoMeasure::Operations : what.endsWith(QStringLiteral("time")) ? IoMeasure::Time : IoMeasure::Bytes;
  } else {
    s.show = Settings::Show::Ranks;
    s.measure = what == QStringLiteral("messages") ? TrafficMeasure::Messages
                : what == QStringLiteral("time")   ? TrafficMeasure::Time
                                                   : TrafficMeasure::Bytes;
  }
  if (run_->currentIndex() >= 0 && run_->count() > 1) s.runId = run_->currentData().toInt();
  s.algorithm = static_cast<Algorithm>(algorithm_->currentData().toInt());
  s.step = step_->currentIndex() > 0 ? std::optional<std::int64_t>(step_->currentData().toLongLong()) : std::nullopt;
  s.ranksPerNode = perNode_->value();
  s.order = static_cast<LinkHeatOptions::Order>(order_->currentData().toInt());
  s.ioLayer = layer_->currentData().toString().toStdString();
  s.ioKind = static_cast<IoHeatOptions::Kind>(kind_->currentData().toInt());
  s.bins = bins_->value();
  s.log = log_->isChecked();
  s.visibleOnly = visible_->isChecked();
  // Groups and steps are those of one run.
  if (s.runId != settings_.runId) s.groups.clear(), s.operations.clear(), s.call.reset(), s.step.reset(), s.ioPlace.clear(), s.ioLayer.clear();
  setSettings(s);
}

}  // namespace weir
