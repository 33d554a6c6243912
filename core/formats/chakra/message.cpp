#include "core/formats/chakra/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <protozero/pbf_reader.hpp>
#include <string>

namespace weir::chakra {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

std::string_view text(const protozero::data_view& v) { return {v.data(), v.size()}; }

// The value of one field of the oneof, as JSON; number and words where it is a single one.
struct Value {
  unsigned field = 0;
  std::int64_t number = 0;
  std::string_view words;
};

// Broken files have fields of the wrong wire type; protozero takes the caller's word for it.
void need(const pbf_reader& m, pbf_wire_type type) {
  if (m.wire_type() != type) throw protozero::unknown_pbf_wire_type_exception{};
}
pbf_wire_type wireOf(unsigned field) {
  switch (field) {
    case kDouble:
    case kFixed64:
    case kSfixed64: return pbf_wire_type::fixed64;
    case kFloat:
    case kFixed32:
    case kSfixed32: return pbf_wire_type::fixed32;
    case kString:
    case kBytes: return pbf_wire_type::length_delimited;
    default: return pbf_wire_type::varint;
  }
}
std::string_view wordsIn(pbf_reader& m) {
  need(m, pbf_wire_type::length_delimited);
  return text(m.get_view());
}
pbf_reader inner(pbf_reader& m) {
  need(m, pbf_wire_type::length_delimited);
  return m.get_message();
}
std::uint64_t naturalIn(pbf_reader& m) {
  need(m, pbf_wire_type::varint);
  return m.get_uint64();
}
std::int32_t numberIn(pbf_reader& m) {
  need(m, pbf_wire_type::varint);
  return m.get_enum();
}

template <class Out>
void hex(Out& out, std::string_view bytes) {
  for (const char c : bytes) fmt::format_to(std::back_inserter(out), "{:02x}", static_cast<unsigned char>(c));
}

std::int64_t clamped(std::uint64_t v) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(v, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
}

template <class Out>
void one(pbf_reader& m, unsigned field, Out& out, Value& v) {
  need(m, wireOf(field));
  const auto whole = [&](std::int64_t x) {
    v.number = x;
    appendInteger(out, x);
  };
  const auto positive = [&](std::uint64_t x) {
    v.number = clamped(x);
    appendUnsigned(out, x);
  };
  switch (field) {
    case kDouble: {
      const double d = m.get_double();
      if (d > -9e18 && d < 9e18) v.number = static_cast<std::int64_t>(d);
      return appendReal(out, d);
    }
    case kFloat: {
      const float d = m.get_float();
      if (d > -9e18F && d < 9e18F) v.number = static_cast<std::int64_t>(d);
      return appendReal(out, d);
    }
    case kInt32: return whole(m.get_int32());
    case kInt64: return whole(m.get_int64());
    case kUint32: return positive(m.get_uint32());
    case kUint64: return positive(m.get_uint64());
    case kSint32: return whole(m.get_sint32());
    case kSint64: return whole(m.get_sint64());
    case kFixed32: return positive(m.get_fixed32());
    case kFixed64: return positive(m.get_fixed64());
    case kSfixed32: return whole(m.get_sfixed32());
    case kSfixed64: return whole(m.get_sfixed64());
    case kBool:
      v.number = m.get_bool() ? 1 : 0;
      out.append(v.number != 0 ? "true" : "false");
      return;
    case kString:
      v.words = text(m.get_view());
      return appendQuoted(out, v.words);
    default:  // kBytes
      out.push_back('"');
      hex(out, text(m.get_view()));
      out.push_back('"');
  }
}

template <class Out, class Range, class Append>
void many(Out& out, const Range& range, bool& first, const Append& append) {
  for (auto it = range.begin(); it != range.end(); ++it) {
    if (!first) out.push_back(',');
    first = false;
    append(*it);
  }
}

// A list message {repeated T values = 1}, packed or not.
template <class Out>
void list(pbf_reader m, unsigned field, Out& out) {
  out.push_back('[');
  bool first = true;
  Value ignored;
  const auto integers = [&](const auto& range) { many(out, range, first, [&](auto v) { appendInteger(out, v); }); };
  const auto naturals = [&](const auto& range) { many(out, range, first, [&](auto v) { appendUnsigned(out, v); }); };
  const auto reals = [&](const auto& range) { many(out, range, first, [&](auto v) { appendReal(out, v); }); };
  while (m.next()) {
    if (m.tag() != 1) {
      m.skip();
      continue;
    }
    if (m.wire_type() != pbf_wire_type::length_delimited || field == kString || field == kBytes) {
      if (!first) out.push_back(',');
      first = false;
      one(m, field, out, ignored);
      continue;
    }
    switch (field) {
      case kDouble: reals(m.get_packed_double()); break;
      case kFloat: reals(m.get_packed_float()); break;
      case kInt32: integers(m.get_packed_int32()); break;
      case kInt64: integers(m.get_packed_int64()); break;
      case kUint32: naturals(m.get_packed_uint32()); break;
      case kUint64: naturals(m.get_packed_uint64()); break;
      case kSint32: integers(m.get_packed_sint32()); break;
      case kSint64: integers(m.get_packed_sint64()); break;
      case kFixed32: naturals(m.get_packed_fixed32()); break;
      case kFixed64: naturals(m.get_packed_fixed64()); break;
      case kSfixed32: integers(m.get_packed_sfixed32()); break;
      case kSfixed64: integers(m.get_packed_sfixed64()); break;
      case kBool: many(out, m.get_packed_bool(), first, [&](bool v) { out.append(v ? "true" : "false"); }); break;
      default: m.skip();
    }
  }
  out.push_back(']');
}

// AttributeProto. The name comes first in every writer's output, but need not: so it is looked for.
template <class Out>
void readAttribute(pbf_reader m, std::string_view& name, Value& value, Out& out) {
  name = {};
  value = {};
  while (m.next()) {
    const unsigned tag = m.tag();
    if (tag == 1) {
      name = wordsIn(m);
    } else if (tag >= kDouble && tag <= kBytes && tag % 2 == 1) {
      out.clear();  // of a oneof, the last counts
      value = {};
      value.field = tag;
      one(m, tag, out, value);
    } else if (tag > kDouble && tag <= kBytes + 1 && tag % 2 == 0) {
      out.clear();
      value = {};
      value.field = tag;
      list(inner(m), tag - 1, out);
    } else {
      m.skip();
    }
  }
}

void readIds(pbf_reader& m, std::vector<std::uint64_t>& to) {
  if (m.wire_type() == pbf_wire_type::length_delimited) {
    for (const std::uint64_t id : m.get_packed_uint64()) to.push_back(id);
  } else {
    to.push_back(naturalIn(m));
  }
}

void readIoInfo(pbf_reader m, std::string_view key, ObjectOut<TextColumn>& args, TextColumn& out) {
  args.key(key);
  ObjectOut<TextColumn> object(out);
  while (m.next()) {
    switch (m.tag()) {
      case 1: object.text("values", wordsIn(m)); break;
      case 2: object.text("shapes", wordsIn(m)); break;
      case 3: object.text("types", wordsIn(m)); break;
      default: m.skip();
    }
  }
  object.close();
}

// StorageInfo: what a STORAGE_NODE did. Only operations of the file system name files and bytes.
bool readStorage(pbf_reader m, Collector& into, IoOperation& op, ObjectOut<TextColumn>& args) {
  bool file = false;
  while (m.next()) {
    if (m.tag() == 1) {
      constexpr std::string_view levels[]{"unknown", "file system", "page cache", "block", "device"};
      const auto level = static_cast<std::size_t>(numberIn(m));
      args.text("storage level", level < 5 ? levels[level] : "unknown");
      continue;
    }
    if (m.tag() != 10) {
      m.skip();
      continue;
    }
    file = true;
    pbf_reader fs = inner(m);
    while (fs.next()) {
      switch (fs.tag()) {
        case 1: {
          using Kind = IoOperation::Kind;
          constexpr Kind kinds[]{Kind::Other, Kind::Open, Kind::Close, Kind::Read, Kind::Write,
                                 Kind::Read,  Kind::Write, Kind::Sync, Kind::Sync, Kind::Sync};
          const auto k = static_cast<std::size_t>(numberIn(fs));
          op.kind = k < 10 ? kinds[k] : Kind::Other;
          break;
        }
        case 2: {
          const std::string_view path = wordsIn(fs);
          op.file = into.builder().intern(path);
          args.text("pathname", path);
          break;
        }
        case 4: op.offset = clamped(naturalIn(fs)); break;
        case 5: op.bytes = clamped(naturalIn(fs)); break;
        default: fs.skip();
      }
    }
  }
  op.layer = into.builder().intern("POSIX");
  if (op.bytes >= 0) args.integer("size_bytes", op.bytes);
  if (op.offset >= 0) args.integer("offset", op.offset);
  return file;
}

bool parse(std::string_view message, NodeIn& n, Collector& into) {
  // The kind decides how attributes are read, and may stand behind them.
  for (pbf_reader m(message.data(), message.size()); m.next();) {
    if (m.tag() == 3) n.type = numberIn(m);
    else m.skip();
  }
  TextColumn& out = into.args();
  ObjectOut<TextColumn> args(out);
  std::string value;
  std::string_view key;
  bool io = false;
  IoOperation op;
  for (pbf_reader m(message.data(), message.size()); m.next();) {
    switch (m.tag()) {
      case 1: n.id = naturalIn(m); break;
      case 2: n.name = wordsIn(m); break;
      case 4: readIds(m, n.control); break;
      case 5: readIds(m, n.data); break;
      case 6: {
        const std::uint64_t us = naturalIn(m);
        n.startNs = us < 9'000'000'000'000'000 ? static_cast<std::int64_t>(us) * 1000 : std::numeric_limits<std::int64_t>::max();
        break;
      }
      case 7: {
        const std::uint64_t us = naturalIn(m);
        n.durationPs = us < 9'000'000'000'000 ? static_cast<std::int64_t>(us) * 1'000'000 : -1;
        break;
      }
      case 8: readIoInfo(inner(m), "inputs", args, out); break;
      case 9: readIoInfo(inner(m), "outputs", args, out); break;
      case 10: {
        Value v;
        value.clear();
        readAttribute(inner(m), key, v, value);
        if (v.field == 0) break;
        args.raw(key, value);
        into.valueType(key, v.field);
        n.attribute(key, v.number, v.words);
        break;
      }
      case 11: io = readStorage(inner(m), into, op, args); break;
      default: m.skip();
    }
  }
  args.natural("id", n.id);
  args.close();
  into.add(n);
  if (io) into.io(op);
  return true;
}

}  // namespace

