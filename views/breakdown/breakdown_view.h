// "breakdown": where the time of every rank of every shown run went, and beside it where the predicted step's goes. Follows
// the shared time range and, within a frame, the scenario in hand. GUI thread; big runs are summed up in a worker.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <map>
#include <memory>
#include <optional>

#include "core/summarize/steps.h"
#include "views/breakdown/breakdown_picture.h"
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

 private:
  struct Summed {  // what is worth keeping of a run
    RunPtr run;
    std::shared_ptr<const BreakdownIndex> index;
    std::shared_ptr<const Steps> steps;
  };
  static std::shared_ptr<const Summed> sumUp(const RunPtr& run, RunMemo& memo);
  void sumUpAll();
  void refresh();         // of everything
  void refreshAnswers();  // only the scenario's bars moved: what a slider costs
  void read();
  [[nodiscard]] BreakdownPicture build(std::size_t mostRanks) const;
  void addAnswers(BreakdownPicture& picture) const;
  [[nodiscard]] const Uncertainty* sure() const;  // of the scenario's own bar; null = it is not shown, or not worked out
  [[nodiscard]] std::vector<RankSteps> stepsOf(const ShownRun& shown, const Summed& summed) const;
  void listRows();  // in the choice of rows: ranks, steps, the steps of each rank
  [[nodiscard]] BreakdownPicture::Group groupOf(const ShownRun& shown, const Summed& summed, std::size_t mostRanks) const;
  void hovered(std::optional<Segment> at);
  void chose(const Segment& at);

  Settings settings_;
  std::optional<std::pair<Outcome, QString>> outcome_;
  std::map<int, std::shared_ptr<const Summed>> summed_;  // by run id
  std::map<int, RunPtr> underway_;
  BreakdownPicture runsOnly_;  // of the last refresh, without the scenario's bars
  BreakdownCanvas* canvas_;
  QScrollArea* scroll_;
  QComboBox *rows_, *scale_;
  QCheckBox* visible_;
};

}  // namespace weir
