// Tables of what an XML description holds. Internal to this folder.
#pragma once

#include <pugixml.hpp>

#include "core/run/builder.h"

namespace weir::platform {

inline constexpr int kDeepest = 256;
inline constexpr std::size_t kMostElements = 1'000'000;

// Every element with its attributes, in order: "xml elements" {parent, element, attributes}; what writes the document again.
[[nodiscard]] Table elementsOf(const pugi::xml_node& root);
// Facts and tables by kind of document; `root` is its first element.
void describeSimgrid(const pugi::xml_node& root, RunBuilder& out);
void describeNccl(const pugi::xml_node& system, RunBuilder& out);
void describeGraphs(const pugi::xml_node& graphs, RunBuilder& out);
void describeMsccl(const pugi::xml_node& algo, RunBuilder& out);

// A table filled row by row; texts and numbers by what columns say.
class TableRows {
 public:
  struct Column {
    const char* name;
    const char* unit;
    bool text;
  };
  TableRows(std::string name, std::initializer_list<Column> columns);
  void text(std::size_t column, std::string_view v) { table_.columns[column].text.emplace_back(v); }
  void number(std::size_t column, double v) { table_.columns[column].number.push_back(v); }
  [[nodiscard]] std::size_t rows() const { return table_.rows(); }
  void into(RunBuilder& out) {
    if (table_.rows() > 0) out.table(std::move(table_));
  }

 private:
  Table table_;
};

}  // namespace weir::platform
