// Rows of a statement, fetched when asked for or ahead by a thread of their own.
#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/handles.h"

namespace weir::sqlite {
namespace {

// Batches small enough to stay in a core's own cache.
constexpr std::size_t kRowsInBatch = 256;
constexpr std::size_t kTextInBatch = 1 << 17;
constexpr std::size_t kBatches = 8;

struct Cell {
  std::int64_t value;  // a real's bits; where a text begins
  std::uint32_t size;  // of a text
  std::uint8_t type;   // SQLITE_INTEGER, ...
};

struct Batch {
  std::vector<Cell> cells;
  std::string texts;
  std::size_t rows = 0;
  bool last = false;
  std::optional<Error> error;
};

}  // namespace

void Closer::operator()(sqlite3* db) const { sqlite3_close_v2(db); }
void Closer::operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }

struct Rows::Impl {
  Statement statement;
  sqlite3* db = nullptr;
  std::string where;
  std::size_t columns = 0;
  std::optional<Error> error;
  std::uint64_t count = 0;
  bool over = false;

  // Ahead: the thread fills batches, the owner takes them.
  RowSink* sink = nullptr;
  std::string aheadSql;
  bool ahead = false;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::deque<Batch> full, empty;
  Batch batch;
  std::size_t row = 0;  // in the batch, behind the current one
  const Cell* now = nullptr;  // of the current one
  // Of the thread alone.
  Batch filling;
  std::uint64_t skip = 0, fetched = 0;
  std::stop_token stop;
  std::vector<std::string> written;  // numbers as texts, by column
  std::jthread thread;  // last: it ends first

  [[nodiscard]] const Cell& cell(int column) const { return now[column]; }
  bool takeEmpty();
  void give();
  bool add(sqlite3_value** values, int n);
  void run(const std::stop_token& asked);
  bool takeNext();
};

// An empty batch to fill; false when nobody wants more.
bool Rows::Impl::takeEmpty() {
  std::unique_lock lock(mutex);
  if (!changed.wait(lock, stop, [&] { return !empty.empty(); })) return false;
  filling = std::move(empty.front());
  empty.pop_front();
  lock.unlock();
  filling.cells.clear();
  filling.texts.clear();
  filling.rows = 0;
  filling.cells.reserve(kRowsInBatch * columns);
  return true;
}

void Rows::Impl::give() {
  {
    const std::scoped_lock lock(mutex);
    full.push_back(std::move(filling));
  }
  changed.notify_all();
}

// One row. False: no more are wanted.
bool Rows::Impl::add(sqlite3_value** values, int n) {
  ++fetched;
  if (skip > 0) {
    --skip;
    return true;
  }
  if (filling.rows == kRowsInBatch || filling.texts.size() >= kTextInBatch) {
    give();
    if (!takeEmpty()) return false;
  }
  ++filling.rows;
  for (int i = 0; i < n; ++i) {
    sqlite3_value* v = values[i];
    const int type = sqlite3_value_type(v);
    Cell c{0, 0, static_cast<std::uint8_t>(type)};
    if (type == SQLITE_INTEGER) {
      c.value = sqlite3_value_int64(v);
    } else if (type == SQLITE_FLOAT) {
      c.value = std::bit_cast<std::int64_t>(sqlite3_value_double(v));
    } else if (type != SQLITE_NULL) {
      const auto* text = type == SQLITE_TEXT ? reinterpret_cast<const char*>(sqlite3_value_text(v)) : static_cast<const char*>(sqlite3_value_blob(v));
      c.value = static_cast<std::int64_t>(filling.texts.size());
      c.size = text ? static_cast<std::uint32_t>(sqlite3_value_bytes(v)) : 0;
      if (text) filling.texts.append(text, c.size);
    }
    filling.cells.push_back(c);
  }
  return true;
}

void Rows::Impl::run(const std::stop_token& asked) {
  stop = asked;
  try {
    if (!takeEmpty()) return;
    sqlite3_stmt* raw = nullptr;
    int code = sqlite3_prepare_v2(db, aheadSql.c_str(), static_cast<int>(aheadSql.size()), &raw, nullptr);
    const Statement all(raw);
    if (code == SQLITE_OK) {
      sink->reader = this;
      while ((code = sqlite3_step(raw)) == SQLITE_ROW) {}
      sink->reader = nullptr;
    }
    if (stop.stop_requested()) return;
    if (code != SQLITE_DONE) filling.error = errorOf(db, code, fmt::format("{}, row {}", where, fetched + 1));
  } catch (const std::exception&) {
    filling.error = Error{Error::Kind::Io, "not enough memory to read it", where, {}};
  }
  filling.last = true;
  give();
}

namespace {

void stepRow(sqlite3_context* context, int n, sqlite3_value** values) {
  auto* const sink = static_cast<RowSink*>(sqlite3_user_data(context));
  try {
    if (sink->reader == nullptr || !sink->add(values, n)) sqlite3_result_error(context, "no more rows are wanted", -1);
  } catch (const std::exception&) {
    sqlite3_result_error_nomem(context);
  }
}
void endRows(sqlite3_context* context) { sqlite3_result_null(context); }

}  // namespace

bool RowSink::add(sqlite3_value** values, int n) const { return reader->add(values, n); }

