// What is worked out of a path in the background and shown: the rows of the table with what each would gain, and what the changes
// asked for bring.
#include <algorithm>
#include <set>

#include "core/summarize/critical_path_pick.h"
#include "core/summarize/critical_path_reach.h"
#include "core/summarize/critical_path_then_last.h"
#include "views/critical_path/critical_path_view.h"
#include "views/shared/core_words.h"

namespace weir {
namespace {

// Gains cost two replays a row. Those of the longest rows come first, the others after them where that is soon done: so many
// pieces of time in all, a few seconds. Of a larger run they are asked for.
constexpr std::size_t kGains = 15, kSoon = 500'000'000;

constexpr AnswerBytes<PathTable> kKeptTable{pathTableToBytes, pathTableFromBytes};
AnswerKey tableKey(PathBy by, const std::string& choice) { return {"critical path rows " + std::to_string(static_cast<int>(by)), choice}; }

}  // namespace

// First the rows, then, as they cost replays, what each would gain; all at once where that is kept.
void CriticalPathView::askTable() {
  const auto path = shownPath();
  if (!path) return;
  everyGain_->hide();
  const auto ask = [found = found_, path, by = settings_.by, memo = state().memo()](const Job& job) -> std::shared_ptr<const Tabled> {
    if (path == found->path)
      if (const auto kept = memo->knownAnswer<PathTable>(found->run, tableKey(by, found->key), kKeptTable)) return std::make_shared<const Tabled>(Tabled{path, by, kept->rows, kept->gains});
    const auto graph = found->graph->get(job);
    if (!graph) return nullptr;
    auto rows = pathTable(**graph, *path, by, 0, job);
    if (!rows) return nullptr;
    return std::make_shared<const Tabled>(Tabled{path, by, std::move(*rows)});
  };
  tables_->askFor<Tabled>(ask, [this](const std::shared_ptr<const Tabled>& t) {
    showTable(t);
    if (t->of == found_->path && t->gains == 0) askGains(kGains);
  });
}

// Of the first so many rows of the measured path.
void CriticalPathView::askGains(std::size_t rows) {
  const auto ask = [found = found_, by = settings_.by, memo = state().memo(), rows](const Job& job) -> std::shared_ptr<const Tabled> {
    const auto graph = found->graph->get(job);
    if (!graph) return nullptr;
    auto table = pathTable(**graph, *found->path, by, rows, job);
    if (!table) return nullptr;
    memo->keepAnswer<PathTable>(found->run, tableKey(by, found->key), kKeptTable, std::make_shared<const PathTable>(PathTable{*table, rows}));
    const bool soon = table->size() * (*graph)->pieces() * 2 <= kSoon;
    return std::make_shared<const Tabled>(Tabled{found->path, by, std::move(*table), rows, soon});
  };
  tables_->askFor<Tabled>(ask, [this](const std::shared_ptr<const Tabled>& t) {
    showTable(t);
    if (t->gains < t->rows.size() && t->othersSoon) askGains(t->rows.size());
  });
}

void CriticalPathView::showTable(const std::shared_ptr<const Tabled>& t) {
  tabled_ = t;
  const bool measured = t->of == found_->path;
  rows_->setMissing(measured ? tr("not worked out: the longest rows are played again first; \"All gains\" above the table does it for all")
                             : tr("not worked out: gains are of the path as it was measured; \"Show the changed path\" hides them"));
  rows_->setRows(found_->run, t->by, t->of->makespan(), t->of->span.from, t->rows);
  everyGain_->setVisible(measured && t->gains > 0 && rows_->anyMissing());
  fitNames();
  panel_->setChoices(choices());
}

std::shared_ptr<const CriticalPathView::Answer> CriticalPathView::answerTo(const PathGraph& graph, const CriticalPath& path, const std::vector<PathChange>& asked, const Job& job) {
  auto a = std::make_shared<Answer>();
  const auto refused = [&](const Error& error) -> std::shared_ptr<const Answer> {
    if (error.stopped()) return nullptr;
    a->error = coreSentence(error.what) + QStringLiteral(". ") + coreSentence(error.todo);
    return a;
  };
  for (const PathChange& c : asked) {
    auto picked = pickedChange(graph, c);
    if (!picked) return refused(picked.error());
    a->changes.push_back(picked->change);
    if (!picked->text.empty()) a->why.push_back(std::move(picked->text));
  }
  const std::vector<PathChange>& changes = a->changes;
  for (const PathChange& c : changes) {
    const auto reach = reachOf(graph, c, job);
    if (!reach) return refused(reach.error());
    // What there is instead stands in the panel's list.
    if (auto nothing = reachesNothing(graph, c, *reach)) return refused({nothing->kind, nothing->what, nothing->where, "choose something else to change"});
    if (std::string why = whyNot(c, *reach); !why.empty()) a->why.push_back(std::move(why));
  }
  auto changed = criticalPath(graph, changes, job);
  if (!changed) return refused(changed.error());
  const auto shortened = shortenedBy(graph, changes, job);
  if (!shortened) return refused(shortened.error());
  if (const std::string less = whyLess(*shortened, path.makespan() - changed->makespan()); !less.empty()) a->why.push_back(less);
  for (const PathChange& c : changes) {
    if (c.what != PathChange::What::NotLate) continue;
    const auto then = thenLast(graph, changes, c.rank.value_or(kUnknownRank), job);
    if (!then) return refused(then.error());
    if (*then)
      for (std::string& text : thenLastSentences(*graph.run, **then)) a->why.push_back(std::move(text));
  }
  for (const PathChange& c : changes)
    if (std::string doubt = doubtOf(graph, c); !doubt.empty()) a->why.push_back(std::move(doubt));
  a->path = std::make_shared<const CriticalPath>(std::move(*changed));
  return a;
}

void CriticalPathView::askWhatIf() {
  const std::vector<PathChange> changes = panel_->changes();
  if (!found_ || !found_->path || changes.empty()) {
    replay_->forget();
    takeAnswer(nullptr);
    return;
  }
  replay_->askFor<Answer>(
      [graph = found_->graph, path = found_->path, changes](const Job& job) -> std::shared_ptr<const Answer> {
        const auto built = graph->get(job);  // there is one, as there is a path: or it was stopped
        return built ? answerTo(**built, *path, changes, job) : nullptr;
      },
      [this](std::shared_ptr<const Answer> a) { takeAnswer(std::move(a)); });
}

void CriticalPathView::takeAnswer(std::shared_ptr<const Answer> answer) {
  answer_ = std::move(answer);
  QString text, details;
  if (!found_ || !found_->path) {
  } else if (!answer_) {
    details = tr("Choose what would be faster; the new length of the run stands here.");
  } else if (!answer_->path) {
    panel_->setProblem(answer_->error);
  } else {
    const std::int64_t was = found_->path->makespan(), now = answer_->path->makespan();
    const double part = was > 0 ? static_cast<double>(std::abs(was - now)) / static_cast<double>(was) : 0;
    text = now <= was ? tr("%1 instead of %2: %3 less (%4)") : tr("%1 instead of %2: %3 more (%4)");
    if (now == was) text = tr("%1, as it is").arg(chart::durationText(was));
    else text = text.arg(chart::durationText(now), chart::durationText(was), chart::durationText(std::abs(was - now)), chart::valueText(part, "1"));
    for (const std::string& why : answer_->why) details += coreSentence(why) + QLatin1Char('\n');
    std::set<std::string> said;
    for (const PathChange& c : answer_->changes)
      for (const std::string& sentence : assumptionsOf(c))
        if (said.insert(sentence).second) details += coreSentence(sentence) + QLatin1Char('\n');
  }
  panel_->setAnswer(text, details.trimmed());
  changedPath_->setEnabled(answer_ && answer_->path);
  if (settings_.changed) {
    showPath();
    askTable();
  }
}

}  // namespace weir
