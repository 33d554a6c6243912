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

constexpr std::size_t kRowsInBatch = 1024;
constexpr std::size_t kTextInBatch = 1 << 20;
constexpr std::size_t kBatches = 4;

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
  bool ahead = false;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::deque<Batch> full, empty;
  Batch batch;
  std::size_t row = 0;  // in the batch, behind the current one
  std::vector<std::string> written;  // numbers as texts, by column
  std::jthread thread;  // last: it ends first

  [[nodiscard]] const Cell& cell(int column) const { return batch.cells[(row - 1) * columns + static_cast<std::size_t>(column)]; }
  void fill(Batch& b, std::uint64_t& fetched);
  void run(const std::stop_token& stop);
  bool takeNext();
};

void Rows::Impl::fill(Batch& b, std::uint64_t& fetched) {
  b.cells.clear();
  b.texts.clear();
  b.rows = 0;
  b.cells.reserve(kRowsInBatch * columns);
  sqlite3_stmt* s = statement.get();
  while (b.rows < kRowsInBatch && b.texts.size() < kTextInBatch) {
    const int code = sqlite3_step(s);
    if (code != SQLITE_ROW) {
      b.last = true;
      if (code != SQLITE_DONE) b.error = errorOf(db, code, fmt::format("{}, row {}", where, fetched + 1));
      return;
    }
    ++fetched;
    ++b.rows;
    for (int i = 0; i < static_cast<int>(columns); ++i) {
      // Asking the value rather than the column spares SQLite a look at its connection each time.
      sqlite3_value* v = sqlite3_column_value(s, i);
      const int type = sqlite3_value_type(v);
      Cell c{0, 0, static_cast<std::uint8_t>(type)};
      if (type == SQLITE_INTEGER) {
        c.value = sqlite3_value_int64(v);
      } else if (type == SQLITE_FLOAT) {
        c.value = std::bit_cast<std::int64_t>(sqlite3_value_double(v));
      } else if (type != SQLITE_NULL) {
        const auto* text = type == SQLITE_TEXT ? reinterpret_cast<const char*>(sqlite3_value_text(v)) : static_cast<const char*>(sqlite3_value_blob(v));
        c.value = static_cast<std::int64_t>(b.texts.size());
        c.size = text ? static_cast<std::uint32_t>(sqlite3_value_bytes(v)) : 0;
        if (text) b.texts.append(text, c.size);
      }
      b.cells.push_back(c);
    }
  }
}

void Rows::Impl::run(const std::stop_token& stop) {
  std::uint64_t fetched = count;
  for (bool more = true; more;) {
    Batch b;
    {
      std::unique_lock lock(mutex);
      if (!changed.wait(lock, stop, [&] { return !empty.empty(); })) return;
      b = std::move(empty.front());
      empty.pop_front();
    }
    try {
      fill(b, fetched);
    } catch (const std::exception&) {
      b.last = true;
      b.error = Error{Error::Kind::Io, "not enough memory to read it", where, {}};
    }
    more = !b.last;
    {
      const std::scoped_lock lock(mutex);
      full.push_back(std::move(b));
    }
    changed.notify_all();
  }
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

void Rows::readAhead() {
  if (impl_->ahead || impl_->over) return;
  impl_->ahead = true;
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
