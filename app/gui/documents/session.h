// What one window holds and can be asked to do, without a widget: runs, the scenario in hand with its answer, jobs, the
// study behind it, autosave. The window connects buttons to it and shows what it says. GUI thread; never blocks longer
// than a frame (work goes to the job queue).
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>

#include "app/gui/documents/autosave.h"
#include "app/gui/documents/contents.h"
#include "app/gui/jobs/job_controller.h"
#include "core/optimize/sweep.h"
#include "core/scenario/outcome.h"
#include "views/shared/view_state.h"

namespace weir {

class Session : public QObject {
  Q_OBJECT
 public:
  struct Options {
    QString autosaveFolder;  // empty = keep nothing
    std::shared_ptr<const Presets> presets;
  };
  explicit Session(Options options, QObject* parent = nullptr);
  ~Session() override;

  [[nodiscard]] ViewState& state() { return state_; }
  [[nodiscard]] JobController& jobs() { return jobs_; }
  [[nodiscard]] const Presets& presets() const { return *presets_; }

  // --- documents
  // Opens in a job. Runs are added to what is there; a study replaces it. `then` runs when it is done, whatever came of it.
  void open(const QStringList& paths, std::function<void(bool ok)> then = {});
  // As open(), but a study is only read and nothing is ever written back to it: how the installed sample is opened.
  void openCopy(const QStringList& paths, std::function<void(bool ok)> then = {});
  // As open(), with what the person said about the files ("csv.start" = "ts").
  void openWith(const QStringList& paths, std::map<std::string, std::string> settings, std::function<void(bool ok)> then = {});
  void restore(const QString& autosaved);  // work kept from another start: opened as unsaved work
  void save(std::function<void(bool ok)> then = {});      // needs path()
  void saveAs(const QString& path, std::function<void(bool ok)> then = {});
  [[nodiscard]] QString path() const { return path_; }    // of the study; empty = never saved
  [[nodiscard]] bool modified() const { return modified_; }
  [[nodiscard]] QString title() const;                     // for the window: the study, or what was opened
  void setTitle(const QString& title);
  void setLayout(const QByteArray& layout, const QString& view);  // goes into the study
  // Takes all that another session holds, which is empty afterwards: runs with what is known of them, scenario, study,
  // unsaved work and where the person looks. No job of the other may be at work (JobController::busy, "autosave").
  void takeOver(Session& other);
  // Whether unsaved work is kept for the next start: not where the autosave has no folder or could not be written.
  [[nodiscard]] bool keepsWork() const { return !autosave_.path().isEmpty() && !autosaveFailed_; }
  // Lets go of the autosave: kept when there is unsaved work (and named), removed otherwise. Call once, at closing.
  QString finish();

  // --- the scenario in hand
  [[nodiscard]] bool hasScenario() const { return hasScenario_; }
  [[nodiscard]] const Scenario& scenario() const { return scenario_; }
  // The scenario in hand is one to begin with, which nobody asked for, as long as it is not changed.
  void setExample();
  [[nodiscard]] bool scenarioIsExample() const { return !example_.empty() && question_ == example_; }
  void setScenario(const Scenario& scenario);   // answers at once, or as soon as the worker can; repaints once a frame
  void answerNow();                             // the same without waiting for the frame
  // Intervals take a hundred times as long as the answer: a worker finds them, and the law of batch size, once the hand
  // rests, and the answer is set again with them. This asks at once; settled() = nothing of the kind is due any more.
  void intervalsNow();
  [[nodiscard]] bool settled() const;

