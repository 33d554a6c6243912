#include "views/critical_path/what_if_panel.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "views/shared/core_words.h"

namespace weir {
namespace {

constexpr int kFree = 1000, kTen = 950;  // of the slider: 0 = unchanged, 950 = ten times, 1000 = takes no time
constexpr double kMostFactor = 100'000;

}  // namespace

WhatIfPanel::WhatIfPanel(QWidget* parent)
    : QWidget(parent), column_(new QVBoxLayout), add_(new QToolButton), text_(new QLineEdit), problem_(new QLabel), answer_(new QLabel), details_(new QLabel) {
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(8, 4, 8, 4);
  all->setSpacing(4);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(tr("What if"));
  QFont bold = title->font();
  bold.setWeight(QFont::DemiBold);
  title->setFont(bold);
  title->setToolTip(tr("The run is played again with these changes: order on every thread and stream, who waits for whom and every unexplained delay stay as they were measured."));
  head->addWidget(title);
  head->addStretch(1);
  add_->setText(tr("Add a change"));
  add_->setToolTip(tr("Several changes count at once"));
  head->addWidget(add_);
  all->addLayout(head);
  column_->setSpacing(4);
  all->addLayout(column_);
  text_->setPlaceholderText(tr("or in words: collective #3 x2"));
  text_->setAccessibleName(tr("Further changes in words"));
  text_->setClearButtonEnabled(true);
  text_->setToolTip(QStringLiteral("<pre>%1</pre>").arg(QString::fromUtf8(changeHelp().data(), static_cast<qsizetype>(changeHelp().size())).toHtmlEscaped()) + tr("Several are parted by semicolons."));
  all->addWidget(text_);
  problem_->setWordWrap(true);
  problem_->hide();
  all->addWidget(problem_);
  answer_->setWordWrap(true);
  answer_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  answer_->setAccessibleName(tr("The makespan then"));
  QFont large = answer_->font();
  large.setWeight(QFont::DemiBold);
  answer_->setFont(large);
  all->addWidget(answer_);
  details_->setWordWrap(true);
  all->addWidget(details_);
  all->addStretch(1);
  connect(add_, &QToolButton::clicked, this, [this] { addRow(); });
  connect(text_, &QLineEdit::textChanged, this, &WhatIfPanel::changed);
  addRow();
}

double WhatIfPanel::factorAt(int position) {
  return position >= kFree ? 0 : std::round(std::pow(10.0, std::min(position, kTen) / static_cast<double>(kTen)) * 100) / 100;
}

int WhatIfPanel::positionOf(double factor) {
  return factor <= 0 ? kFree : static_cast<int>(std::lround(kTen * std::log10(std::clamp(factor, 1.0, 10.0))));
}

WhatIfPanel::Row& WhatIfPanel::addRow() {
  Row row{new QWidget, new ChoiceBox, new QSlider(Qt::Horizontal), new QDoubleSpinBox, new QDoubleSpinBox, new QSpinBox, {}};
  auto* line = new QHBoxLayout(row.widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(row.what, 3);
  line->addWidget(row.slider, 2);
  line->addWidget(row.factor);
  line->addWidget(row.rate);
  line->addWidget(row.left);
  auto* remove = new QToolButton;
  remove->setText(QStringLiteral("×"));
  remove->setToolTip(tr("Take this change back"));
  line->addWidget(remove);
  row.what->setMinimumContentsLength(12);
  row.what->setAccessibleName(tr("What is changed"));
  row.what->setToolTip(tr("What is changed. Type a part of a name, a size, #17 or step 3 to find it in the list."));
  row.slider->setRange(0, kFree);
  row.slider->setSingleStep(5);
  row.slider->setPageStep(50);
  row.slider->setMinimumWidth(60);
  row.slider->setAccessibleName(tr("How much faster"));
  row.slider->setToolTip(tr("How much faster: unchanged at the left, ×10 near the right, no time at all at the right"));
  row.factor->setRange(0, kMostFactor);
  row.factor->setDecimals(2);
  row.factor->setSingleStep(0.1);
  row.factor->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  row.factor->setPrefix(QStringLiteral("×"));
  row.factor->setSpecialValueText(tr("no time"));
  row.factor->setValue(1);
  row.factor->setAccessibleName(tr("Factor"));
  row.factor->setToolTip(tr("How many times as fast: ×2 takes half the time, ×0.5 twice the time, 0 none at all; up to ×%1").arg(kMostFactor));
  row.rate->setRange(0.001, 1e6);
  row.rate->setDecimals(3);
  row.rate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  row.rate->setSuffix(QStringLiteral(" Gb/s"));
  row.rate->setValue(400);
  row.rate->setAccessibleName(tr("Rate"));
  row.rate->setToolTip(tr("The rate then; the present one is the highest bus bandwidth that a collective of this run reached"));
  row.left->setRange(0, 100);
  row.left->setSuffix(QStringLiteral(" %"));
  row.left->setSingleStep(10);
  row.left->setSpecialValueText(tr("not late"));
  row.left->setAccessibleName(tr("How late it still is"));
  row.left->setToolTip(tr("How much of its lateness is left: 0 % comes as the median of the other members does, 50 % half as late as it was, 100 % as it was"));
  for (QAbstractSpinBox* s : {static_cast<QAbstractSpinBox*>(row.factor), static_cast<QAbstractSpinBox*>(row.rate), static_cast<QAbstractSpinBox*>(row.left)}) s->setKeyboardTracking(false);
  fill(row);
  sync(row);
  column_->addWidget(row.widget);
  rows_.push_back(row);
  connectRow(row.widget, remove);
  return rows_.back();
}

void WhatIfPanel::connectRow(QWidget* widget, QToolButton* remove) {
  const Row& row = rows_.back();
  const auto find = [this, widget] { return std::find_if(rows_.begin(), rows_.end(), [widget](const Row& r) { return r.widget == widget; }); };
  connect(row.what, &QComboBox::currentIndexChanged, this, [this, find] { chosen(*find()); });
  connect(row.slider, &QSlider::valueChanged, this, [find](int position) { find()->factor->setValue(factorAt(position)); });
  connect(row.factor, &QDoubleSpinBox::valueChanged, this, [this, find] {
    sync(*find());
    emit changed();
  });
  connect(row.rate, &QDoubleSpinBox::valueChanged, this, &WhatIfPanel::changed);
  connect(row.left, &QSpinBox::valueChanged, this, &WhatIfPanel::changed);
  connect(remove, &QToolButton::clicked, this, [this, find] {
    const auto it = find();
    it->widget->deleteLater();
    rows_.erase(it);
    if (rows_.empty()) addRow();
    emit changed();
  });
}

void WhatIfPanel::chosen(Row& row) {
  if (row.what->currentData().toString() == kMore) {  // is no choice: the one before stays
    const QSignalBlocker still(row.what);
    row.what->setCurrentIndex(row.words.isEmpty() ? 0 : std::max(0, row.what->findData(row.words)));
    emit moreWanted();
    return;
  }
  row.words = row.what->currentData().toString();
  row.what->lineEdit()->setCursorPosition(0);
  // A change that changes nothing is not what was meant.
  if (row.factor->value() == 1) {
    const QSignalBlocker still(row.factor);
    row.factor->setValue(2);
  }
  sync(row);
  emit changed();
}

void WhatIfPanel::fill(Row& row) {
  const QSignalBlocker still(row.what);
  const QString words = row.words, title = row.what->itemText(row.what->currentIndex());
  row.what->clear();
  row.what->addChoice(tr("nothing is changed"), QString());
  for (const Choice& c : choices_) {
    if (c.title.isEmpty()) row.what->insertSeparator(row.what->count());
    else row.what->addChoice(c.title, c.words, c.brief);
  }
  int at = words.isEmpty() ? 0 : row.what->findData(words);
  if (at < 0) {
    row.what->addChoice(title, words);
    at = row.what->count() - 1;
  }
  row.what->fitList();
  row.what->setCurrentIndex(at);
  row.what->lineEdit()->setCursorPosition(0);
}

void WhatIfPanel::sync(Row& row) {
  row.slider->setVisible(row.words.contains(QStringLiteral("%1")));
  row.factor->setVisible(row.words.contains(QStringLiteral("%1")));
  row.rate->setVisible(row.words.contains(QStringLiteral("%2")));
  row.left->setVisible(row.words.contains(QStringLiteral("%3")));
  const QSignalBlocker still(row.slider);
  row.slider->setValue(positionOf(row.factor->value()));
}

void WhatIfPanel::propose(const QString& title, const QString& words) {
  auto free = std::find_if(rows_.begin(), rows_.end(), [](const Row& r) { return r.words.isEmpty(); });
  const auto same = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.words == words; });
  if (same != rows_.end()) free = same;
  Row& row = free != rows_.end() ? *free : addRow();
  if (row.what->findData(words) < 0) {
    const QSignalBlocker still(row.what);
    row.what->addChoice(title, words);
    row.what->fitList();
  }
  row.what->setCurrentIndex(row.what->findData(words));
}

