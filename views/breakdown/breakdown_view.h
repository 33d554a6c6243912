// "breakdown": where the time of every rank of every shown run went, and beside it where the predicted step's goes. Follows
// the shared time range and, within a frame, the scenario in hand. Runs are summed up in a worker, and what was shown before
// stays until it is done. GUI thread.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QToolButton>
#include <map>
#include <memory>
#include <optional>

#include "core/summarize/breakdown_kept.h"
#include "core/summarize/steps.h"
#include "views/breakdown/breakdown_picture.h"
#include "views/shared/background.h"
#include "views/shared/run_memo.h"
#include "views/shared/view.h"

class QScrollArea;

namespace weir {

class BreakdownCanvas;

class BreakdownView : public View {
  Q_OBJECT
 public:
  enum class Scale { Share, Time, TimePerStep };
  enum class Rows { Ranks, Steps };
  struct Settings {
    Scale scale = Scale::Share;
    bool visibleOnly = true;
    Rows rows = Rows::Ranks;
    std::optional<std::int32_t> rank = {};  // steps of this rank; none = their mean over the ranks
    bool operator==(const Settings&) const = default;
  };

  explicit BreakdownView(ViewState& state, QWidget* parent = nullptr);
  ~BreakdownView() override;

  [[nodiscard]] QString viewName() const override { return QStringLiteral("breakdown"); }
  [[nodiscard]] QString title() const override { return tr("Breakdown"); }
  [[nodiscard]] QString emptyReason() const override;
  void paintFigure(QPainter& painter, const QSizeF& size, const FigureStyle& style) override;
  [[nodiscard]] QVector<QStringList> table() const override;
  [[nodiscard]] QStringList restsOn() const override;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  void setSettings(const Settings& settings);
  // A bar of its own for an answer. The scenario in hand (ViewState::answered) is shown by itself.
  void setOutcome(const Outcome& outcome, const QString& title);
  void clearOutcome();
  [[nodiscard]] const BreakdownPicture& picture() const;
  [[nodiscard]] QWidget& canvas();
  void finishNow() { work_.finishNow(); }  // tests

 private:
  struct Summed {  // of one run, over the time that is looked at
    std::shared_ptr<const BreakdownSums> sums;
    std::vector<RankSteps> steps;  // by hand, or as the trace has them
  };
  using AllSummed = std::map<int, std::shared_ptr<const Summed>>;  // by run id
  // What the worker is given: nothing of it changes.
  struct Asked {
    struct Shown {
      int id = 0;
      RunPtr run;
      QString title;
      bool stale = false, partial = false;
      std::int64_t shift = 0;
      std::optional<std::vector<TimeRange>> byHand;  // steps
    };
    std::vector<Shown> runs;                // those that are shown
    Settings settings;
    std::optional<ViewState::Range> range;  // on the shared axis; none = all of it
    bool measured = false, filtered = false;
  };
  static constexpr std::size_t kMostBars = 128;  // ranks with a bar of their own on screen
  // What there is in the runs, to say why nothing is shown.
  struct Found {
    bool ranks = false, says = false, inRange = false, steps = false;
    double work = 0;  // ranks, or steps of ranks: what a new range costs
  };
  struct Answer {
    Asked asked;
    AllSummed summed;
    BreakdownPicture picture;
    Found found;
  };
  struct Reason {
    QString headline, hint;
  };
  [[nodiscard]] Asked question() const;
  static std::shared_ptr<const Answer> answer(const Asked& asked, RunMemo& memo, const Job& job);
  static std::shared_ptr<const Summed> sumUp(const Asked& asked, const Asked::Shown& shown, RunMemo& memo, const Job& job);
  static BreakdownPicture build(const Asked& asked, const AllSummed& summed, std::size_t mostBars);
  static BreakdownPicture::Group groupOf(const Asked& asked, const Asked::Shown& shown, const Summed& summed, std::size_t mostBars);
  static Found look(const Asked& asked, const AllSummed& summed);
  void ask(int settle_ms);
  void follow();          // another range: at once where that is quick
  void take(std::shared_ptr<const Answer> answer);
  void refreshAnswers();  // only the scenario's bars moved: what a slider costs
  void read();
  void copyCsv() const;
  void addAnswers(BreakdownPicture& picture) const;
  [[nodiscard]] BreakdownPicture whole(std::size_t mostBars) const;  // of the last answer, with the scenario's bars
  [[nodiscard]] std::optional<Reason> reason(const BreakdownPicture& picture) const;  // why it shows nothing; none = it shows something
  [[nodiscard]] const Uncertainty* sure() const;  // of the scenario's own bar; null = it is not shown, or not worked out
  void listRows();  // in the choice of rows: ranks, steps, the steps of each rank
  void hovered(std::optional<Segment> at);
  void chose(const Segment& at);

  Settings settings_;
  std::optional<std::pair<Outcome, QString>> outcome_;
  std::shared_ptr<const Answer> answer_;  // the last one; null before it and without runs
  BreakdownPicture runsOnly_;             // of it, what is still open
  QString failure_;
  bool stopped_ = false;                  // by hand, after that answer
  Background work_{this};
  BreakdownCanvas* canvas_;
  QScrollArea* scroll_;
  QComboBox *rows_, *scale_;
  QCheckBox* visible_;
  QToolButton* copy_;
};

}  // namespace weir