int addRowsFunction(sqlite3* db, RowSink* sink) {
  return sqlite3_create_function_v2(db, kRowsFunction, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, sink, nullptr, stepRow, endRows, nullptr);
}

bool Rows::Impl::takeNext() {
  while (row >= batch.rows) {
    if (batch.last) {
      over = true;
      error = batch.error;
      return false;
    }
    std::unique_lock lock(mutex);
    if (!batch.cells.empty() || batch.rows > 0) {
      empty.push_back(std::move(batch));
      changed.notify_all();
    }
    changed.wait(lock, [&] { return !full.empty(); });
    batch = std::move(full.front());
    full.pop_front();
    row = 0;
  }
  now = batch.cells.data() + row * columns;
  ++row;
  ++count;
  return true;
}

Rows Rows::make(sqlite3* db, Statement statement, std::string where, std::size_t columns) {
  auto impl = std::make_unique<Impl>();
  impl->db = db;
  impl->statement = std::move(statement);
  impl->where = std::move(where);
  impl->columns = columns;
  impl->written.resize(columns);
  return Rows(std::move(impl));
}

Rows::Rows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Rows::Rows(Rows&&) noexcept = default;
Rows& Rows::operator=(Rows&&) noexcept = default;
Rows::~Rows() = default;

void Rows::canReadAhead(RowSink& sink, std::string sql) {
  impl_->sink = &sink;
  impl_->aheadSql = std::move(sql);
}

void Rows::readAhead() {
  if (impl_->ahead || impl_->over || impl_->sink == nullptr) return;
  impl_->ahead = true;
  // The thread begins anew, behind what was given.
  impl_->statement.reset();
  impl_->skip = impl_->count;
  impl_->batch = {};
  impl_->row = 0;
  impl_->empty.resize(kBatches);
  impl_->thread = std::jthread([impl = impl_.get()](const std::stop_token& stop) { impl->run(stop); });
}

bool Rows::next() {
  if (impl_->over) return false;
  if (impl_->ahead) return impl_->takeNext();
  const int code = sqlite3_step(impl_->statement.get());
  if (code == SQLITE_ROW) {
    ++impl_->count;
    return true;
  }
  impl_->over = true;
  if (code != SQLITE_DONE) impl_->error = errorOf(impl_->db, code, fmt::format("{}, row {}", impl_->where, impl_->count + 1));
  return false;
}
const std::optional<Error>& Rows::error() const { return impl_->error; }
std::uint64_t Rows::count() const { return impl_->count; }

bool Rows::isNull(int column) const {
  return (impl_->ahead ? impl_->cell(column).type : sqlite3_column_type(impl_->statement.get(), column)) == SQLITE_NULL;
}
bool Rows::isText(int column) const {
  return (impl_->ahead ? impl_->cell(column).type : sqlite3_column_type(impl_->statement.get(), column)) == SQLITE_TEXT;
}

std::int64_t Rows::moment(int column) const {
  if (isNull(column)) return kNoInteger;
  const std::int64_t v = integer(column);
  if (v != 0 || !isText(column)) return v;
  return text(column).find_first_not_of("0") == std::string_view::npos && !text(column).empty() ? 0 : kNoInteger;
}

std::int64_t Rows::integer(int column) const {
  if (!impl_->ahead) return sqlite3_column_int64(impl_->statement.get(), column);
  const Cell& c = impl_->cell(column);
  if (c.type == SQLITE_INTEGER) return c.value;
  if (c.type == SQLITE_FLOAT) {
    const double d = std::bit_cast<double>(c.value);
    return d >= 9.2233720368547758e18 ? INT64_MAX : d <= -9.2233720368547758e18 ? INT64_MIN : d == d ? static_cast<std::int64_t>(d) : 0;
  }
  if (c.type != SQLITE_TEXT) return 0;
  const std::string_view s = text(column);
  std::int64_t v = 0;
  std::from_chars(s.data(), s.data() + s.size(), v);
  return v;
}

double Rows::real(int column) const {
  if (!impl_->ahead) return sqlite3_column_double(impl_->statement.get(), column);
  const Cell& c = impl_->cell(column);
  if (c.type == SQLITE_INTEGER) return static_cast<double>(c.value);
  if (c.type == SQLITE_FLOAT) return std::bit_cast<double>(c.value);
  if (c.type != SQLITE_TEXT) return 0;
  const std::string_view s = text(column);
  double v = 0;
  std::from_chars(s.data(), s.data() + s.size(), v);
  return v;
}

std::string_view Rows::text(int column) const {
  if (impl_->ahead) {
    const Cell& c = impl_->cell(column);
    if (c.type == SQLITE_NULL) return {};
    if (c.type == SQLITE_TEXT || c.type == SQLITE_BLOB) return std::string_view(impl_->batch.texts).substr(static_cast<std::size_t>(c.value), c.size);
    std::string& w = impl_->written[static_cast<std::size_t>(column)];
    w = c.type == SQLITE_INTEGER ? fmt::format("{}", c.value) : fmt::format("{}", std::bit_cast<double>(c.value));
    return w;
  }
  const unsigned char* s = sqlite3_column_text(impl_->statement.get(), column);
  if (s == nullptr) return {};
  return {reinterpret_cast<const char*>(s), static_cast<std::size_t>(sqlite3_column_bytes(impl_->statement.get(), column))};
}

}  // namespace weir::sqlite