bool readNode(std::string_view message, NodeIn& scratch, Collector& into) {
  scratch.clear();
  into.mark();
  try {
    return parse(message, scratch, into);
  } catch (const protozero::exception&) {
    into.rewind();
    return false;
  }
}

bool readMetadata(std::string_view message, Collector& into) {
  try {
    std::string value;
    std::string_view key;
    for (pbf_reader m(message.data(), message.size()); m.next();) {
      if (m.tag() == 1) {
        into.fact("schema version", wordsIn(m));
      } else if (m.tag() == 2) {
        Value v;
        value.clear();
        readAttribute(inner(m), key, v, value);
        if (v.field == kString) into.fact(key, v.words);
        else if (v.field != 0) into.fact(key, value);
      } else {
        m.skip();
      }
    }
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

bool looksLikeNode(std::string_view message, bool& named) {
  try {
    for (pbf_reader m(message.data(), message.size()); m.next(); m.skip()) {
      const bool block = m.wire_type() == pbf_wire_type::length_delimited;
      switch (m.tag()) {
        case 1:
        case 3:
        case 6:
        case 7:
          if (m.wire_type() != pbf_wire_type::varint) return false;
          named = named || m.tag() == 3;
          break;
        case 2:
        case 8:
        case 9:
        case 10:
        case 11:
          if (!block) return false;
          named = named || m.tag() == 2;
          break;
        case 4:
        case 5:
          if (!block && m.wire_type() != pbf_wire_type::varint) return false;
          break;
        default: return false;
      }
    }
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

bool looksLikeMetadata(std::string_view message) {
  try {
    for (pbf_reader m(message.data(), message.size()); m.next(); m.skip())
      if ((m.tag() != 1 && m.tag() != 2) || m.wire_type() != pbf_wire_type::length_delimited) return false;
    return true;
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace weir::chakra
