// Time in picoseconds to axis ticks and back to text. Pure functions, and the QCustomPlot ticker made of them.
#pragma once

#include <qcustomplot.h>

#include <QString>
#include <cstdint>
#include <vector>

namespace weir {

struct TimeTicks {
  std::int64_t base = 0;  // labels count from here; 0 unless the range is far narrower than its distance from 0
  std::int64_t step = 1;  // ps; 1, 2 or 5 times a power of ten
  double unit = 1;        // ps in a label's unit
  QString unitName;       // "ms"
  int decimals = 0;
  std::vector<std::int64_t> at;

  [[nodiscard]] QString label(std::int64_t t) const;  // "12.5"
  [[nodiscard]] QString title() const;                // "time (ms)", or "time (µs) after 123.456 ms"
};

// Ticks of [from, to), at most `most` of them. An empty range has none.
[[nodiscard]] TimeTicks timeTicks(std::int64_t from, std::int64_t to, int most);

// Exact enough to tell two ticks apart: "123.456 ms".
[[nodiscard]] QString showTimeFull(std::int64_t ps);
[[nodiscard]] QString showTime(std::int64_t ps);  // three significant digits

class TimeTicker : public QCPAxisTicker {
 public:
  void setMost(int most) { most_ = most; }
  void setBlank(bool blank) { blank_ = blank; }  // nothing on the axis has a time
  void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* tickLabels) override;

 private:
  int most_ = 10;
  bool blank_ = false;
};

}  // namespace weir
