// Notes that an analysis gave, beside those that a file's reader gave: views say them, the Notes panel lists them. One for a
// ViewState, made at the first use; it goes with the state. GUI thread.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <utility>
#include <vector>

#include "core/run/run.h"
#include "views/shared/view_state.h"

namespace weir {

class ViewNotes : public QObject {
  Q_OBJECT
 public:
  [[nodiscard]] static ViewNotes& of(ViewState& state);

  // What the view `from` ("power") has to note about a run now; none takes back what it noted.
  void put(int runId, const QString& from, std::vector<Note> notes);
  [[nodiscard]] std::vector<Note> notesOf(int runId) const;

 signals:
  void changed();

 private:
  explicit ViewNotes(ViewState& state);
  std::map<std::pair<int, QString>, std::vector<Note>> notes_;
};

}  // namespace weir
