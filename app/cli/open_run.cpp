#include "app/cli/open_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "app/cli/console.h"
#include "app/cli/study_info.h"
#include "core/base/plain_text.h"
#include "core/formats/folder.h"
#include "core/formats/same_file.h"

namespace weir::cli {
namespace {

// "1 "small-cnn", measured; 2 "small-cnn", predicted": in words that stand inside of parentheses.
std::string listed(const std::vector<StoredRun>& runs) {
  constexpr std::size_t kMost = 9;
  std::string all;
  for (std::size_t i = 0; i < std::min(runs.size(), kMost); ++i)
    all += fmt::format("{}{} \"{}\", {}", all.empty() ? "" : "; ", runs[i].id, shortened(plainText(runs[i].title), 60), name(runs[i].truth));
  return runs.size() > kMost ? all + fmt::format("; and {} more, which weir-cli info lists", runs.size() - kMost) : all;
}

}  // namespace

Result<RunInput> runInputOf(const std::string& text, std::optional<StudyId> run, const std::string& option) {
  RunInput in{text, run};
  std::error_code ec;
  const auto at = text.rfind('#');
  if (std::filesystem::exists(text, ec) || at == std::string::npos) return in;
  StudyId id = 0;
  const auto r = std::from_chars(text.data() + at + 1, text.data() + text.size(), id);
  if (r.ec != std::errc() || r.ptr != text.data() + text.size()) return in;
  if (run && *run != id) return fail(fmt::format("names run {}, and {} run {}", id, option, *run), text, fmt::format("leave out either #{} or {}", id, option));
  in.path = text.substr(0, at);
  in.run = id;
  return in;
}

Result<RunPtr> runOfStudy(const std::string& path, std::optional<StudyId> wanted, const Job& job, const std::string& option, LossNotes notes) {
  const auto study = Study::open(path, Study::Mode::ReadOnly);
  if (!study) return tl::make_unexpected(study.error());
  const auto runs = study->runs();
  if (!runs) return tl::make_unexpected(runs.error());
  if (runs->empty()) return fail("the study holds no run", path, "give trace files, or a study in which a run was kept");
  const std::string all = listed(*runs);
  if (!wanted && runs->size() > 1) return fail("the study holds several runs", path, fmt::format("say which with {}; it holds {}", option, all));
  const StudyId id = wanted.value_or(runs->front().id);
  for (const StoredRun& r : *runs)
    if (r.id == id) {
      auto run = study->run(id, job);
      if (run && notes == LossNotes::Warn) warnOfLoss(**run, {path});
      return run;
    }
  return fail(fmt::format("the study holds no run {}", id), path, "it holds " + all);
}

Result<RunPtr> openRun(const std::vector<std::string>& files, std::optional<StudyId> wanted, const OpenOptions& options, const Job& job,
                       const std::string& option, LossNotes notes) {
  if (files.size() == 1 && isStudy(files.front())) return runOfStudy(files.front(), wanted, job, option, notes);
  if (wanted) return fail(fmt::format("is no study, so {} names no run of it", option), files.front(), "give a study (.weir), or leave the number out");
  auto run = openFiles(files, options, job);
  if (!run) return tl::make_unexpected(run.error());
  warnOfTwice(*run);
  if (notes == LossNotes::Warn) {
    warnOfFolders(*run);
    warnOfLoss(*run, files);
  }
  return std::make_shared<const Run>(std::move(*run));
}

bool meansLoss(std::string_view kind) {
  // Notes carry no severity; readers' words do. Files and columns that were not asked for are no loss.
  constexpr std::array kNot{"left out of the folder", "beside the traces of the folder", "left out of the layout"};
  constexpr std::array kLoss{"cut off",       "breaks off",         "ends inside",      "ends before",        "ends early",   "not closed",  "damaged",
                             "set aside",     "left out",           "not read on",      "read up to there",   "gave up",      "missing:",    "cannot be",
                             "could not be",  "without a time",     "without its times", "is no number",      "is no time",   "not a number", "that is not JSON",
                             "no number",     "negative duration",  "negative count",   "ran out of memory",  "corrupt",      "unknown time", "beyond 104 days",
                             "without a duration", "NaN or Infinity", "is not understood"};
  const auto has = [&](const char* words) { return kind.find(words) != std::string_view::npos; };
  return std::none_of(kNot.begin(), kNot.end(), has) && std::any_of(kLoss.begin(), kLoss.end(), has);
}

void warnOfTwice(const Run& run) {
  for (const Note& n : run.notes) {
    if (n.kind != kNoteGivenTwice) continue;
    for (const std::string& place : n.first) warn(fmt::format("{} ({})", n.kind, place));
    if (n.count > n.first.size()) warn(fmt::format("{} ({} files more)", n.kind, n.count - n.first.size()));
  }
}

void warnOfFolders(const Run& run) {
  for (const Note& n : run.notes)
    if (n.kind == kNoteFolderWithTraces)
      for (const std::string& place : n.first) warn(fmt::format("{} ({})", place, n.kind));
}

void warnOfLoss(const Run& run, const std::vector<std::string>& files) {
  const Note* first = nullptr;
  std::size_t kinds = 0;
  for (const Note& n : run.notes)
    if (meansLoss(n.kind) && ++kinds == 1) first = &n;
  if (!first || files.empty()) return;
  // Of several files the one that the note names, where it does.
  std::string where = files.size() == 1 ? files.front() : fmt::format("{} and {} more", files.front(), files.size() - 1);
  if (files.size() > 1 && !first->first.empty())
    for (const std::string& f : files)
      if (const auto name = std::filesystem::path(f).filename().string(); !name.empty() && first->first.front().find(name) != std::string::npos) where = f;
  warn(fmt::format("{}: {} ({}; weir-cli info lists {})", where, first->kind, kinds == 1 ? "1 kind of import notes" : fmt::format("{} kinds of import notes", kinds),
                   kinds == 1 ? "it" : "them"));
}

}  // namespace weir::cli
