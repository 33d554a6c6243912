// What file dialogs offer, from the tables of formats and writers. GUI thread.
#pragma once

#include <QString>
#include <QStringList>

namespace weir {

// For QFileDialog, joined by ";;": all that is read, then a filter a format, then all files.
[[nodiscard]] QStringList openFilters();
// A filter a writer; empty where this build writes none.
[[nodiscard]] QStringList exportFilters();
// The name with an ending that a writer has; that of the chosen filter is put behind it where it has none.
[[nodiscard]] QString withEnding(const QString& path, const QString& filter);
// Whether the file's bytes are a table of the CSV reader.
[[nodiscard]] bool isCsv(const QString& path);

}  // namespace weir
