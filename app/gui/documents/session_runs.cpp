// What a person does with the sources of a run, and with a run as a file.
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/gui/documents/session.h"
#include "core/formats/open.h"

namespace weir {

void Session::moveSources(int id, std::vector<std::int64_t> moved) {
  const ShownRun* shown = state_.run(id);
  if (!shown) return;
  std::vector<std::int64_t> by(shown->run->sources.size(), 0);
  moved.resize(by.size(), 0);
  for (std::size_t i = 0; i < by.size(); ++i) by[i] = moved[i] - shown->movedBy(i);
  const std::string key = "move-" + std::to_string(id);
  // Nothing to do: but what a worker still moves is not wanted any more.
  if (std::all_of(by.begin(), by.end(), [](std::int64_t ps) { return ps == 0; })) {
    jobs_.stop(QString::fromStdString(key));
    return;
  }
  JobSpec spec;
  spec.title = tr("Moving sources of %1").arg(shown->title).toStdString();
  spec.key = key;
  const auto made = made_.find(id);
  jobs_.start(
      spec, id,
      [run = shown->run, by, moved, aligned = made == made_.end() ? std::vector<std::string>{} : made->second.aligned](const Job& job) -> Result<RunPtr> {
        job.begin("moving sources");
        auto out = std::make_shared<Run>(shifted(*run, by));
        // Back where it was read, it is aligned as it was read.
        for (std::size_t i = 0; i < moved.size() && i < aligned.size(); ++i)
          if (moved[i] == 0) out->sources[i].aligned = aligned[i];
        if (job.stopped()) return tl::make_unexpected(Error{Error::Kind::Stopped, "stopped", {}, {}});
        return RunPtr(std::move(out));
      },
      [this, id, moved, was = shown->run](Result<RunPtr> r) {
        const ShownRun* now = state_.run(id);
        if (!now || now->run != was) return;
        ShownRun next = *now;
        if (r) {
          next.run = std::move(*r);
          next.moved = moved;
        }
        state_.putRun(std::move(next));  // also where it failed: the pane shows again what is so
        if (!r) {
          if (!r.error().stopped()) emit failed(r.error());
          return;
        }
        markModified();
        made_[id].movedAt = change_;
        forgetMoved(file_, change_ - 1);
        forgetMoved(autosaveFile_, change_ - 1);
      });
}

void Session::forgetMoved(FileState& file, std::uint64_t savedAt) const {
  for (const auto& [id, made] : made_) {
    const auto row = file.runs.find(id);
    if (made.movedAt <= savedAt || row == file.runs.end()) continue;
    // Under a number that no run has, the row is taken for one that was removed.
    const StudyId old = row->second;
    file.runs.erase(row);
    file.runs[-static_cast<int>(old)] = old;
  }
}

void Session::exportRun(int id, const QString& path) {
  const ShownRun* shown = state_.run(id);
  if (!shown) return;
  JobSpec spec;
  spec.title = tr("Writing %1").arg(QFileInfo(path).fileName()).toStdString();
  struct Done {};
  jobs_.start(
      spec, 0,
      [run = shown->run, path = path.toStdString()](const Job& job) -> Result<Done> {
        if (auto ok = writeRunFile(*run, path, job); !ok) return tl::make_unexpected(ok.error());
        return Done{};
      },
      [this, path](Result<Done> r) {
        if (r) emit exported(path);
        else if (!r.error().stopped()) emit failed(r.error());
      });
}

}  // namespace weir
