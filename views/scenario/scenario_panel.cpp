#include "views/scenario/scenario_panel.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QUndoCommand>
#include <QVBoxLayout>

#include "views/scenario/field_row.h"
#include "views/scenario/layer_list.h"
#include "views/scenario/section.h"
#include "views/shared/core_words.h"
#include "views/shared/icons.h"

namespace weir {

class ScenarioPanel::Command : public QUndoCommand {
 public:
  Command(ScenarioPanel& panel, State before, State after, const QString& title, QString mergeKey, bool dragging)
      : QUndoCommand(title), panel_(panel), before_(std::move(before)), after_(std::move(after)), key_(std::move(mergeKey)), dragging_(dragging) {}
  void undo() override { panel_.apply(before_, false); }
  void redo() override {
    panel_.apply(after_, dragging_);
    dragging_ = false;
  }
  int id() const override { return key_.isEmpty() ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const Command*>(other);
    if (next->key_ != key_) return false;
    after_ = next->after_;
    return true;
  }

 private:
  ScenarioPanel& panel_;
  State before_, after_;
  QString key_;
  bool dragging_;
};

ScenarioPanel::ScenarioPanel(QWidget* parent) : QWidget(parent), fields_(scenarioFields(accelerators_)) { build(); }
ScenarioPanel::~ScenarioPanel() = default;

void ScenarioPanel::build() {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(8, 8, 0, 0);
  outer->setSpacing(4);
  filter_ = new QLineEdit(this);
  filter_->setPlaceholderText(tr("Filter fields"));
  filter_->setAccessibleName(tr("Filter fields"));
  filter_->setObjectName(QStringLiteral("fieldFilter"));
  filter_->setClearButtonEnabled(true);
  filter_->addAction(icons::named(QStringLiteral("search")), QLineEdit::LeadingPosition);
  connect(filter_, &QLineEdit::textChanged, this, &ScenarioPanel::refilter);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(0, 0, 8, 0);
  top->addWidget(filter_);
  outer->addLayout(top);

  general_ = new QLabel(this);
  general_->setWordWrap(true);
  general_->setObjectName(QStringLiteral("scenarioMessage"));
  general_->hide();
  outer->addWidget(general_);

  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setAccessibleName(tr("Fields of the scenario"));
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 8, 8);
  column->setSpacing(4);
  const std::pair<Field::Group, QString> groups[] = {
      {Field::Group::Machine, tr("Machine")}, {Field::Group::Workload, tr("Workload")}, {Field::Group::Plan, tr("Plan")}};
  for (const auto& [group, title] : groups) {
    auto s = std::make_unique<Section>(group, title, body);
    const Field::Group g = group;
    connect(s->preset, &QComboBox::activated, this, [this, g](int i) { usePreset(g, i); });
    column->addWidget(s->widget);
    sections_.push_back(std::move(s));
  }
  column->addStretch(1);
  for (const Field& f : fields_) {
    Section* s = section(f.group);
    auto* row = new FieldRow(f, s->body);
    s->add(row, f.caption);
    rows_.push_back(row);
    connect(row, &FieldRow::edited, this, [this, path = f.path](const QString& text, bool dragging) { edit(path, text, dragging); });
    connect(row, &FieldRow::gestureEnded, this, &ScenarioPanel::endGesture);
    connect(row, &FieldRow::resetRequested, this, [this, row] { edit(row->field().path, row->field().get(base_)); });
  }
  layers_ = new LayerList(section(Field::Group::Workload)->body);
  section(Field::Group::Workload)->addBelow(layers_);
  scroll->setWidget(body);
  outer->addWidget(scroll, 1);
  setMinimumWidth(body->minimumSizeHint().width() + 8 + scroll->verticalScrollBar()->sizeHint().width());
}

ScenarioPanel::Section* ScenarioPanel::section(Field::Group group) {
  for (const auto& s : sections_)
    if (s->group == group) return s.get();
  return nullptr;
}

FieldRow* ScenarioPanel::row(const QString& path) const {
  for (FieldRow* r : rows_)
    if (r->field().path == path) return r;
  return nullptr;
}

void ScenarioPanel::setPresets(std::vector<PresetEntry> presets) {
  presets_ = std::move(presets);
  for (const auto& s : sections_) {
    const QSignalBlocker block(s->preset);
    s->preset->clear();
    s->preset->addItem(tr("as loaded"), QString());
    for (const PresetEntry& p : presets_) {
      if (p.group != s->group) continue;
      s->preset->addItem(p.title, p.name);
      s->preset->setItemData(s->preset->count() - 1, p.source, Qt::ToolTipRole);
    }
    s->preset->setEnabled(s->preset->count() > 1);
  }
  refresh();
}