void WhatIfPanel::setChoices(std::vector<Choice> choices) {
  if (choices == choices_) return;
  choices_ = std::move(choices);
  for (Row& r : rows_) fill(r);
}

QString WhatIfPanel::wordsOf(const Row& row) const {
  const QString words = row.words;
  if (words.contains(QStringLiteral("%3"))) return QString(words).replace(QStringLiteral("%3"), QString::number(row.left->value()));
  if (words.contains(QStringLiteral("%2"))) return QString(words).replace(QStringLiteral("%2"), QString::number(row.rate->value(), 'f', 3));
  if (words.isEmpty() || !words.contains(QStringLiteral("%1"))) return words;
  const double factor = row.factor->value();
  if (factor == 1) return {};
  if (!words.contains(QStringLiteral("%1Gb/s"))) return QString(words).replace(QStringLiteral("%1"), factor > 0 ? QStringLiteral("x%1").arg(factor, 0, 'f', 2) : QStringLiteral("free"));
  // A network that many times as fast, whatever it is now. No time at all is 1000 times as fast.
  return QString(words).replace(QStringLiteral("%1"), QString::number(100 * (factor > 0 ? factor : 1000), 'f', 2));
}

QStringList WhatIfPanel::words() const {
  QStringList out;
  for (const Row& r : rows_)
    if (const QString w = wordsOf(r); !w.isEmpty()) out << w;
  for (const QString& w : text_->text().split(QLatin1Char(';'), Qt::SkipEmptyParts))
    if (!w.trimmed().isEmpty()) out << w.trimmed();
  return out;
}

std::vector<PathChange> WhatIfPanel::changes() const {
  std::vector<PathChange> out;
  QString problem;
  for (const QString& w : words()) {
    const auto change = parseChange(w.toStdString());
    if (change) out.push_back(*change);
    else problem = coreSentence(change.error().what) + (change.error().todo.starts_with("see weir-cli") ? QString() : QStringLiteral(": ") + coreSentence(change.error().todo));
  }
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  return out;
}

void WhatIfPanel::setProblem(const QString& text) {
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
}

void WhatIfPanel::ask(const QString& words) {
  text_->setText(words);
}

void WhatIfPanel::setAnswer(const QString& text, const QString& details) {
  answer_->setText(text);
  details_->setText(details);
}

}  // namespace weir
