#include "app/gui/window/settings_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStorageInfo>
#include <QVBoxLayout>

#include "core/base/units.h"
#include "core/run/column.h"
#include "views/shared/core_words.h"
#include "views/shared/icons.h"
#include "views/shared/text.h"

namespace weir {
namespace {

QString bytes(std::uint64_t b) { return q(units::showBytes(static_cast<double>(b))); }
// "8 GB" of 8000000000, exact.
QString written(quint64 b) {
  QString s = q(units::write(Bytes::of(static_cast<std::int64_t>(b))));
  for (qsizetype i = 0; i < s.size(); ++i)
    if (!s[i].isDigit() && s[i] != QLatin1Char('.')) return s.insert(i, QLatin1Char(' '));
  return s;
}

}  // namespace

void applySpill(const Settings& settings) { setSpill({settings.spillLimit(), settings.spillFolder().toStdString()}); }

SettingsDialog::SettingsDialog(Settings& settings, QWidget* parent) : QDialog(parent), settings_(settings) {
  setWindowTitle(tr("Settings"));
  setAttribute(Qt::WA_DeleteOnClose);
  const SpillOptions now = spillOptions();
  setSpill({});
  const SpillOptions byDefault = spillOptions();  // what stands in force while the person sets nothing
  setSpill(now);

  auto* column = new QVBoxLayout(this);
  auto* form = new QFormLayout;
  limit_ = new QLineEdit(settings.spillLimit() == 0 ? QString() : written(settings.spillLimit()), this);
  limit_->setPlaceholderText(tr("%1, half of this machine's memory").arg(bytes(byDefault.limit)));
  limit_->setClearButtonEnabled(true);
  limit_->setMinimumWidth(320);
  auto* limitLabel = new QLabel(tr("&Memory for runs"), this);
  limitLabel->setBuddy(limit_);
  form->addRow(limitLabel, limit_);
  folder_ = new QLineEdit(settings.spillFolder(), this);
  folder_->setPlaceholderText(q(byDefault.folder));
  folder_->setClearButtonEnabled(true);
  auto* browse = new QPushButton(tr("Choose…"), this);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString f = QFileDialog::getExistingDirectory(this, tr("Folder for what memory does not hold"), folder_->text());
    if (!f.isEmpty()) folder_->setText(f);
  });
  auto* line = new QHBoxLayout;
  line->addWidget(folder_, 1);
  line->addWidget(browse);
  auto* folderLabel = new QLabel(tr("&Folder beyond it"), this);
  folderLabel->setBuddy(folder_);
  form->addRow(folderLabel, line);
  column->addLayout(form);
  const SpillUse use = spillUse();
  auto* about = new QLabel(tr("A run that does not fit into this memory goes to files in the folder, as far as it does not fit; they vanish with the program. "
                              "Counts for what is opened from now on. At present runs take %1 of memory and %2 on disk.")
                               .arg(bytes(use.memory), bytes(use.disk)),
                           this);
  about->setWordWrap(true);
  about->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(about);
  problem_ = new QLabel(this);
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  column->addWidget(problem_);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons_, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons_);
  connect(limit_, &QLineEdit::textChanged, this, &SettingsDialog::check);
  connect(folder_, &QLineEdit::textChanged, this, &SettingsDialog::check);
  check();
}

void SettingsDialog::setLimitText(const QString& text) { limit_->setText(text); }
void SettingsDialog::setFolderText(const QString& text) { folder_->setText(text); }

QString SettingsDialog::problem() const {
  if (const QString t = limit_->text().trimmed(); !t.isEmpty()) {
    const auto b = units::parseBytes(t.toStdString());
    if (!b) return tr("Memory for runs: %1").arg(coreError(b.error()));
    if (b->count() < 1) return tr("Memory for runs: give more than nothing, or leave it empty");
  }
  if (const QString f = folder_->text().trimmed(); !f.isEmpty()) {
    const QFileInfo info(f);
    if (!info.isDir()) return tr("Folder: it is not there");
    if (!info.isWritable()) return tr("Folder: it cannot be written to");
  }
  return {};
}

void SettingsDialog::check() {
  const QString why = problem();
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(why.isEmpty());
}

void SettingsDialog::accept() {
  if (!problem().isEmpty()) return;
  const QString t = limit_->text().trimmed();
  settings_.setSpillLimit(t.isEmpty() ? 0 : static_cast<quint64>(units::parseBytes(t.toStdString())->count()));
  settings_.setSpillFolder(folder_->text().trimmed());
  applySpill(settings_);
  QDialog::accept();
}

}  // namespace weir
