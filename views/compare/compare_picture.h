// Two runs, one above the other on one axis that begins where their steps begin, with what lies between them: as data, and the one
// function that paints it on every device. Painting costs lanes x pixels, whatever the runs' size. GUI thread.
#pragma once

#include <QPainter>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/summarize/compare.h"
#include "core/summarize/intervals.h"
#include "core/summarize/lod.h"
#include "views/shared/chart.h"

namespace weir {

struct ComparePicture {
  struct Side {
    QString title;                  // "dlrm rank 0, measured"
    QString part;                   // "step 3", "steps 3–5", "12 ms to 15 ms": what of it is drawn; empty = the whole
    Truth truth = Truth::Measured;
    LodPtr lod;
    std::vector<std::uint32_t> groups;  // of the lod: a lane each, ranks where there are any
    std::vector<QString> lanes;         // their names
    std::size_t left = 0;               // ranks without a lane
    std::int64_t begin = 0;             // ps on the run's axis: where the shared axis has its 0
    std::int64_t length = 1;            // of the step, or of the whole
    bool timed = true;                  // false: no time is known of it, and length says nothing
  };
  Side a, b;
  QString title, remark;
  bool bySteps = false;  // of one run at least
  // Collectives in the order of A: where each begins in A, and how much later (or earlier) it does in B, ps since the begins.
  struct Anchor {
    std::int64_t a = 0, b = 0;
    std::int64_t lengthA = 0, lengthB = 0;
    QString text;
  };
  std::vector<Anchor> anchors;
  std::vector<Activity> legend;  // what the colours stand for
  // A table for figures: a header, then rows.
  QVector<QStringList> rows;
  std::size_t rowsLeft = 0;  // of the table, that are not among them
  [[nodiscard]] bool empty() const { return !a.lod || !b.lod; }
  [[nodiscard]] std::int64_t longest() const { return std::max({a.length, b.length, std::int64_t{1}}); }
};

struct CompareWindow {  // of the shared axis, ps from the steps' begins
  double from = 0, to = 1;
};

struct CompareLayout {
  QRectF plot;                 // both runs and the strip: x is time
  std::vector<QRectF> lanesA, lanesB;
  QRectF titleA, titleB, strip, axis, table;
  double labelWidth = 0, titleTop = 0, remarkTop = 0;
  QString title;  // empty where it is too long for a line: both names stand above the lanes
  QStringList namesA, namesB, remark;
  struct LegendEntry {
    QRectF box;
    QString text;
    Activity activity = Activity::Other;
  };
  std::vector<LegendEntry> legend;
};
// `withTable`: a figure has the largest differences below.
[[nodiscard]] CompareLayout layoutCompare(const ComparePicture& p, const QRectF& area, const chart::Style& s, const QPaintDevice* device, bool withTable);
void paintCompare(QPainter& painter, const ComparePicture& p, const CompareLayout& l, const CompareWindow& w, const QRectF& area, const chart::Style& s);

// How many of its rows a table so large shows, header with them; a line below says how many more there are.
[[nodiscard]] qsizetype tableRowsShown(const ComparePicture& p, const QRectF& area, double em);

// The names beside the lanes; where they are too thin for one each, of several together.
struct LaneLabel {
  double y = 0;  // of its middle
  QString text;
};
[[nodiscard]] std::vector<LaneLabel> laneLabels(const ComparePicture::Side& side, const std::vector<QRectF>& lanes, double em);

struct CompareHit {
  bool inB = false;
  std::optional<std::size_t> lane;
  double t = 0;                     // ps on the shared axis
  std::optional<std::size_t> anchor;
};
[[nodiscard]] std::optional<CompareHit> compareAt(const ComparePicture& p, const CompareLayout& l, const CompareWindow& w, const QPointF& at);
[[nodiscard]] QString compareTip(const ComparePicture& p, const CompareHit& hit);

// What the lanes show of it: all that both runs hold, or what `columns` of them within the window show.
[[nodiscard]] std::vector<Activity> activitiesOf(const ComparePicture& p);
[[nodiscard]] std::vector<Activity> activitiesWithin(const ComparePicture& p, const CompareWindow& w, int columns);

// Lanes of a run: ranks in order, at most `most`; without ranks its tracks.
void fillLanes(ComparePicture::Side& side, std::size_t most);

}  // namespace weir
