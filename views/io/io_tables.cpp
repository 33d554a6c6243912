#include "views/io/io_tables.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/nan.h"
#include "core/base/plain_text.h"
#include "core/summarize/io_sum.h"
#include "views/io/io_words.h"
#include "views/shared/chart.h"

namespace weir {
namespace {

struct TableTr {
  Q_DECLARE_TR_FUNCTIONS(weir::IoTable)
};
using Cell = IoTable::Cell;

QString plain(std::string_view text) { return QString::fromStdString(plainText(text)); }
Cell textCell(const QString& s) { return {s, kNaN, s}; }
// A number, shown in its column's unit; its tip says it in one of its own, and exactly.
Cell value(double v, const char* unit) {
  const QString exact = chart::exactText(v, unit);
  return {{}, v, std::isfinite(v) ? chart::valueText(v, unit) + (exact.isEmpty() ? QString() : QStringLiteral(" = ") + exact) : QString()};
}
Cell bytes(const IoCount& v) { return value(v ? static_cast<double>(*v) : kNaN, "B"); }
Cell secondsCell(double s) { return value(s, "s"); }
Cell timeCell(const IoTime& ps) { return secondsCell(ps ? *ps / 1e12 : kNaN); }
Cell countCell(const IoCount& v) { return {{}, v ? static_cast<double>(*v) : kNaN, {}}; }
Cell rate(double v) { return value(v, "B/s"); }
Cell shareCell(double v) { return value(v, "1"); }
double partOf(double a, double of) { return of > 0 ? a / of : kNaN; }
QString rankText(std::int32_t rank) { return rank == kUnknownRank ? TableTr::tr("unknown") : QString::number(rank); }
// A storage server's number sorts as one.
Cell serverCell(std::string_view name) {
  bool is = false;
  const double id = plain(name).toDouble(&is);
  return {plain(name), is ? id : kNaN, {}};
}
QString inTotal(const IoLayer& l) {
  if (l.countsOnce) return TableTr::tr("yes");
  switch (l.below) {
    case IoLayer::Below::Same: return TableTr::tr("no, the same bytes again");
    case IoLayer::Below::Differs: return TableTr::tr("no, but not the bytes of the layers below");
    case IoLayer::Below::Missing: return TableTr::tr("no, its files are unknown below");
    case IoLayer::Below::Unknown: break;
  }
  return TableTr::tr("no");
}
// What the layers below moved in its files, beside which its own figures stand.
Cell beside(const IoLayer& l) {
  Cell c = textCell(inTotal(l));
  if (!l.countsOnce && (l.belowRead || l.belowWritten)) c.exact += QLatin1Char('\n') + TableTr::tr("The layers below read %1 and wrote %2 in its files.").arg(ioBytes(l.belowRead), ioBytes(l.belowWritten));
  return c;
}
double sequential(const IoPattern& p) { return p.known && p.ops > 0 ? static_cast<double>(p.sequential) / static_cast<double>(p.ops) : kNaN; }

}  // namespace

QString ioTableTitle(IoTableKind k) {
  switch (k) {
    case IoTableKind::Layers: return TableTr::tr("Layers");
    case IoTableKind::Files: return TableTr::tr("Files");
    case IoTableKind::Kinds: return TableTr::tr("Kinds");
    case IoTableKind::Extensions: return TableTr::tr("Extensions");
    case IoTableKind::Mounts: return TableTr::tr("Mounts");
    case IoTableKind::Servers: return TableTr::tr("OSTs");
    case IoTableKind::OnServers: return TableTr::tr("On slow OSTs");
    case IoTableKind::Ranks: return TableTr::tr("Ranks");
    case IoTableKind::Phases: return TableTr::tr("Phases");
    case IoTableKind::Epochs: return TableTr::tr("Epochs");
    case IoTableKind::Steps: return TableTr::tr("Steps");
  }
  return {};
}

void IoTable::sumColumns() {
  columns_.insert(columns_.end(), {{TableTr::tr("Read"), QStringLiteral("B"), TableTr::tr("Bytes read")},
                                   {TableTr::tr("Written"), QStringLiteral("B"), TableTr::tr("Bytes written")},
                                   {TableTr::tr("Reads"), {}, TableTr::tr("Read operations")},
                                   {TableTr::tr("Writes"), {}, TableTr::tr("Write operations")},
                                   {TableTr::tr("Opens"), {}, TableTr::tr("Files opened")},
                                   {TableTr::tr("Stats, seeks, syncs"), {}, TableTr::tr("Operations that ask, seek or sync")},
                                   {TableTr::tr("Reading"), QStringLiteral("s"), TableTr::tr("Time in reads, summed over the ranks")},
                                   {TableTr::tr("Writing"), QStringLiteral("s"), TableTr::tr("Time in writes, summed over the ranks")},
                                   {TableTr::tr("Metadata"), QStringLiteral("s"), TableTr::tr("Time in opening, closing, seeking, asking and syncing, summed over the ranks")}});
}

// Every number of a column in one unit, so that they can be compared by eye.
void IoTable::showNumbers() {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Column& column = columns_[c];
    if (!column.number) continue;
    std::vector<double> values;
    for (const auto& row : rows_)
      if (row[c].text.isEmpty()) values.push_back(row[c].number);
    column.shown = columnUnit(values, column.unit == QStringLiteral("1") ? "%" : column.unit.toStdString());
    if (column.apart) {
      std::sort(values.begin(), values.end());
      double gap = std::numeric_limits<double>::infinity();
      for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] > values[i - 1]) gap = std::min(gap, (values[i] - values[i - 1]) * column.shown.factor);
      if (gap < 1) column.shown.decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(gap))), column.shown.decimals, 6);
    }
    for (auto& row : rows_)
      if (row[c].text.isEmpty()) row[c].text = std::isfinite(row[c].number) ? QString::fromStdString(columnText(row[c].number, column.shown)) : TableTr::tr("unknown");
  }
}

