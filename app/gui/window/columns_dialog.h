// Which column of a table is what: for CSV files whose header the reader cannot guess. Shows the first rows as they will be
// taken; the answer are settings of the reader ("csv.start" = "ts").
#pragma once

#include <QDialog>
#include <QStringList>
#include <map>
#include <string>
#include <vector>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace weir {

// The first rows of a table: the header, then at most `most` lines. Fields may be quoted; the separator is the one of
// , ; tab | that splits the first lines into most fields. Widget-free.
struct TableHead {
  char separator = ',';
  std::vector<QStringList> rows;
};
[[nodiscard]] TableHead tableHead(std::string_view firstBytes, std::size_t most);

class ColumnsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ColumnsDialog(const QString& path, QWidget* parent = nullptr);

  // key: "start", "end", "duration", "name", ...; column: as the header has it, empty = none.
  void choose(const QString& key, const QString& column);
  void chooseUnit(const QString& unit);
  [[nodiscard]] std::map<std::string, std::string> settings() const;
  [[nodiscard]] QString problem() const;  // why it cannot be accepted, or empty

 private:
  void check();
  QStringList header_;
  std::map<QString, QComboBox*> combos_;
  QComboBox* unit_ = nullptr;
  QTableWidget* preview_ = nullptr;
  QLabel* problem_ = nullptr;
  QDialogButtonBox* buttons_ = nullptr;
};

}  // namespace weir