  // --- runs
  int addRun(RunPtr run, const QString& title);
  void removeRun(int id);
  // Moves sources of a run in a worker (ShownRun::moved, all of them); the newest request of a run counts.
  void moveSources(int id, std::vector<std::int64_t> moved);
  // Writes a run by the file's ending, in a worker (core/formats' writers).
  void exportRun(int id, const QString& path);
  int simulate(Fidelity fidelity);              // the id its run has; 0 = refused
  int showPrediction() { return simulate(Fidelity::Model); }
  void sweep(const SweepSpec& spec);            // ViewState::sweep() grows while it runs
  void sweepDefault();                          // batch x nodes x frequency x tier around the scenario
  void pin();                                   // the answer in hand becomes A
  void unpin();
  void pinRun(int runId);                       // only a mark
  [[nodiscard]] const std::shared_ptr<const Answered>& pinned() const { return pinned_; }
  [[nodiscard]] int pinnedRun() const { return pinnedRun_; }
  void stopAll() { jobs_.stopAll(); }

  void markModified();

 signals:
  void scenarioLoaded(const weir::Scenario& scenario);  // by opening; the panel must show it
  void answered();
  void validated();                                     // measured tables were opened and held against the models
  void refused(const QString& what);                    // the scenario has no answer
  void failed(const weir::Error& error);                // something the person asked for did not work (not an opening)
  // A file or folder was refused: which ones were asked for.
  void openFailed(const weir::Error& error, const QStringList& paths);
  // Some of the files could not be read, the others were: each with its reason, one a line.
  void partlyRead(const QStringList& errors, const QStringList& paths);
  // What of a folder was not read (core/formats/folder.h).
  void leftOut(const std::vector<weir::Note>& notes);
  void exported(const QString& path);
  void runOpened(int runId, const QStringList& paths);
  void note(const QString& what, const QString& where);
  void titleChanged();
  void modifiedChanged(bool modified);
  void opened(const QStringList& paths);
  void studyLoaded(const QByteArray& layout, const QString& view);
  void pinChanged();
  void runFinished(int runId);

 private:
  struct Made {  // how a run came to be
    std::string question;  // of the scenario that made it; empty = measured
    std::vector<std::string> aligned;  // Source::aligned as read
    std::uint64_t movedAt = 0;         // the change (change_) by which its sources were last moved
  };
  void read(const QStringList& paths, bool copy, std::map<std::string, std::string> settings, std::function<void(bool ok)> then);
  // What a file holds of runs that were moved since `savedAt` is out of date: it is replaced at the next save.
  void forgetMoved(FileState& file, std::uint64_t savedAt) const;
  void take(Contents what, const QStringList& paths, bool copy);
  void takeStudy(LoadedStudy study, bool copy);
  void markStale();
  void sureOfTheFront();  // intervals for its plans, in a worker
  void write(FileState file, bool fresh, const QString& key, const QString& title, std::function<void(Result<FileState>)> then);
  void autosaveSoon();
  void autosave();
  void finishAutosave();
  SaveRequest snapshot() const;
  void setModified(bool modified);
  void takeView(ViewState& other);

  ViewState state_;
  std::shared_ptr<const Presets> presets_;
  Autosave autosave_;
  Scenario scenario_;
  std::string question_;  // see questionOf()
  std::string example_;   // the question of the scenario to begin with; empty = another was opened
  bool hasScenario_ = false;
  std::map<int, Made> made_;
  int nextRun_ = 1;
  std::shared_ptr<const Answered> pinned_;
  int pinnedRun_ = 0;

  QString path_, title_, view_, restored_;
  int opening_ = 0;
  QByteArray layout_;
  bool modified_ = false;
  std::uint64_t change_ = 0;  // grows with every change; a save that began before the last one leaves work unsaved
  FileState file_, autosaveFile_;
  std::uint64_t sweepVersion_ = 0;
  bool autosaveRunning_ = false, autosaveAgain_ = false, autosaveFailed_ = false;
  QTimer autosaveTimer_, frameTimer_, restTimer_;
  QElapsedTimer sinceFrame_;
  bool slowModel_ = false;  // the last prediction took longer than a frame may; ask the worker
  JobController jobs_;      // last: its destructor waits for workers, which must not find the rest gone
};

}  // namespace weir