void IoTable::sums(const IoSums& s, std::vector<Cell>& to) {
  IoCount rest;
  for (const IoCount& c : {s.stats, s.seeks, s.syncs})
    if (c) rest = saturatedSum(rest.value_or(0), *c);
  to.insert(to.end(), {bytes(s.readBytes), bytes(s.writeBytes), countCell(s.readOps), countCell(s.writeOps), countCell(s.opens), countCell(rest), timeCell(s.readTime), timeCell(s.writeTime), timeCell(s.metaTime)});
}

void IoTable::setReport(const IoReport* r, IoTableKind kind) {
  beginResetModel();
  columns_.clear();
  rows_.clear();
  places_.clear();
  empty_.clear();
  const auto text = [&](const QString& title, const QString& definition = {}) { columns_.push_back({title, {}, definition, false}); };
  const auto number = [&](const QString& title, const char* unit, const QString& definition) { columns_.push_back({title, QString::fromLatin1(unit), definition}); };
  const auto add = [&](std::vector<Cell> row, std::optional<std::int64_t> place = std::nullopt) {
    rows_.push_back(std::move(row));
    places_.push_back(place);
  };
  const IoReport none;
  if (!r) r = &none;
  switch (kind) {
    case IoTableKind::Layers:
      text(TableTr::tr("Layer"), TableTr::tr("The interface that was called"));
      sumColumns();
      number(TableTr::tr("Files"), "", TableTr::tr("Different files"));
      text(TableTr::tr("In the total"), TableTr::tr("Whether its bytes count: what MPI-IO or HDF5 moved passes through POSIX and counts there, in other amounts where buffers and sieving come between"));
      number(TableTr::tr("Estimated bandwidth"), "B/s", TableTr::tr("Bytes over the slowest rank's time in files of its own plus the slowest rank's time in each shared file (Darshan's agg_perf_by_slowest)"));
      number(TableTr::tr("Sequential reads"), "1", TableTr::tr("Reads at a higher offset than the last of this rank in this file"));
      number(TableTr::tr("Sequential writes"), "1", TableTr::tr("Writes at a higher offset than the last of this rank in this file"));
      for (const IoLayer& l : r->layers) {
        std::vector<Cell> row{textCell(l.name.empty() ? TableTr::tr("unknown") : plain(l.name))};
        sums(l.sums, row);
        row.insert(row.end(), {countCell(static_cast<std::int64_t>(l.files)), beside(l), rate(l.estimate.bytesPerSecond), shareCell(sequential(l.reads)),
                               shareCell(sequential(l.writes))});
        add(std::move(row));
      }
      break;
    case IoTableKind::Files:
      text(TableTr::tr("File"), TableTr::tr("As the log names it; where it keeps no names, unknown"));
      text(TableTr::tr("Kind"), TableTr::tr("What the file is for, by its name and whether it was only written"));
      sumColumns();
      number(TableTr::tr("Ranks"), "", TableTr::tr("Ranks that touched it, as far as they are known one by one"));
      number(TableTr::tr("Extent"), "B", TableTr::tr("Highest byte touched: its size, as far as it is known"));
      number(TableTr::tr("Read amplification"), "", TableTr::tr("Bytes read over different bytes read; with ≥ over the extent, so at least so often"));
      text(TableTr::tr("Mount"), TableTr::tr("The mounted file system that it lies on, with its kind where the log tells it"));
      for (const IoFile& f : r->byFile) {
        std::vector<Cell> row{textCell(f.name.empty() ? TableTr::tr("unknown") : plain(f.name)), textCell(ioText(name(f.kind)))};
        sums(f.sums, row);
        const double a = f.amplification();
        row.push_back(f.shared ? Cell{TableTr::tr("all"), static_cast<double>(r->ranks), {}} : countCell(f.ranks > 0 ? IoCount(f.ranks) : std::nullopt));
        row.push_back(bytes(f.extent));
        row.push_back({std::isfinite(a) ? (f.placed ? QString() : QStringLiteral("≥ ")) + QString::number(a, 'f', 2) : TableTr::tr("unknown"), a, {}});
        row.push_back(textCell(f.mount.empty() ? TableTr::tr("unknown") : plain(f.mount) + (f.fileSystem.empty() ? QString() : QStringLiteral(" (%1)").arg(plain(f.fileSystem)))));
        add(std::move(row), f.start);
      }
      break;
    case IoTableKind::Kinds:
    case IoTableKind::Extensions:
    case IoTableKind::Mounts: {
      text(kind == IoTableKind::Kinds ? TableTr::tr("Kind") : kind == IoTableKind::Extensions ? TableTr::tr("Extension") : TableTr::tr("Mount"), TableTr::tr("Whose files are summed in this row"));
      if (kind == IoTableKind::Mounts) text(TableTr::tr("File system"), TableTr::tr("Its type as the log's table of mounts has it, and what tier that usually is"));
      sumColumns();
      number(TableTr::tr("Files"), "", TableTr::tr("Different files"));
      number(TableTr::tr("Below 1 MiB"), "", TableTr::tr("Files whose highest byte touched lies below 1 MiB"));
      const auto& groups = kind == IoTableKind::Kinds ? r->kinds : kind == IoTableKind::Extensions ? r->extensions : r->mounts;
      for (const IoGroup& g : groups) {
        QString label = kind == IoTableKind::Kinds ? ioText(g.name) : plain(g.name);
        if (label.isEmpty()) label = kind == IoTableKind::Extensions ? TableTr::tr("none") : TableTr::tr("unknown");
        std::vector<Cell> row{textCell(label)};
        if (kind == IoTableKind::Mounts) {
          QStringList parts = plain(g.detail).split(QStringLiteral(", "));
          if (parts.size() > 1) parts[1] = ioText(parts[1].toStdString());
          row.push_back(textCell(parts.join(QStringLiteral(", "))));
        }
        sums(g.sums, row);
        row.push_back(countCell(static_cast<std::int64_t>(g.files)));
        row.push_back(countCell(g.sized > 0 ? IoCount(static_cast<std::int64_t>(g.smallFiles)) : std::nullopt));
        add(std::move(row));
      }
      break;
    }
    case IoTableKind::Servers:
      text(TableTr::tr("OST"), TableTr::tr("Lustre's storage server, by the files that lie on it alone, and by the accesses to striped files that lie within one stripe"));
      columns_.back().number = true;
      number(TableTr::tr("Files"), "", TableTr::tr("Different files"));
      number(TableTr::tr("Bytes"), "B", TableTr::tr("Bytes read and written"));
      number(TableTr::tr("Accesses"), "", TableTr::tr("Read and write operations"));
      number(TableTr::tr("Time"), "s", TableTr::tr("Time in reads and writes, summed over the ranks"));
      number(TableTr::tr("An access moves"), "B/s", TableTr::tr("Bytes over the time in reads and writes: of one access at a time, not of the ranks together"));
      for (const IoServer& s : r->servers)
        add({serverCell(s.name), countCell(s.files > 0 ? IoCount(static_cast<std::int64_t>(s.files)) : std::nullopt), bytes(s.bytes), countCell(s.ops > 0 ? IoCount(s.ops) : std::nullopt),
             timeCell(s.time > 0 ? IoTime(s.time) : std::nullopt), rate(s.bytesPerSecond())});
      empty_ = TableTr::tr("the log does not say on which servers its files lie");
      break;
    case IoTableKind::OnServers:
      text(TableTr::tr("OST"), TableTr::tr("Lustre's storage server: those on which an access moves less than half of what it does on the median one"));
      columns_.back().number = true;
      number(TableTr::tr("Rank"), "", TableTr::tr("Who read or wrote there"));
      text(TableTr::tr("File"), TableTr::tr("What lies there, alone or in parts; of parts the accesses within one stripe"));
      number(TableTr::tr("Bytes"), "B", TableTr::tr("Bytes read and written"));
      number(TableTr::tr("Accesses"), "", TableTr::tr("Read and write operations"));
      number(TableTr::tr("Time"), "s", TableTr::tr("Time in these reads and writes"));
      number(TableTr::tr("An access moves"), "B/s", TableTr::tr("Bytes over the time in reads and writes: of one access at a time, not of the ranks together"));
      for (const IoSlowServer& s : r->slowServers)
        for (const IoSlowServer::Part& p : s.parts)
          add({serverCell(s.name), {p.together ? TableTr::tr("all") : rankText(p.rank), p.together || p.rank == kUnknownRank ? kNaN : p.rank, {}}, textCell(p.file.empty() ? TableTr::tr("unknown") : plain(p.file)), bytes(p.bytes),
               countCell(p.ops > 0 ? IoCount(p.ops) : std::nullopt), timeCell(p.time > 0 ? IoTime(p.time) : std::nullopt), rate(p.bytesPerSecond())});
      empty_ = r->servers.empty() ? TableTr::tr("the log does not say on which servers its files lie") : TableTr::tr("on no OST does an access move less than half of what it does on the median one");
      break;
    case IoTableKind::Ranks: {
      text(TableTr::tr("Rank"), TableTr::tr("Whose operations these are"));
      columns_.back().number = true;
      sumColumns();
      number(TableTr::tr("Files"), "", TableTr::tr("Different files"));
      number(TableTr::tr("Time"), "s", TableTr::tr("From the rank's first slice or operation to its last"));
      number(TableTr::tr("In I/O"), "s", TableTr::tr("Union over its threads of the operations of the layers that count"));
      number(TableTr::tr("Of it hidden"), "1", TableTr::tr("Share of the time in I/O that ran beside computing"));
      number(TableTr::tr("Data stall"), "s", TableTr::tr("Loading data while neither computing nor communicating, within the rank's steps where steps are known"));
      number(TableTr::tr("Data stall of steps"), "1", TableTr::tr("Data stall over the length of the rank's steps. The breakdown shows it over the rank's whole time, with what lies before, between and behind the steps"));
      std::unordered_map<std::int32_t, const IoRankTime*> timesOf;  // that have no row yet
      for (const IoRankTime& t : r->times) timesOf.try_emplace(t.rank, &t);
      const auto line = [&](const QString& label, double sort, const IoSums& s, IoCount files, const IoRankTime* k) {
        std::vector<Cell> row{{label, sort, {}}};
        sums(s, row);
        row.push_back(countCell(files));
        row.push_back(timeCell(k ? IoTime(k->wall) : std::nullopt));
        row.push_back(timeCell(k && k->operates ? IoTime(k->io) : std::nullopt));
        row.push_back(shareCell(k && k->operates && k->computes ? partOf(k->ioOverlapped, k->io) : kNaN));
        row.push_back(timeCell(k && k->computes ? IoTime(k->stall) : std::nullopt));
        row.push_back(shareCell(k && k->computes && k->steps > 0 ? partOf(k->stall, k->steps) : kNaN));
        add(std::move(row));
      };
      for (const IoRank& k : r->byRank) {
        const IoRankTime* times = nullptr;
        if (const auto it = k.together ? timesOf.end() : timesOf.find(k.rank); it != timesOf.end()) {
          times = it->second;
          timesOf.erase(it);
        }
        line(k.together ? TableTr::tr("all, in shared files") : rankText(k.rank), k.together ? kNaN : k.rank, k.sums, k.files, times);
      }
      for (const IoRankTime& t : r->times)
        if (timesOf.contains(t.rank) && (t.loads || t.operates)) line(rankText(t.rank), t.rank, {}, std::nullopt, &t);
      break;
    }
    case IoTableKind::Phases:
      text(TableTr::tr("Phase"), TableTr::tr("When in the training an operation begins. What begins in a checkpoint or an evaluation counts there, not in the epoch around it"));
      sumColumns();
      number(TableTr::tr("Lasts"), "s", TableTr::tr("Mean over the ranks that have it"));
      for (const IoPhase& p : r->phases) {
        std::vector<Cell> row{textCell(ioPhaseName(p))};
        sums(p.sums, row);
        row.push_back(timeCell(p.length > 0 ? IoTime(static_cast<double>(p.length)) : std::nullopt));
        add(std::move(row), p.from);
      }
      if (!r->phasesUnknown.empty()) empty_ = ioText(r->phasesUnknown);
      break;
    case IoTableKind::Epochs:
      text(TableTr::tr("Epoch"), TableTr::tr("One pass over the data, as the trace marks it, with the checkpoints and evaluations within it"));
      columns_.back().number = true;
      number(TableTr::tr("Lasts"), "s", TableTr::tr("Mean over the ranks that have it"));
      sumColumns();
      number(TableTr::tr("Files"), "", TableTr::tr("Different files read"));
      number(TableTr::tr("Read before"), "B", TableTr::tr("Bytes that had been read before, in this epoch or an earlier one"));
      number(TableTr::tr("While reading"), "B/s", TableTr::tr("Bytes read over the time in which any rank was reading"));
      number(TableTr::tr("Median read"), "s", TableTr::tr("Half of the reads were shorter"));
      number(TableTr::tr("Data stall"), "1", TableTr::tr("Share of the epoch in which a rank loads data while it neither computes nor communicates, mean over the ranks"));
      for (const IoEpoch& e : r->epochs) {
        std::vector<Cell> row{{QString::number(e.number), static_cast<double>(e.number), {}}, timeCell(static_cast<double>(e.length))};
        sums(e.sums, row);
        row.push_back(countCell(e.files > 0 ? IoCount(static_cast<std::int64_t>(e.files)) : std::nullopt));
        row.push_back(bytes(e.readAgain));
        row.push_back(rate(e.busy > 0 && e.sums.readBytes ? static_cast<double>(*e.sums.readBytes) / e.busy : kNaN));
        row.push_back(secondsCell(e.median));
        row.push_back(shareCell(r->time.computes && e.stall && e.ranks && e.length > 0 ? *e.stall / static_cast<double>(*e.ranks) / static_cast<double>(e.length) : kNaN));
        add(std::move(row), e.at.from);
      }
      empty_ = TableTr::tr("no epoch is marked in the trace");
      break;
    case IoTableKind::Steps:
      text(TableTr::tr("Rank"), TableTr::tr("Whose operations these are"));
      columns_.back().number = true;
      number(TableTr::tr("Step"), "", TableTr::tr("As the trace numbers it; where it does not, counted from 0"));
      number(TableTr::tr("Begins"), "s", TableTr::tr("On the run's own axis"));
      columns_.back().apart = true;
      number(TableTr::tr("Lasts"), "s", TableTr::tr("Length of the step"));
      number(TableTr::tr("Data stall"), "s", TableTr::tr("Loading data while neither computing nor communicating"));
      number(TableTr::tr("Of the step"), "1", TableTr::tr("Data stall over the step's length"));
      if (r->time.computes)
        for (const IoStep& s : r->steps)
          add({{rankText(s.rank), static_cast<double>(s.rank), {}}, {QString::number(s.number), static_cast<double>(s.number), {}}, timeCell(static_cast<double>(s.at.from)), timeCell(static_cast<double>(s.at.length())),
               timeCell(static_cast<double>(s.stall)), shareCell(partOf(static_cast<double>(s.stall), static_cast<double>(s.at.length())))},
              s.at.from);
      empty_ = r->time.computes ? TableTr::tr("no steps are known: set them by hand in the timeline") : TableTr::tr("no computing is in the trace, so what a step waits for is unknown");
      break;
  }
  showNumbers();
  if (empty_.isEmpty()) empty_ = TableTr::tr("nothing of this is in the run");
  endResetModel();
}

