#include "app/gui/window/compare_studies_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/jobs/compare_studies.h"
#include "views/compare/compare_tables.h"
#include "views/compare/compare_words.h"
#include "views/shared/sort_table.h"

namespace weir {

struct CompareStudiesDialog::Answer {
  std::vector<StudyComparison> pairs;
  QString failure;
};

CompareStudiesDialog::CompareStudiesDialog(const QString& a, const QString& folder, QWidget* parent)
    : QDialog(parent), work_(this), a_(new QLineEdit(a)), b_(new QLineEdit), compare_(new QPushButton(tr("Compare"))), copy_(new QPushButton(tr("Copy as CSV"))), says_(new QLabel), pair_(new QComboBox), what_(new QComboBox), table_(new SortTable) {
  setWindowTitle(tr("Compare two studies"));
  resize(920, 520);
  auto* fields = new QGridLayout;
  int row = 0;
  for (auto [edit, label, name, tip] : {std::tuple{a_, tr("Study A"), tr("Study A, the base"), tr("The base: differences are B − A, ratios B / A. As it was saved last")},
                                        std::tuple{b_, tr("Study B"), tr("Study B, compared with it"), tr("Its runs are matched with those of A: by title, then by scenario")}}) {
    auto* text = new QLabel(label);
    text->setBuddy(edit);
    edit->setAccessibleName(name);
    edit->setToolTip(tip);
    edit->setPlaceholderText(tr("a .weir file"));
    auto* browse = new QPushButton(tr("Browse…"));
    browse->setAccessibleName(tr("Browse for %1").arg(label));
    browse->setAutoDefault(false);  // Return compares
    fields->addWidget(text, row, 0);
    fields->addWidget(edit, row, 1);
    fields->addWidget(browse, row++, 2);
    connect(browse, &QPushButton::clicked, this, [this, edit = edit, folder] {
      const QString near = edit->text().isEmpty() ? folder : QFileInfo(edit->text()).absolutePath();
      const QString path = QFileDialog::getOpenFileName(this, tr("Choose a study"), near, tr("Weir study (*.weir)") + QStringLiteral(";;") + tr("All files (*)"));
      if (!path.isEmpty()) edit->setText(path);
    });
    connect(edit, &QLineEdit::textChanged, this, &CompareStudiesDialog::check);
  }
  says_->setWordWrap(true);
  says_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_->setAccessibleName(tr("Pairs of runs"));
  copy_->setToolTip(tr("All rows, as they are sorted, in SI units"));
  pair_->setAccessibleName(tr("Which pair of runs"));
  pair_->setToolTip(tr("The rows of all pairs, or of one"));
  pair_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  pair_->setMinimumContentsLength(24);
  what_->setAccessibleName(tr("Which table"));
  what_->setToolTip(tr("What of the runs is compared"));
  what_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  auto* choosers = new QHBoxLayout;
  choosers->addWidget(pair_, 1);
  choosers->addWidget(what_);
  choosers->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(copy_, QDialogButtonBox::ActionRole);
  buttons->addButton(compare_, QDialogButtonBox::ActionRole);
  for (QPushButton* b : {copy_, buttons->button(QDialogButtonBox::Close)}) b->setAutoDefault(false);
  compare_->setDefault(true);
  auto* column = new QVBoxLayout(this);
  column->addLayout(fields);
  column->addWidget(new BackgroundStrip(work_));
  column->addWidget(says_);
  column->addLayout(choosers);
  column->addWidget(table_, 1);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(compare_, &QPushButton::clicked, this, &CompareStudiesDialog::start);
  connect(pair_, &QComboBox::activated, this, [this] {
    listTables();
    fill();
  });
  connect(what_, &QComboBox::activated, this, &CompareStudiesDialog::fill);
  connect(copy_, &QPushButton::clicked, table_, &SortTable::copy);
  connect(&work_, &Background::busyChanged, this, &CompareStudiesDialog::check);
  connect(&work_, &Background::stoppedByHand, this, [this] { says_->setText(tr("Stopped. Nothing was compared.")); });
  connect(&work_, &Background::failed, this, [this](const QString& what) { says_->setText(what); });
  check();
}

CompareStudiesDialog::~CompareStudiesDialog() = default;

QString CompareStudiesDialog::says() const { return says_->text(); }
void CompareStudiesDialog::finishNow() { work_.finishNow(); }

void CompareStudiesDialog::compare(const QString& a, const QString& b) {
  a_->setText(a);
  b_->setText(b);
  start();
}

void CompareStudiesDialog::check() {
  compare_->setEnabled(!a_->text().trimmed().isEmpty() && !b_->text().trimmed().isEmpty() && !work_.busy());
  copy_->setEnabled(table_->model()->rowCount() > 0);
  const QString hint = tr("Choose two study files: their runs appear here in pairs, with the step and its parts of each.");
  const bool missing = a_->text().trimmed().isEmpty() || b_->text().trimmed().isEmpty();
  if (!work_.busy() && table_->model()->rowCount() == 0 && missing) says_->setText(hint);
  else if (says_->text() == hint) says_->clear();
}

void CompareStudiesDialog::start() {
  if (!compare_->isEnabled()) return;
  answer_.reset();
  pair_->clear();
  listTables();
  fill();
  says_->setText(tr("Being compared…"));
  work_.askFor<Answer>(
      [a = a_->text().trimmed().toStdString(), b = b_->text().trimmed().toStdString()](const Job& job) -> std::shared_ptr<const Answer> {
        auto out = std::make_shared<Answer>();
        auto pairs = compareStudies(a, b, {}, {}, job);
        if (pairs) out->pairs = std::move(*pairs);
        else if (pairs.error().stopped()) return nullptr;
        else out->failure = QString::fromStdString(pairs.error().line());
        return out;
      },
      [this](const std::shared_ptr<const Answer>& answer) { take(answer); });
  check();
}

void CompareStudiesDialog::take(const std::shared_ptr<const Answer>& answer) {
  if (!answer) return;
  if (!answer->failure.isEmpty()) {
    says_->setText(answer->failure);
  } else {
    const auto both = std::count_if(answer->pairs.begin(), answer->pairs.end(), [](const StudyComparison& p) { return p.comparison.has_value(); });
    const auto alone = static_cast<std::ptrdiff_t>(answer->pairs.size()) - both;
    says_->setText(tr("%1 pairs of runs").arg(both) + (alone > 0 ? tr(", %1 runs without a partner").arg(alone) : QString()));
    answer_ = answer;
    pair_->addItem(tr("All pairs"));
    for (std::size_t i = 0; i < answer->pairs.size(); ++i)
      if (answer->pairs[i].comparison) pair_->addItem(compared::pairTitle(answer->pairs[i]), QVariant::fromValue(static_cast<qulonglong>(i)));
    listTables();
    fill();
  }
  check();
}

void CompareStudiesDialog::listTables() {
  const QString was = what_->currentData().toString();
  what_->clear();
  const QVariant pair = pair_->currentData();
  if (answer_)
    for (std::size_t i = 0; i < answer_->pairs.size(); ++i) {
      if (!answer_->pairs[i].comparison || (pair.isValid() && pair.toULongLong() != i)) continue;
      for (const QString& name : compared::tableNames(*answer_->pairs[i].comparison))
        if (what_->findData(name) < 0) what_->addItem(compared::tableTitle(name), name);
    }
  // Runs without a partner stand in this one.
  if (answer_ && what_->findData(QStringLiteral("overall")) < 0) what_->insertItem(0, compared::tableTitle(QStringLiteral("overall")), QStringLiteral("overall"));
  for (int i = 0; i < what_->count(); ++i) what_->setItemData(i, compared::tableMeaning(what_->itemData(i).toString()), Qt::ToolTipRole);
  what_->setCurrentIndex(std::max(what_->findData(was), 0));
  pair_->setEnabled(pair_->count() > 2);
  what_->setEnabled(what_->count() > 1);
}

void CompareStudiesDialog::fill() {
  const QVariant pair = pair_->currentData();
  compared::show(*table_, answer_ ? compared::studiesTable(answer_->pairs, what_->currentData().toString(), pair.isValid() ? std::optional<std::size_t>(pair.toULongLong()) : std::nullopt) : compared::Rows{});
  check();
}

void CompareStudiesDialog::showTable(const QString& name, std::optional<std::size_t> pair) {
  pair_->setCurrentIndex(pair ? std::max(pair_->findData(QVariant::fromValue(static_cast<qulonglong>(*pair))), 0) : 0);
  listTables();
  what_->setCurrentIndex(std::max(what_->findData(name), 0));
  fill();
}

}  // namespace weir
