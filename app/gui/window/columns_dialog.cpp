#include "app/gui/window/columns_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "core/formats/source.h"
#include "views/shared/core_words.h"
#include "views/shared/theme.h"

namespace weir {
namespace {

constexpr std::size_t kPreview = 12;

struct Key {
  const char* key;
  const char* label;                  // untranslated
  std::array<const char*, 6> guesses;  // header names, lower case
};
constexpr std::array kKeys{
    Key{"start", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Start time"), {"start", "ts", "begin", "timestamp", "time", "start_time"}},
    Key{"end", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "End time"), {"end", "stop", "finish", "end_time", "te", ""}},
    Key{"duration", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Duration"), {"duration", "dur", "elapsed", "length", "time_taken", ""}},
    Key{"name", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Name"), {"name", "operation", "op", "event", "kernel", "task"}},
    Key{"track", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Track"), {"track", "thread", "tid", "stream", "lane", "resource"}},
    Key{"rank", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Rank"), {"rank", "pid", "process", "node", "", ""}},
    Key{"category", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Category"), {"category", "cat", "type", "kind", "", ""}},
    Key{"bytes", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Bytes"), {"bytes", "size", "nbytes", "", "", ""}},
    Key{"value", QT_TRANSLATE_NOOP("weir::ColumnsDialog", "Value of a counter"), {"value", "power", "watts", "utilization", "", ""}},
};

std::vector<QStringList> split(std::string_view text, char separator, std::size_t most) {
  std::vector<QStringList> rows;
  QStringList row;
  std::string field;
  bool quoted = false;
  const auto endField = [&] {
    row << QString::fromUtf8(field.data(), qsizetype(field.size())).trimmed();
    field.clear();
  };
  for (std::size_t i = 0; i < text.size() && rows.size() < most; ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') field += c;
      else if (i + 1 < text.size() && text[i + 1] == '"') field += text[++i];
      else quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == separator) {
      endField();
    } else if (c == '\n') {
      endField();
      if (row.size() > 1 || !row.first().isEmpty()) rows.push_back(row);
      row.clear();
    } else if (c != '\r') {
      field += c;
    }
  }
  // The last line where the file ends without a line end; a half one, where only its beginning was read, is left out.
  if (rows.size() < most && (rows.empty() || row.size() + 1 == rows.front().size())) {
    endField();
    if (row.size() > 1 || !row.first().isEmpty()) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TableHead tableHead(std::string_view first, std::size_t most) {
  if (first.starts_with("\xef\xbb\xbf")) first.remove_prefix(3);
  TableHead best;
  qsizetype columns = 0;
  for (const char c : {',', ';', '\t', '|'}) {
    std::vector<QStringList> rows = split(first, c, most + 1);
    const qsizetype n = rows.empty() ? 0 : rows.front().size();
    if (n > columns) {
      columns = n;
      best = {c, std::move(rows)};
    }
  }
  return best;
}

ColumnsDialog::ColumnsDialog(const QString& path, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Columns of %1").arg(QFileInfo(path).fileName()));
  resize(720, 560);
  auto* column = new QVBoxLayout(this);
  auto* about = new QLabel(tr("Say which column is what. With a start and a duration or an end a row is a slice; with a start alone its numbers are counters. What is left at “none” is found by the header, or stays unknown."), this);
  about->setWordWrap(true);
  column->addWidget(about);

  TableHead head;
  QString failure;
  if (const auto source = ByteSource::open(path.toStdString(), {}); source) {
    const ByteSpan bytes = source->head();
    head = tableHead({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, kPreview);
  } else {
    failure = coreErrorLine(source.error());
  }
  if (!head.rows.empty()) header_ = head.rows.front();

  auto* forms = new QHBoxLayout;
  QFormLayout* form[2] = {new QFormLayout, new QFormLayout};
  forms->addLayout(form[0], 1);
  forms->addSpacing(16);
  forms->addLayout(form[1], 1);
  int n = 0;
  QStringList taken;
  for (const Key& k : kKeys) {
    auto* combo = new QComboBox(this);
    combo->addItem(tr("none"), QString());
    for (const QString& h : header_) combo->addItem(h, h);
    combo->setAccessibleName(tr(k.label));
    for (const char* guess : k.guesses) {
      const auto it = std::find_if(header_.begin(), header_.end(), [&](const QString& h) {
        const QString name = h.section(QLatin1Char('('), 0, 0).section(QLatin1Char('['), 0, 0).trimmed().toLower().replace(QLatin1Char(' '), QLatin1Char('_'));
        return *guess != 0 && name == QLatin1String(guess);
      });
      if (it == header_.end() || taken.contains(*it)) continue;
      combo->setCurrentIndex(combo->findData(*it));
      taken << *it;
      break;
    }
    form[n++ % 2]->addRow(tr(k.label), combo);
    combos_[QString::fromLatin1(k.key)] = combo;
    connect(combo, &QComboBox::currentIndexChanged, this, &ColumnsDialog::check);
  }
  unit_ = new QComboBox(this);
  unit_->setAccessibleName(tr("Unit of times"));
  unit_->addItem(tr("as the header says"), QString());
  for (const char* u : {"s", "ms", "us", "ns"}) unit_->addItem(u == std::string_view("us") ? QStringLiteral("µs") : QString::fromLatin1(u), QString::fromLatin1(u));
  form[n % 2]->addRow(tr("Unit of times"), unit_);
  connect(unit_, &QComboBox::currentIndexChanged, this, &ColumnsDialog::check);
  column->addLayout(forms);

  preview_ = new QTableWidget(int(head.rows.empty() ? 0 : head.rows.size() - 1), int(header_.size()), this);
  preview_->setAccessibleName(tr("First rows of the file"));
  preview_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  preview_->verticalHeader()->hide();
  for (std::size_t r = 1; r < head.rows.size(); ++r)
    for (int c = 0; c < std::min<int>(int(head.rows[r].size()), preview_->columnCount()); ++c) preview_->setItem(int(r) - 1, c, new QTableWidgetItem(head.rows[r][c]));
  column->addWidget(preview_, 1);
  problem_ = new QLabel(failure, this);
  problem_->setWordWrap(true);
  column->addWidget(problem_);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons_);
  check();
  preview_->resizeColumnsToContents();
}

void ColumnsDialog::choose(const QString& key, const QString& column) {
  const auto it = combos_.find(key);
  if (it != combos_.end()) it->second->setCurrentIndex(std::max(0, it->second->findData(column)));
}
void ColumnsDialog::chooseUnit(const QString& unit) { unit_->setCurrentIndex(std::max(0, unit_->findData(unit))); }

std::map<std::string, std::string> ColumnsDialog::settings() const {
  std::map<std::string, std::string> out;
  for (const auto& [key, combo] : combos_)
    if (const QString c = combo->currentData().toString(); !c.isEmpty()) out["csv." + key.toStdString()] = c.toStdString();
  if (const QString u = unit_->currentData().toString(); !u.isEmpty()) out["csv.unit"] = u.toStdString();
  return out;
}

QString ColumnsDialog::problem() const {
  if (header_.isEmpty()) return tr("This file has no line to read columns from.");
  const auto has = [&](const char* key) { return !combos_.at(QString::fromLatin1(key))->currentData().toString().isEmpty(); };
  if (!has("start") && !(has("end") && has("duration"))) return tr("Choose the column of the start time.");
  return {};
}

void ColumnsDialog::check() {
  const QString why = problem();
  problem_->setText(why);
  problem_->setVisible(!why.isEmpty());
  buttons_->button(QDialogButtonBox::Open)->setEnabled(why.isEmpty());
  // The header says what each column is taken for.
  QStringList labels;
  for (const QString& h : header_) {
    QString label = h;
    for (const Key& k : kKeys)
      if (combos_.at(QString::fromLatin1(k.key))->currentData().toString() == h) label += QStringLiteral("\n") + tr(k.label);
    labels << label;
  }
  preview_->setHorizontalHeaderLabels(labels);
  for (int c = 0; c < preview_->columnCount(); ++c) {
    QFont f = font();
    f.setBold(labels[c].contains(QLatin1Char('\n')));
    if (QTableWidgetItem* item = preview_->horizontalHeaderItem(c)) item->setFont(f);
  }
}

}  // namespace weir