QVariant IoTable::data(const QModelIndex& i, int role) const {
  if (!i.isValid() || static_cast<std::size_t>(i.row()) >= rows_.size()) return {};
  const Cell& c = rows_[static_cast<std::size_t>(i.row())][static_cast<std::size_t>(i.column())];
  const bool number = columns_[static_cast<std::size_t>(i.column())].number;
  switch (role) {
    case Qt::DisplayRole: return c.text;
    case Qt::UserRole: return number ? QVariant(c.number) : QVariant(c.text);
    case Qt::ToolTipRole: return c.exact.isEmpty() ? QVariant() : QVariant(c.exact);
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
    default: return {};
  }
}

QVariant IoTable::headerData(int section, Qt::Orientation o, int role) const {
  if (o != Qt::Horizontal || section < 0 || static_cast<std::size_t>(section) >= columns_.size()) return {};
  const Column& c = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return c.shown.name.empty() ? c.title : QStringLiteral("%1 (%2)").arg(c.title, QString::fromStdString(c.shown.name));
  if (role == Qt::ToolTipRole && !c.definition.isEmpty()) return c.definition;
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (c.number ? Qt::AlignRight : Qt::AlignLeft)));
  return {};
}

QStringList IoTable::header() const {
  QStringList out;
  for (const Column& c : columns_) out << (c.unit.isEmpty() ? c.title : QStringLiteral("%1 (%2)").arg(c.title, c.unit));
  return out;
}

QStringList IoTable::row(int k) const {
  QStringList out;
  const auto& cells = rows_[static_cast<std::size_t>(k)];
  for (std::size_t i = 0; i < cells.size(); ++i)
    out << (columns_[i].number && std::isfinite(cells[i].number) ? QString::number(cells[i].number, 'g', 16) : columns_[i].number && i > 0 ? QString() : cells[i].text);
  return out;
}

bool IoSorter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
  const QVariant x = a.data(Qt::UserRole);
  const QVariant y = b.data(Qt::UserRole);
  if (x.typeId() == QMetaType::Double && y.typeId() == QMetaType::Double) {
    const double u = x.toDouble();
    const double v = y.toDouble();
    // Unknown stands last, whichever way is up.
    if (std::isnan(u) || std::isnan(v)) return std::isnan(u) != std::isnan(v) && (std::isnan(v) == (sortOrder() == Qt::AscendingOrder));
    return u < v;
  }
  return QString::localeAwareCompare(x.toString(), y.toString()) < 0;
}

}  // namespace weir
