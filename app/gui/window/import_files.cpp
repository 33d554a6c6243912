#include "app/gui/window/import_files.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/formats/open.h"
#include "core/jobs/use_cases.h"
#include "views/shared/text.h"

namespace weir {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ImportFiles", text); }

template <class List>
QString pattern(const List& endings) {
  QStringList out;
  for (const std::string_view e : endings) out << QStringLiteral("*") + (e.starts_with('.') ? QString() : QStringLiteral(".")) + q(e);
  out.removeDuplicates();
  return out.join(QLatin1Char(' '));
}

}  // namespace

QStringList openFilters() {
  std::vector<std::string_view> all{"weir", "json", "json.gz", "csv"};
  QStringList single;
  for (const FormatDescriptor& f : formats()) {
    if (!f.readable() || f.companion) continue;
    all.insert(all.end(), f.extensions.begin(), f.extensions.end());
    if (!f.extensions.empty()) single << QStringLiteral("%1 (%2)").arg(q(f.title).replace(QLatin1Char('('), QLatin1Char('[')).replace(QLatin1Char(')'), QLatin1Char(']')), pattern(f.extensions));
  }
  return QStringList{tr("All that Weir reads (%1)").arg(pattern(all)), tr("All files (*)")} + single;
}

QStringList exportFilters() {
  QStringList out;
  for (const FormatWriter& w : writers()) out << QStringLiteral("%1 (%2)").arg(q(w.title), pattern(w.endings));
  return out;
}

QString withEnding(const QString& path, const QString& filter) {
  for (const FormatWriter& w : writers())
    for (const std::string_view e : w.endings)
      if (path.endsWith(q(e))) return path;
  for (const FormatWriter& w : writers())
    if (!w.endings.empty() && filter.startsWith(q(w.title) + QStringLiteral(" ("))) return path + q(w.endings.front());
  return path;
}

bool isCsv(const QString& path) {
  const auto source = ByteSource::open(path.toStdString(), {});
  if (!source) return false;
  const FormatDescriptor* f = sniffFormat(source->head());
  return f != nullptr && f->name == "csv";
}

}  // namespace weir
