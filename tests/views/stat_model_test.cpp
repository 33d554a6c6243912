#include "views/statistics/stat_model.h"

#include <gtest/gtest.h>

namespace stat_model_test {
using namespace weir;

// A kernel is shown by what tells it apart; its tooltip, its CSV and a search still know all of its name.
TEST(StatModel, KernelsAreShownBrieflyAndFoundByTheirWholeName) {
  const std::string whole = "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::detail::Array<char*, 1> >(int, float)";
  auto table = std::make_shared<StatTable>();
  table->columns = {{"name", "name", "what it is called", StatColumn::Unit::Text}};
  table->rows = {{StatCell(whole)}};
  StatModel model;
  model.setTable(table);
  const QModelIndex cell = model.index(0, 0);
  EXPECT_EQ(model.data(cell, Qt::DisplayRole).toString(), "vectorized_elementwise_kernel<4, FillFunctor<float>, Array<char*, 1>>");
  EXPECT_TRUE(model.data(cell, Qt::ToolTipRole).toString().contains(QString::fromStdString(whole)));
  EXPECT_EQ(model.data(cell, Qt::EditRole).toString(), QString::fromStdString(whole));
  const QString found = model.data(cell, StatModel::kFilterRole).toString();
  EXPECT_TRUE(found.contains("at::native::Fill") && found.contains("<4, FillFunctor"));
}

// Two kernels of one family, cut to the width of their column or to what is brief of them, read differently.
TEST(StatModel, KernelsThatAreCutAreToldApart) {
  auto table = std::make_shared<StatTable>();
  table->columns = {{"name", "name", "what it is called", StatColumn::Unit::Text}};
  for (const char* type : {"float", "double"})
    table->rows.push_back({StatCell(std::string("void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<") + type + ", at::native::AddFunctor<int>>, at::detail::Array<char*, 3>>(int, float, at::detail::Array<char*, 3>)")});
  StatModel model;
  model.setTable(table);
  const auto cell = [&](int row) { return model.index(row, 0).data().toString(); };
  EXPECT_NE(cell(0), cell(1));
  model.setRoom(0, 24);
  EXPECT_LE(cell(0).size(), 24);
  EXPECT_NE(cell(0), cell(1));
  EXPECT_EQ(model.index(0, 0).data(Qt::EditRole).toString(), QString::fromStdString(table->rows[0][0].text));
}

}  // namespace stat_model_test
