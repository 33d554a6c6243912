// The words of the I/O report in the person's language, and the figures that stand on top of the page. GUI thread.
#pragma once

#include <QString>
#include <QVector>
#include <vector>

#include "core/summarize/io_report.h"

namespace weir {

// A fixed English text of the report (a threshold, a kind of file, a bin's name), translated.
[[nodiscard]] QString ioText(std::string_view english);
// Whether it stands in the list of what is translated.
[[nodiscard]] bool ioTextListed(std::string_view english);
[[nodiscard]] QString ioSentence(const IoObservation& o);
[[nodiscard]] QString ioPhaseName(const IoPhase& p);

[[nodiscard]] QString ioBytes(const IoCount& v);    // "unknown" where nobody knows
[[nodiscard]] QString ioTime(const IoTime& ps);
[[nodiscard]] QString ioNumber(const IoCount& v);
[[nodiscard]] QString ioRate(double bytesPerSecond);

struct IoCard {
  QString what, value, more, definition;
};
[[nodiscard]] std::vector<IoCard> ioCards(const IoReport& r);

}  // namespace weir
