#include "app/gui/actions/help_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/gui/actions/action_table.h"
#include "core/base/version.h"
#include "views/shared/text.h"
#include "views/timeline/timeline_view.h"

namespace weir {
namespace {
}  // namespace

void showShortcuts(const ActionTable& actions, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(translate("Help", "Keyboard shortcuts"));
  auto* column = new QVBoxLayout(dialog);
  auto* table = new QTableWidget(0, 3, dialog);
  table->setHorizontalHeaderLabels({translate("Help", "Menu"), translate("Help", "Action"), translate("Help", "Keys")});
  table->setObjectName("shortcutTable");
  table->setAccessibleName(translate("Help", "Keyboard shortcuts"));
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  const auto add = [&](const QString& menu, const QString& what, const QString& keys) {
    const int r = table->rowCount();
    table->insertRow(r);
    table->setItem(r, 0, new QTableWidgetItem(menu));
    table->setItem(r, 1, new QTableWidgetItem(what));
    table->setItem(r, 2, new QTableWidgetItem(keys));
  };
  for (const QAction* a : actions.all())
    if (!a->shortcut().isEmpty()) add(actions.menuOf(a), a->text().remove(QLatin1Char('&')), a->shortcut().toString(QKeySequence::NativeText));
  // The timeline has these whenever it has the focus; they are not actions of the window.
  for (const auto& [what, keys] : TimelineView::keys()) add(translate("Help", "Timeline"), what, keys);
  table->resizeColumnsToContents();
  table->horizontalHeader()->setStretchLastSection(true);
  auto* search = new QLineEdit(dialog);
  search->setObjectName("shortcutSearch");
  search->setPlaceholderText(translate("Help", "Search actions and keys"));
  search->setAccessibleName(search->placeholderText());
  search->setClearButtonEnabled(true);
  QObject::connect(search, &QLineEdit::textChanged, table, [table](const QString& text) {
    for (int r = 0; r < table->rowCount(); ++r) {
      bool shown = false;
      for (int c = 0; c < table->columnCount(); ++c) shown = shown || table->item(r, c)->text().contains(text.trimmed(), Qt::CaseInsensitive);
      table->setRowHidden(r, !shown);
    }
  });
  column->addWidget(search);
  column->addWidget(table);
  search->setFocus();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  column->addWidget(buttons);
  dialog->resize(560, 560);
  dialog->show();
}

void showAbout(QWidget* parent) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, translate("Help", "About Weir"), {}, QMessageBox::Close, parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::RichText);
  box->setText(QStringLiteral("<h3>Weir %1</h3>").arg(QString::fromLatin1(kVersion)) +
               translate("Help", "<p>Shows where training deep networks on HPC machines loses time and energy to moving data.</p>"
                  "<p>Free software under the GNU General Public License, version 3 or later; without any warranty.</p>") +
               QStringLiteral("<p>Qt %1, QCustomPlot, SQLite, simdjson, Boost, zstd, zlib, fmt, nlohmann::json</p>").arg(QString::fromLatin1(qVersion())));
  box->show();
}

}  // namespace weir
