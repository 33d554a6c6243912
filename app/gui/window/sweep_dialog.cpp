#include "app/gui/window/sweep_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/scenario/json.h"
#include "views/shared/core_words.h"
#include "views/shared/icons.h"

namespace weir {

SweepDialog::SweepDialog(const Scenario& scenario, std::shared_ptr<const Presets> presets, QWidget* parent)
    : QDialog(parent), scenario_(scenario), presets_(std::move(presets)) {
  setWindowTitle(tr("Sweep"));
  auto* column = new QVBoxLayout(this);
  auto* intro = new QLabel(tr("Every combination of these values is answered by the closed forms. Values are separated by commas; "
                              "8..64*2 doubles from 8 to 64, 1GHz..1.4GHz+0.1GHz goes in steps."),
                           this);
  intro->setWordWrap(true);
  column->addWidget(intro);
  axes_ = new QVBoxLayout;
  axes_->setSpacing(4);
  column->addLayout(axes_);
  auto* add = new QPushButton(tr("Add a setting"), this);
  connect(add, &QPushButton::clicked, this, [this] {
    addAxis({}, {});
    rows_.back().path->setFocus();
  });
  column->addWidget(add, 0, Qt::AlignLeft);
  says_ = new QLabel(this);
  says_->setWordWrap(true);
  says_->setMinimumHeight(says_->fontMetrics().lineSpacing() * 2);
  column->addWidget(says_);
  column->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  start_ = buttons->addButton(tr("Sweep"), QDialogButtonBox::AcceptRole);
  start_->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);

  for (const Setting& s : settings(scenario_)) paths_ << QString::fromStdString(s.path);
  if (const auto proposal = defaultSweep(scenario_))
    for (const SweepAxis& a : proposal->axes) {
      QStringList values;
      for (const std::string& v : a.values) values << QString::fromStdString(v);
      addAxis(QString::fromStdString(a.path), values.join(QStringLiteral(", ")));
    }
  else addAxis({}, {});
  resize(680, 300);
  check();
}

void SweepDialog::addAxis(const QString& path, const QString& values) {
  auto* row = new QWidget(this);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* combo = new QComboBox(row);
  combo->setEditable(true);
  combo->setInsertPolicy(QComboBox::NoInsert);
  combo->addItems(paths_);
  combo->setCurrentText(path);
  combo->setAccessibleName(tr("Setting"));
  combo->setMinimumContentsLength(24);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* edit = new QLineEdit(values, row);
  edit->setCursorPosition(0);
  edit->setToolTip(values);
  edit->setAccessibleName(tr("Values"));
  edit->setPlaceholderText(tr("values, separated by commas"));
  auto* remove = new QToolButton(row);
  remove->setAutoRaise(true);
  icons::set(remove, QStringLiteral("close"));
  remove->setToolTip(tr("Leave this setting as it is"));
  remove->setAccessibleName(tr("Remove setting"));
  line->addWidget(combo, 2);
  line->addWidget(edit, 3);
  line->addWidget(remove);
  axes_->addWidget(row);
  rows_.push_back({row, combo, edit});
  connect(combo, &QComboBox::editTextChanged, this, &SweepDialog::check);
  connect(edit, &QLineEdit::textChanged, this, &SweepDialog::check);
  connect(remove, &QToolButton::clicked, this, [this, row] {
    std::erase_if(rows_, [row](const Row& r) { return r.widget == row; });
    row->hide();
    row->deleteLater();
    check();
  });
}

void SweepDialog::check() {
  std::vector<std::string> axes;
  for (const Row& r : rows_) {
    const QString path = r.path->currentText().trimmed();
    QString values = r.values->text();
    values.remove(QLatin1Char(' '));
    if (path.isEmpty() && values.isEmpty()) continue;
    axes.push_back((path + QLatin1Char('=') + values).toStdString());
  }
  QString problem;
  const auto spec = parseSweep(axes);
  if (!spec) problem = coreErrorLine(spec.error());
  else if (axes.empty()) problem = tr("Nothing varies yet");
  else if (const auto base = sweepBase(scenario_, *spec, presets_.get()); !base) problem = coreErrorLine(base.error());
  start_->setEnabled(problem.isEmpty());
  if (problem.isEmpty()) {
    spec_ = *spec;
    says_->setText(tr("%1 plans").arg(QLocale().toString(qulonglong(spec_.size()))));
  } else {
    says_->setText(problem);
  }
}

}  // namespace weir