void ScenarioPanel::setAccelerators(std::vector<Accelerator> accelerators) {
  *accelerators_ = std::move(accelerators);
  refresh();
}

void ScenarioPanel::setValidator(std::function<Result<void>(const Scenario&)> validator) { validator_ = std::move(validator); }

void ScenarioPanel::setScenario(const Scenario& scenario, const QString& undoTitle) {
  for (FieldRow* r : rows_) r->setMessage({}, false);
  for (const auto& s : sections_) {
    const QSignalBlocker block(s->preset);
    s->preset->setCurrentIndex(0);
  }
  if (undoTitle.isEmpty()) {
    undo_.clear();
    apply({scenario, scenario}, false);
  } else {
    emit gestureBegan();
    push({scenario, scenario}, undoTitle, {}, false);
  }
}

bool ScenarioPanel::edit(const QString& path, const QString& text, bool dragging) {
  FieldRow* r = row(path);
  if (!r) return false;
  if (!inGesture_) {
    emit gestureBegan();
    ++gesture_;
  }
  inGesture_ = dragging;
  Scenario next = now_;
  const Result<void> done = r->field().set(next, text);
  if (!done) {
    r->setMessage(coreError(done.error()), true);
    emit scenarioRefused(coreSentence(done.error().what), path, coreSentence(done.error().todo));
    return true;
  }
  r->setMessage({}, false);
  // A hand-set value no longer comes from where the preset said.
  if (r->field().get(next) != r->field().get(now_)) next.provenance[path.toStdString()] = kSetInPanel;
  else {
    refresh();
    return true;
  }
  push({std::move(next), base_}, tr("Set %1").arg(r->field().label), dragging ? path + QString::number(gesture_) : QString(), dragging);
  return true;
}

void ScenarioPanel::endGesture() {
  if (!inGesture_) return;
  inGesture_ = false;
  showAnswerable(false);
}

void ScenarioPanel::push(State after, const QString& title, const QString& mergeKey, bool dragging) {
  undo_.push(new Command(*this, {now_, base_}, std::move(after), title, mergeKey, dragging));
}

void ScenarioPanel::apply(State state, bool dragging) {
  now_ = std::move(state.now);
  base_ = std::move(state.base);
  refresh();
  showAnswerable(dragging);
}

void ScenarioPanel::usePreset(Field::Group group, int index) {
  Section* s = section(group);
  const QString chosen = s->preset->itemData(index).toString();
  for (const PresetEntry& p : presets_) {
    if (p.group != group || p.name != chosen) continue;
    for (FieldRow* r : rows_)
      if (r->field().group == group) r->setMessage({}, false);
    State after{now_, base_};
    p.apply(after.now);
    p.apply(after.base);
    emit gestureBegan();
    push(std::move(after), tr("Use %1").arg(p.title), {}, false);
    return;
  }
}

void ScenarioPanel::refresh() {
  for (FieldRow* r : rows_) r->show(now_, base_);
  layers_->show(now_.workload.kind == Workload::Kind::Training ? now_.workload.model.layers : std::vector<Layer>{});
  refilter();
}

void ScenarioPanel::refilter() {
  const QString f = filter_->text().trimmed();
  for (const auto& s : sections_) s->refilter(f);
}

void ScenarioPanel::showAnswerable(bool dragging) {
  if (faulty_ >= 0) rows_[static_cast<std::size_t>(faulty_)]->setMessage({}, false);
  faulty_ = -1;
  general_->hide();
  if (const Result<void> ok = validator_ ? validator_(now_) : Result<void>{}; !ok) {
    const Error& e = ok.error();
    faulty_ = fieldOf(fields_, QString::fromStdString(e.where));
    if (faulty_ >= 0 && !rows_[static_cast<std::size_t>(faulty_)]->property("applies").toBool()) faulty_ = -1;
    if (faulty_ >= 0) {
      rows_[static_cast<std::size_t>(faulty_)]->setMessage(coreError(e), false);
    } else {
      general_->setText(coreErrorLine(e));
      general_->show();
    }
    emit scenarioRefused(coreSentence(e.what), QString::fromStdString(e.where), coreSentence(e.todo));
    return;
  }
  emit scenarioChanged(now_, dragging);
}

void ScenarioPanel::focusFilter() {
  filter_->setFocus(Qt::ShortcutFocusReason);
  filter_->selectAll();
}

QStringList ScenarioPanel::messages() const {
  QStringList out;
  if (!general_->isHidden()) out << general_->text();
  for (const FieldRow* r : rows_)
    if (!r->message().isEmpty()) out << r->message();
  return out;
}

}  // namespace weir
