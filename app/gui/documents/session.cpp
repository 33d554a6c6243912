#include "app/gui/documents/session.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QUuid>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "core/base/units.h"
#include "core/formats/folder.h"
#include "core/formats/open.h"
#include "core/jobs/batch_law.h"
#include "core/jobs/replay.h"
#include "core/model/predict.h"
#include "core/model/uncertainty.h"
#include "core/scenario/json.h"
#include "core/simulate/simulate.h"
#include "views/scenario/field.h"
#include "views/shared/core_words.h"
#include "views/shared/intervals.h"
#include "views/shared/text.h"

namespace weir {
namespace {

constexpr int kFrameMs = 16;
constexpr int kAutosaveMs = 1500;
constexpr int kRestMs = 120;  // a hand that has not moved for so long rests
constexpr double kSlowModel_s = 0.002;  // beyond it the worker answers, so that a move never costs a frame

// What decides the answer: all of a scenario but its name and where its values come from.
std::string questionOf(Scenario s) {
  s.name.clear();
  s.provenance.clear();
  return scenarioToJson(s);
}
// Of a scenario as a run carries it, which another version may have written; empty = measured.
std::string questionOf(const std::string& json, const Presets& presets) {
  if (json.empty()) return {};
  auto s = scenarioFromJson(json, "the run's scenario", presets);
  return s ? questionOf(std::move(*s)) : json;
}

// ", nodes 128": what was set by hand, so that runs of one scenario can be told apart; at most three.
QString changesOf(const Scenario& s) {
  constexpr int kMost = 3;
  QStringList parts;
  for (const Setting& setting : settings(s)) {
    const auto it = s.provenance.find(setting.path);
    if (it == s.provenance.end() || it->second != kSetInPanel) continue;
    if (parts.size() == kMost) {
      parts << QStringLiteral("…");
      break;
    }
    parts << q(setting.path).section(QLatin1Char('.'), -1).replace(QLatin1Char('_'), QLatin1Char(' ')) + QLatin1Char(' ') + intervals::asSpoken(setting.path, setting.value);
  }
  return parts.isEmpty() ? QString() : QStringLiteral(", ") + parts.join(QStringLiteral(", "));
}

// Where the person looks: the range unless it is the whole, and the filter unless it is off.
std::string placeOf(const ViewState& state) {
  nlohmann::json place = nlohmann::json::object();
  if (const auto range = state.timeRange(); !state.runs().empty() && range != state.whole()) place["range"] = {range.first, range.second};
  if (const Filter& f = state.filter(); !f.off()) {
    std::vector<std::string> hidden;
    for (const Activity a : f.hidden) hidden.emplace_back(name(a));
    place["filter"] = {{"name", f.name.toStdString()}, {"hidden", hidden}, {"shortest", f.shortest}, {"longest", f.longest}, {"ranks", f.ranks}};
  }
  return place.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void lookAgain(const std::string& text, ViewState& state) {
  const auto place = nlohmann::json::parse(text, nullptr, false);
  Filter f;
  if (place.is_object() && place.contains("filter") && place["filter"].is_object()) {
    const auto& j = place["filter"];
    const auto whole = [&j](const char* key) { return j.contains(key) && j[key].is_number_integer() ? std::max<std::int64_t>(0, j[key].get<std::int64_t>()) : 0; };
    if (j.contains("name") && j["name"].is_string()) f.name = QString::fromStdString(j["name"].get<std::string>());
    f.shortest = whole("shortest");
    f.longest = whole("longest");
    if (j.contains("hidden") && j["hidden"].is_array())
      for (const auto& h : j["hidden"])
        for (int a = 0; a < kActivities; ++a)
          if (h.is_string() && h.get<std::string>() == name(static_cast<Activity>(a))) f.hidden.insert(static_cast<Activity>(a));
    if (j.contains("ranks") && j["ranks"].is_array())
      for (const auto& r : j["ranks"])
        if (r.is_number_integer()) f.ranks.insert(r.get<std::int32_t>());
  }
  state.setFilter(std::move(f));
  if (!place.is_object() || !place.contains("range")) return;
  const auto& r = place["range"];
  if (!r.is_array() || r.size() != 2 || !r[0].is_number_integer() || !r[1].is_number_integer()) return;
  const auto [lo, hi] = state.whole();  // beyond it there is nothing to see, and a damaged file may say anything
  const std::int64_t from = std::max(r[0].get<std::int64_t>(), lo), to = std::min(r[1].get<std::int64_t>(), hi);
  if (from < to) state.setTimeRange({from, to});
}

}  // namespace

Session::Session(Options options, QObject* parent)
    : QObject(parent), presets_(options.presets ? options.presets : std::make_shared<const Presets>()), autosave_(options.autosaveFolder) {
  connect(&state_, &ViewState::moveRequested, this, &Session::moveSources);
  frameTimer_.setSingleShot(true);
  connect(&frameTimer_, &QTimer::timeout, this, &Session::answerNow);
  restTimer_.setSingleShot(true);
  restTimer_.setInterval(kRestMs);
  connect(&restTimer_, &QTimer::timeout, this, &Session::intervalsNow);
  autosaveTimer_.setSingleShot(true);
  autosaveTimer_.setInterval(kAutosaveMs);
  connect(&autosaveTimer_, &QTimer::timeout, this, &Session::autosave);
  connect(&state_, &ViewState::runsChanged, this, [this] {
    if (!state_.runs().empty()) autosaveSoon();
  });
  connect(&state_, &ViewState::markersChanged, this, &Session::markModified);
  connect(&state_, &ViewState::stepsChanged, this, &Session::markModified);
  connect(&state_, &ViewState::arranged, this, &Session::markModified);
  autosaveFile_.path = autosave_.path().toStdString();
}

Session::~Session() = default;

// --- the scenario in hand

void Session::setScenario(const Scenario& scenario) {
  scenario_ = scenario;
  if (hasScenario_) markModified();
  hasScenario_ = true;
  if (frameTimer_.isActive()) return;
  const qint64 since = sinceFrame_.isValid() ? sinceFrame_.elapsed() : kFrameMs;
  if (since >= kFrameMs) answerNow();
  else frameTimer_.start(int(kFrameMs - since));
}

void Session::setExample() {
  if (frameTimer_.isActive()) answerNow();
  example_ = question_;
}

void Session::answerNow() {
  frameTimer_.stop();
  sinceFrame_.start();
  if (!hasScenario_) return;
  question_ = questionOf(scenario_);
  markStale();
  const auto take = [this](const Scenario& asked, const Result<Outcome>& r) {
    if (!r) {
      if (r.error().stopped()) return;
      state_.setAnswered(nullptr);  // an older answer beside a refusal would be read as this scenario's
      emit refused(coreErrorLine(r.error()));
      restTimer_.start();  // what memory does not hold has a law of batch size all the same
      return;
    }
    state_.setAnswered(std::make_shared<const Answered>(Answered{asked, *r}));
    emit answered();
    restTimer_.start();
  };
  if (!slowModel_) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<Outcome> r = predict(scenario_);
    slowModel_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > kSlowModel_s;
    take(scenario_, r);
    return;
  }
  JobSpec spec;
  spec.key = "predict";
  spec.speed = JobSpec::Speed::Quick;
  struct Timed {
    Outcome outcome;
    double took_s;
  };
  jobs_.start(
      spec, 0,
      [s = scenario_](const Job&) -> Result<Timed> {
        const auto begin = std::chrono::steady_clock::now();
        auto r = predict(s);
        if (!r) return tl::make_unexpected(r.error());
        return Timed{std::move(*r), std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
      },
      [this, s = scenario_, take](Result<Timed> r) {
        if (r) {
          slowModel_ = r->took_s > kSlowModel_s;
          take(s, r->outcome);
        } else {
          take(s, tl::make_unexpected(r.error()));
        }
      });
}

void Session::intervalsNow() {
  restTimer_.stop();
  const std::shared_ptr<const Answered> asked = state_.answered();
  if (asked && asked->outcome.uncertainty) return;
  JobSpec spec;
  spec.key = "intervals";
  spec.speed = JobSpec::Speed::Quick;
  if (!asked) {
    if (!hasScenario_) return;
    jobs_.start(
        spec, 0, [s = scenario_](const Job&) { return batchLawReport(s); },
        [this](Result<BatchLawPtr> law) {
          if (!state_.answered()) state_.setBatchLaw(law ? std::move(*law) : nullptr);
        });
    return;
  }
  struct Rested {
    Uncertainty sure;
    BatchLawPtr law;  // null: no training
  };
  jobs_.start(
      spec, 0,
      [asked](const Job&) -> Result<Rested> {
        auto law = batchLawReport(asked->scenario);
        return Rested{uncertainty(asked->scenario, asked->outcome), law ? std::move(*law) : nullptr};
      },
      [this, asked](Result<Rested> r) {
        if (!r || state_.answered() != asked) return;  // the scenario has moved on
        state_.setBatchLaw(std::move(r->law));
        auto sure = std::make_shared<Answered>(*asked);
        sure->outcome.uncertainty = std::move(r->sure);
        state_.setAnswered(std::move(sure));
      });
}

bool Session::settled() const { return !frameTimer_.isActive() && !restTimer_.isActive() && !jobs_.running(QStringLiteral("intervals")) && !jobs_.running(QStringLiteral("predict")) && !jobs_.running(QStringLiteral("sweep-intervals")); }

void Session::markStale() {
  std::vector<ShownRun> changed;
  for (const ShownRun& r : state_.runs()) {
    const auto it = made_.find(r.id);
    if (it == made_.end() || it->second.question.empty()) continue;
    const bool stale = it->second.question != question_;
    if (stale == r.stale) continue;
    changed.push_back(r);
    changed.back().stale = stale;
  }
  for (ShownRun& r : changed) state_.putRun(std::move(r));
}

// --- runs

int Session::addRun(RunPtr run, const QString& title) {
  const int id = nextRun_++;
  made_[id].question = questionOf(run->scenario, *presets_);
  for (const Source& s : run->sources) made_[id].aligned.push_back(s.aligned);
  ShownRun shown;
  shown.id = id;
  shown.run = std::move(run);
  shown.title = title;
  shown.stale = hasScenario_ && !made_[id].question.empty() && made_[id].question != question_;
  // Runs begin together, whatever their clocks say.
  shown.shift = -shown.run->span().first;
  state_.putRun(std::move(shown));
  markModified();
  return id;
}

void Session::removeRun(int id) {
  // A run that is still being computed is not wanted any more.
  for (const JobLine& j : jobs_.lines())
    if (j.runId == id) jobs_.stop(j.id);
  state_.removeRun(id);
  made_.erase(id);
  if (pinnedRun_ == id) pinRun(0);
  markModified();
}

int Session::simulate(Fidelity fidelity) {
  if (!hasScenario_) {
    emit failed(Error{Error::Kind::Input, tr("there is no scenario to simulate").toStdString(), {}, tr("choose a machine and a workload in the scenario panel").toStdString()});
    return 0;
  }
  if (frameTimer_.isActive()) answerNow();
  const QString what = fidelity == Fidelity::Packet   ? tr("packets")
                       : fidelity == Fidelity::Hybrid ? tr("packets, hybrid")
                       : fidelity == Fidelity::Flow   ? tr("flows")
                                                      : QString();
  const QString name = (scenario_.name.empty() ? tr("scenario") : q(scenario_.name)) + changesOf(scenario_);
  const QString title = fidelity == Fidelity::Model ? name : tr("%1, %2").arg(name, what);  // "predicted" stands beside it anyway
  const int id = nextRun_++;
  const std::string question = question_;
  made_[id].question = question;

  JobSpec spec;
  spec.title = (fidelity == Fidelity::Packet   ? tr("Simulating packets")
                : fidelity == Fidelity::Hybrid ? tr("Simulating packets, hybrid")
                : fidelity == Fidelity::Flow ? tr("Simulating flows") : tr("Predicting")).toStdString();
  spec.key = "simulate-" + std::to_string(int(fidelity));
  spec.pausable = fidelity != Fidelity::Model;
  const auto put = [this, id, title, question](RunPtr run, bool partial) {
    ShownRun shown;
    shown.id = id;
    shown.shift = -run->span().first;
    shown.run = std::move(run);
    shown.title = title;
    shown.partial = partial;
    shown.stale = question != question_;
    if (!made_.contains(id)) return;  // removed while it ran
    if (const ShownRun* before = state_.run(id)) shown.visible = before->visible;
    state_.putRun(std::move(shown));
  };
  jobs_.start(
      spec, id,
      [s = scenario_, fidelity, put](const Job& job, const Publish& publish) {
        SimulateOptions options;
        // Half of the cores at most: the window and what else is at work want theirs.
        options.threads = std::clamp(std::thread::hardware_concurrency() / 2, 1U, 2U);
        options.onPartial = [publish, put](RunPtr run) { publish([put, run = std::move(run)] { put(run, true); }); };
        return simulateAny(s, fidelity, options, job);
      },
      [this, id, put, what, fidelity, question](Result<Simulated> r) {
        const bool wanted = made_.contains(id);
        if (!r) {
          // What was shown while it ran stays, tagged as partial; a stop is not a failure.
          if (!state_.run(id)) made_.erase(id);
          if (!r.error().stopped()) emit failed(r.error());
          emit runFinished(id);
          return;
        }
        if (wanted) {
          put(r->run, false);
          markModified();
          // Small jobs are over before a progress bar is seen: the status line says that it is done, and what came out.
          if (fidelity != Fidelity::Model) {
            const double step = r->outcome.step_s;
            QString said = tr("Simulated by %1: %2").arg(what, q(units::showSeconds(step)));
            // A load lasts as long as it was asked to: there is nothing to compare.
            if (const auto& a = state_.answered(); a && question == question_ && a->outcome.step_s > 0 && !(scenario_.workload.load > 0)) {
              const double off = step / a->outcome.step_s - 1;
              said += tr("; closed forms %1 (simulated %2%3 against them)").arg(q(units::showSeconds(a->outcome.step_s)), off < 0 ? QStringLiteral("−") : QStringLiteral("+"), q(units::showPercent(std::abs(off))));
            }
            state_.setHovered(said);
          }
        }
        emit runFinished(id);
      });
  return id;
}

// --- documents

void Session::open(const QStringList& paths, std::function<void(bool)> then) { read(paths, false, {}, std::move(then)); }
void Session::openCopy(const QStringList& paths, std::function<void(bool)> then) { read(paths, true, {}, std::move(then)); }
void Session::openWith(const QStringList& paths, std::map<std::string, std::string> settings, std::function<void(bool)> then) {
  read(paths, false, std::move(settings), std::move(then));
}

void Session::read(const QStringList& paths, bool copy, std::map<std::string, std::string> settings, std::function<void(bool)> then) {
  if (paths.isEmpty()) return;
  std::vector<std::string> names;
  for (const QString& p : paths) names.push_back(QDir::toNativeSeparators(p).toStdString());
  JobSpec spec;
  spec.title = (paths.size() == 1 ? tr("Opening %1").arg(QFileInfo(paths.first()).fileName()) : tr("Opening %n file(s)", nullptr, int(paths.size()))).toStdString();
  // Openings do not replace one another: two in a row open both.
  spec.key = "open-" + std::to_string(++opening_);
  jobs_.start(
      spec, 0,
      [this, names, copy, settings = std::move(settings), presets = presets_](const Job& job, const Publish& publish) {
        bool first = true;
        return readContents(
            names, *presets, job, copy,
            [&](ValidationPtr so_far) {
              publish([this, so_far = std::move(so_far), bring = std::exchange(first, false)] {
                state_.setValidation(so_far);
                if (bring) emit validated();
              });
            },
            settings);
      },
      [this, paths, copy, then = std::move(then)](Result<Contents> r) {
        const bool ok = r.has_value();
        QStringList errors;
        std::vector<Note> left;
        if (ok && r->run)
          for (const Note& n : r->run->notes) {
            if (n.kind == kNoteNotRead || n.kind == kNoteBroken)
              for (const std::string& e : n.first) errors << q(e);
            else if (isOfAFolder(n.kind)) left.push_back(n);
          }
        if (ok) take(std::move(*r), paths, copy);
        else if (!r.error().stopped()) emit openFailed(r.error(), paths);
        if (!left.empty()) emit leftOut(left);
        if (!errors.isEmpty()) emit partlyRead(errors, paths);
        if (then) then(ok);
      });
}

void Session::restore(const QString& autosaved) {
  JobSpec spec;
  spec.title = tr("Restoring").toStdString();
  spec.key = "open-" + std::to_string(++opening_);
  jobs_.start(
      spec, 0, [path = autosaved.toStdString(), presets = presets_](const Job& job) { return readContents({path}, *presets, job); },
      [this, autosaved](Result<Contents> r) {
        if (!r) {
          if (!r.error().stopped()) emit openFailed(r.error(), {autosaved});
          return;
        }
        take(std::move(*r), {}, true);
        // It lives on as this window's own unsaved work, in this window's own autosave.
        title_ = tr("Restored work");
        emit titleChanged();
        markModified();
        restored_ = autosaved;
      });
}

void Session::take(Contents what, const QStringList& paths, bool copy) {
  const bool wasEmpty = state_.runs().empty() && !modified_;
  if (what.study) takeStudy(std::move(*what.study), copy);
  if (what.scenario) {
    example_.clear();
    emit scenarioLoaded(*what.scenario);
    if (wasEmpty && title_.isEmpty()) title_ = QFileInfo(q(what.scenarioFile)).fileName();
  }
  if (what.run) {
    if (wasEmpty) title_ = q(what.runTitle);
    emit runOpened(addRun(what.run, q(what.runTitle)), paths);
  }
  if (what.validation) {
    if (wasEmpty && title_.isEmpty()) title_ = q(what.validation->title);
    for (const std::string& f : what.validation->failed) emit note(tr("A table could not be predicted"), q(f));
    const bool shown = state_.validation() && state_.validation()->partial;  // brought to the front as its first table was done
    state_.setValidation(std::move(what.validation));
    if (!shown) emit validated();
  }
  if (!copy) emit opened(paths);
  emit titleChanged();
}

void Session::takeStudy(LoadedStudy study, bool copy) {
  jobs_.stop(QStringLiteral("simulate-1"));
  jobs_.stop(QStringLiteral("simulate-2"));
  jobs_.stop(QStringLiteral("simulate-3"));
  made_.clear();
  unpin();
  state_.clearRuns();
  FileState file = study.file;
  file.runs.clear();
  std::vector<ShownRun> shown;
  struct Beside {
    std::map<std::string, std::string> remembered;
    std::vector<TimeRange> steps;
  };
  std::map<int, Beside> kept;
  for (KeptRun& k : study.runs) {
    const int id = nextRun_++;
    file.runs[id] = k.stored;
    made_[id].question = questionOf(k.run->scenario, *presets_);
    for (const Source& source : k.run->sources) made_[id].aligned.push_back(source.aligned);
    if (k.found) state_.memo()->giveSteps(k.run, std::move(k.found));  // before a view asks
    state_.memo()->giveTables(k.run, std::move(k.tables));
    state_.memo()->giveAnswers(k.run, k.answers);
    ShownRun s;
    s.id = id;
    s.shift = -k.run->span().first;
    s.run = std::move(k.run);
    kept[id] = {std::move(k.remembered), std::move(k.steps)};
    s.title = q(k.title);
    s.visible = k.visible;
    shown.push_back(std::move(s));
  }
  path_ = copy ? QString() : q(study.file.path);
  title_ = QFileInfo(q(study.file.path)).completeBaseName();
  file_ = copy ? FileState{} : std::move(file);
  hasScenario_ = false;
  if (study.scenario) example_.clear();
  for (ShownRun& s : shown) {
    const int id = s.id;
    const auto it = kept.find(id);
    // Before the views see the run: they look for it then.
    if (it != kept.end())
      for (auto& [key, bytes] : it->second.remembered) state_.remember(id, key, std::move(bytes));
    state_.putRun(std::move(s));
    if (it != kept.end() && !it->second.steps.empty()) state_.setStepsByHand(id, std::move(it->second.steps));
  }
  std::vector<Marker> markers;
  if (const auto list = nlohmann::json::parse(study.meta["markers"], nullptr, false); list.is_array())
    for (const auto& m : list)
      if (m.is_array() && m.size() == 2 && m[0].is_number_integer() && m[1].is_string())
        markers.push_back({m[0].get<std::int64_t>(), q(m[1].get<std::string>())});
  state_.setMarkers(std::move(markers));
  lookAgain(study.meta["place"], state_);
  if (study.scenario) emit scenarioLoaded(*study.scenario);
  jobs_.stop(QStringLiteral("sweep-intervals"));
  state_.setSweepIntervals(nullptr);
  if (study.sweep) state_.setSweep(study.sweep->result, study.sweep->base);
  else state_.setSweep(nullptr);
  sureOfTheFront();
  file_.sweepVersion = ++sweepVersion_;
  for (const std::string& remark : study.remarks) emit note(tr("Part of the study could not be read"), q(remark));
  if (study.readOnly && !copy) emit note(tr("This study can only be read; changes need another file"), path_);
  emit studyLoaded(QByteArray::fromStdString(study.layout), q(study.meta["view"]));
  setModified(false);
  // A copy of what is saved anyway is not worth keeping.
  autosaveTimer_.stop();
}

SaveRequest Session::snapshot() const {
  SaveRequest r;
  for (const ShownRun& s : state_.runs()) {
    if (s.partial && jobs_.busy()) continue;  // it is kept when it is done or stopped
    KeptRun kept{s.id, s.run, s.title.toStdString(), s.visible, 0, state_.remembered(s.id), {}, s.partial ? nullptr : state_.memo()->knownSteps(s.run)};
    if (const auto* steps = state_.stepsByHand(s.id)) kept.steps = *steps;
    if (!s.partial) kept.tables = state_.memo()->knownTables(s.run);
    if (!s.partial) kept.answers = state_.memo()->knownAnswers(s.run);
    r.runs.push_back(std::move(kept));
  }
  if (hasScenario_) {
    r.scenarioName = scenario_.name;
    r.scenarioJson = scenarioToJson(scenario_);
  }
  if (state_.sweep() && !jobs_.running(QStringLiteral("sweep"))) {
    r.sweep = KeptSweep{state_.sweep(), state_.sweepScenario()};
    r.sweepVersion = sweepVersion_;
  }
  r.meta["view"] = view_.toStdString();
  nlohmann::json markers = nlohmann::json::array();
  for (const Marker& m : state_.markers()) markers.push_back({m.time, m.text.toStdString()});
  r.meta["markers"] = markers.dump();
  r.meta["place"] = placeOf(state_);
  r.layout = layout_.toStdString();
  r.now_ms = QDateTime::currentMSecsSinceEpoch();
  r.revision = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
  return r;
}

void Session::write(FileState file, bool fresh, const QString& key, const QString& title, std::function<void(Result<FileState>)> then) {
  SaveRequest r = snapshot();
  r.file = std::move(file);
  r.fresh = fresh;
  JobSpec spec;
  spec.title = title.toStdString();
  spec.key = key.toStdString();
  jobs_.start(spec, 0, [r = std::move(r)](const Job& job) { return saveStudy(r, job); }, std::move(then));
}

void Session::save(std::function<void(bool)> then) {
  Q_ASSERT(!path_.isEmpty());
  saveAs(path_, std::move(then));
}

void Session::saveAs(const QString& path, std::function<void(bool)> then) {
  const bool same = path == path_ && file_.path == path.toStdString();
  FileState file = same ? file_ : FileState{path.toStdString(), 0, {}, 0, 0, {}};
  write(std::move(file), !same, QStringLiteral("save"), tr("Saving %1").arg(QFileInfo(path).fileName()),
        [this, path, change = change_, then = std::move(then)](Result<FileState> done) {
          if (done) {
            path_ = path;
            file_ = std::move(*done);
            forgetMoved(file_, change);
            title_ = QFileInfo(path).completeBaseName();
            if (change == change_) setModified(false);
            emit titleChanged();
          } else if (!done.error().stopped()) {
            emit failed(done.error());
          }
          if (then) then(done.has_value());
        });
}

void Session::finishAutosave() {
  if (!modified_ || autosave_.path().isEmpty()) return;
  // A write under way holds runs that are nowhere else; it gets a moment to end.
  QDeadlineTimer limit(2000);
  while (autosaveRunning_ && !limit.hasExpired()) QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents, 20);
  if (!autosaveRunning_ && (autosaveTimer_.isActive() || autosaveAgain_)) {
    SaveRequest r = snapshot();
    r.file = autosaveFile_;
    if (const auto done = saveStudy(std::move(r), Job{}); done) autosaveFile_ = *done;
  }
  autosaveTimer_.stop();
}

QString Session::title() const { return title_; }
void Session::setTitle(const QString& title) {
  title_ = title;
  emit titleChanged();
}

void Session::setLayout(const QByteArray& layout, const QString& view) {
  layout_ = layout;
  view_ = view;
}

void Session::setModified(bool modified) {
  if (modified == modified_) return;
  modified_ = modified;
  emit modifiedChanged(modified);
}

void Session::markModified() {
  ++change_;
  setModified(true);
  autosaveSoon();
}

void Session::autosaveSoon() {
  if (!autosave_.path().isEmpty() && modified_) autosaveTimer_.start();
}

void Session::autosave() {
  if (autosave_.path().isEmpty() || !modified_) return;
  // One at a time: a newer one would stop the older, and what that had written already would be written again.
  if (autosaveRunning_) {
    autosaveAgain_ = true;
    return;
  }
  autosaveRunning_ = true;
  write(autosaveFile_, false, QStringLiteral("autosave"), {}, [this, change = change_](Result<FileState> done) {
    autosaveRunning_ = false;
    if (done) {
      autosaveFile_ = std::move(*done);
      forgetMoved(autosaveFile_, change);
      autosaveFailed_ = false;
      // Only now is the older copy of the same work not needed any more.
      if (!restored_.isEmpty()) Autosave::forget(std::exchange(restored_, {}));
    } else if (!done.error().stopped() && !autosaveFailed_) {
      autosaveFailed_ = true;  // said once, not at every change
      emit failed(done.error());
    }
    if (autosaveAgain_) {
      autosaveAgain_ = false;
      autosaveSoon();
    }
  });
}

QString Session::finish() {
  finishAutosave();
  const QString kept = autosave_.path();
  if (modified_ && !kept.isEmpty() && QFileInfo(kept).size() > 0) {
    autosave_.release();
    return kept;
  }
  autosave_.remove();
  return path_;
}

}  // namespace weir
