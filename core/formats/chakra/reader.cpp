#include "core/formats/chakra/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/formats/chakra/message.h"

namespace weir::chakra {
namespace {

constexpr std::uint64_t kLongestMessage = std::uint64_t{1} << 40;

// The length before a message: how many bytes it takes, 0 when they are not all there, -1 when it is none.
int lengthAt(std::string_view bytes, std::uint64_t& length) {
  length = 0;
  for (unsigned i = 0; i < bytes.size(); ++i) {
    if (i == 10) return -1;
    const auto b = static_cast<unsigned char>(bytes[i]);
    length |= std::uint64_t{b & 0x7FU} << (7 * i);
    if (b < 0x80) return length < kLongestMessage ? static_cast<int>(i) + 1 : -1;
  }
  return 0;
}

class ProtobufReader final : public Reader {
 public:
  explicit ProtobufReader(const ReaderContext& context) : context_(context), into_(context, "chakra-et") {}

  Result<void> feed(ByteSpan chunk, bool last, const Job& job) override {
    std::string_view bytes(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    // What the chunk before left: as much as its message needs, piece by piece, so that no byte is copied often.
    while (!rest_.empty() && !bytes.empty() && !lost_) {
      std::uint64_t length = 0;
      const int head = lengthAt(rest_, length);
      if (head < 0) return setAside(rest_.size() + bytes.size()), Result<void>{};
      const std::size_t missing = head == 0 ? 1 : static_cast<std::size_t>(head) + length - rest_.size();
      const std::size_t taken = std::min(missing, bytes.size());
      rest_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      if (head > 0 && taken == missing) {
        const std::string whole = std::move(rest_);
        rest_.clear();
        message(std::string_view(whole).substr(static_cast<std::size_t>(head)), whole.size());
      } else if (lengthAt(rest_, length) > 0 && length == 0) {
        message({}, rest_.size());
        rest_.clear();
      }
    }
    std::uint64_t looked = 0;
    while (!bytes.empty() && !lost_) {
      std::uint64_t length = 0;
      const int head = lengthAt(bytes, length);
      if (head < 0) {
        setAside(bytes.size());
        bytes = {};
        break;
      }
      if (head == 0 || length > bytes.size() - static_cast<std::size_t>(head)) break;
      const std::size_t size = static_cast<std::size_t>(head) + length;
      message(bytes.substr(static_cast<std::size_t>(head), length), size);
      bytes.remove_prefix(size);
      if (++looked % 4096 == 0 && job.stopped()) return stoppedByUser();
    }
    if (!lost_) rest_.append(bytes);
    if (last && !rest_.empty()) {
      into_.note("file ends inside a message", fmt::format("byte {}, message {}", at_, messages_));
      rest_.clear();
    }
    if (context_.memoryLimit > 0 && into_.bytes() + rest_.size() > context_.memoryLimit)
      return fail(fmt::format("the trace needs more than {} MiB of memory", context_.memoryLimit >> 20), fmt::format("byte {}", at_),
                  "open fewer files at once, or a shorter trace");
    return job.stopped() ? Result<void>(stoppedByUser()) : Result<void>{};
  }

  Result<Run> finish(const Job& job) override { return into_.finish(job); }

 private:
  void message(std::string_view body, std::size_t size) {
    const bool good = messages_ == 0 ? readMetadata(body, into_) : readNode(body, node_, into_);
    if (!good) into_.note(messages_ == 0 ? "metadata that cannot be read" : "node that cannot be read, left out", fmt::format("byte {}, message {}", at_, messages_));
    ++messages_;
    at_ += size;
  }
  // A length that is none: where the next message begins cannot be told any more.
  void setAside(std::size_t) {
    into_.note("no length of a message: the rest of the file is left out", fmt::format("byte {}, message {}", at_, messages_));
    rest_.clear();
    lost_ = true;
  }

  ReaderContext context_;
  Collector into_;
  NodeIn node_;
  std::string rest_;        // of the chunk before
  std::uint64_t at_ = 0;    // of the next message in the file
  std::uint64_t messages_ = 0;
  bool lost_ = false;
};

}  // namespace

namespace {
// The first attribute of the first message, or its version: [0x12 length] [0x0a length name], or [0x0a length digits].
bool beginsLikeMetadata(std::string_view s) {
  if (s.size() < 8) return false;
  std::uint64_t length = 0;
  const bool attribute = s[0] == '\x12';
  if (!attribute && s[0] != '\x0a') return false;
  const int head = lengthAt(s.substr(1), length);
  if (head <= 0) return false;
  s.remove_prefix(1 + static_cast<std::size_t>(head));
  if (attribute) {
    if (s.size() < 2 || s[0] != '\x0a') return false;
    length = static_cast<unsigned char>(s[1]);
    s.remove_prefix(2);
  }
  if (length == 0 || length > 40 || length > s.size()) return false;
  return std::all_of(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(length), [&](char c) {
    return (c >= '0' && c <= '9') || c == '.' || (attribute && ((c >= 'a' && c <= 'z') || c == '_'));
  });
}
}  // namespace

int sniffProtobuf(ByteSpan head) {
  std::string_view bytes(reinterpret_cast<const char*>(head.data()), head.size());
  bool named = false;
  std::uint64_t messages = 0;
  for (; !bytes.empty() && messages < 50; ++messages) {
    std::uint64_t length = 0;
    const int size = lengthAt(bytes, length);
    // Behind nodes that are good, damage is the reader's matter.
    if (size < 0 || length > (std::uint64_t{1} << 31)) {
      if (messages > 1 && named) break;
      return 0;
    }
    if (size == 0) break;
    bytes.remove_prefix(static_cast<std::size_t>(size));
    if (length > bytes.size()) {
      // Metadata may hold whole input files: then what it begins with must do.
      if (messages == 0 && length < (std::uint64_t{1} << 30)) return beginsLikeMetadata(bytes) ? 60 : 0;
      break;
    }
    const std::string_view body = bytes.substr(0, length);
    if (messages > 1 && named && !looksLikeNode(body, named)) break;
    if (messages == 0 ? !looksLikeMetadata(body) : !looksLikeNode(body, named)) return 0;
    bytes.remove_prefix(length);
  }
  return messages > 1 && named ? 90 : 0;
}

std::unique_ptr<Reader> makeProtobufReader(const ReaderContext& context) { return std::make_unique<ProtobufReader>(context); }

}  // namespace weir::chakra
