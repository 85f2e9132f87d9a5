// A map: OtherKind, which knows files that are no rows; TextRows with its buffer, then lines, then
// the array.

#include "data/rows/text_rows.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "text/json_reader.h"

namespace assay {
namespace {

constexpr const char* kStage = "data.rows";
constexpr size_t kReadBytes = 256 << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kHeadBytes = 64;

bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::string_view TypeName(JsonType type) {
  switch (type) {
    case JsonType::kNull: return "null";
    case JsonType::kBool: return "a bool";
    case JsonType::kNumber: return "a number";
    case JsonType::kString: return "a string";
    case JsonType::kArray: return "an array";
    case JsonType::kObject: return "an object";
  }
  return "a value";
}

class TextRows {
 public:
  TextRows(ByteSource& source, const std::string& path, const OnRow& on_row)
      : source_(source), path_(path), on_row_(on_row) {}

  Status Run() {
    while (!ended_ && held_.size() < kHeadBytes) ASSAY_RETURN_IF_ERROR(Fill());
    if (std::string other = OtherKind(held_); !other.empty()) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0, path_ + " " + other};
    }
    if (left().starts_with(kByteOrderMark)) Use(kByteOrderMark.size());
    ASSAY_RETURN_IF_ERROR(SkipSpace());
    if (left().empty()) return {};
    return left().front() == '[' ? Array() : Lines();
  }

  int64_t rows() const { return rows_; }

 private:
  std::string_view left() const { return std::string_view(held_).substr(at_); }
  void Use(size_t count) { at_ += count; }
  Error Fault(int64_t line, const std::string& what) const {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 path_ + ":" + std::to_string(line) + ": " + what};
  }

  // More bytes behind left(), or ended_.
  Status Fill() {
    if (at_ > 0) {
      held_.erase(0, at_);
      at_ = 0;
    }
    if (held_.size() > kMaxRowBytes) {
      return Fault(line_, "the row is longer than " + std::to_string(kMaxRowBytes >> 20) + " MiB");
    }
    const size_t had = held_.size();
    held_.resize(had + kReadBytes);
    const Result<size_t> read = source_.Read(held_.data() + had, kReadBytes);
    held_.resize(had + (read.ok() ? *read : 0));
    if (!read.ok()) {
      Error error = read.error();
      error.message = path_ + ":" + std::to_string(line_) + ": " + error.message;
      return error;
    }
    ended_ = *read == 0;
    return {};
  }

  // To the next character of JSON, or to the end: left() is empty then.
  Status SkipSpace() {
    while (true) {
      while (at_ < held_.size() && IsSpace(held_[at_])) {
        if (held_[at_] == '\n') ++line_;
        ++at_;
      }
      if (at_ < held_.size() || ended_) return {};
      ASSAY_RETURN_IF_ERROR(Fill());
    }
  }

  // A row that begins in line `line`. `torn`: what is added when it isn't whole.
  Status Row(std::string_view text, int64_t line, const char* torn) {
    JsonError fault;
    const std::optional<JsonDocument> document = JsonDocument::Parse(text, &fault);
    if (!document) {
      return Fault(line, "no JSON object: " + fault.message + " at byte " +
                             std::to_string(fault.offset) + " of the row" + torn);
    }
    const JsonType type = document->root().type();
    if (type != JsonType::kObject) {
      return Fault(line, "a row must be a JSON object; this is " + std::string(TypeName(type)));
    }
    if (const Status status = on_row_(text); !status.ok()) {
      Error error = status.error();
      error.message = path_ + ":" + std::to_string(line) + ": " + error.message;
      return error;
    }
    ++rows_;
    return {};
  }

  Status Lines() {
    while (true) {
      size_t searched = 0;
      size_t end = left().find('\n');
      while (end == std::string_view::npos && !ended_) {
        searched = left().size();
        ASSAY_RETURN_IF_ERROR(Fill());
        end = left().find('\n', searched);
      }
      const bool last = end == std::string_view::npos;
      const std::string_view line = TrimAsciiSpace(left().substr(0, end));
      const char* const torn =
          last ? "; the file ends in this row: it is torn"
               : (rows_ == 0 ? "; rows are wanted one a line, or in one array" : "");
      if (!line.empty()) ASSAY_RETURN_IF_ERROR(Row(line, line_, torn));
      if (last) return {};
      Use(end + 1);
      ++line_;
    }
  }

  Status Array() {
    Use(1);
    while (true) {
      ASSAY_RETURN_IF_ERROR(SkipSpace());
      if (rows_ == 0 && left().starts_with(']')) break;
      ASSAY_RETURN_IF_ERROR(ArrayItem());
      ASSAY_RETURN_IF_ERROR(SkipSpace());
      if (left().starts_with(']')) break;
      if (left().empty()) return Fault(line_, "the array never ends: the file is torn");
      Use(1);  // the comma, at which items end
    }
    Use(1);
    ASSAY_RETURN_IF_ERROR(SkipSpace());
    if (!left().empty()) return Fault(line_, "there is more after the array");
    return {};
  }

  // Up to the comma or bracket behind it.
  Status ArrayItem() {
    size_t length = 0;
    int64_t depth = 0;
    bool in_string = false;
    bool escaped = false;
    for (bool done = false; !done;) {
      if (length == left().size()) {
        if (ended_) return Fault(line_, "the array never ends: the file is torn in this row");
        ASSAY_RETURN_IF_ERROR(Fill());
        continue;
      }
      const char c = held_[at_ + length];
      if (in_string) {
        if (escaped) {
          escaped = false;
        } else if (c == '\\') {
          escaped = true;
        } else if (c == '"') {
          in_string = false;
        }
      } else if (c == '"') {
        in_string = true;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (depth <= 0 && (c == ',' || c == ']')) {
        done = true;
      } else if (c == '}' || c == ']') {
        --depth;
      }
      if (!done) ++length;
    }
    const std::string_view item = left().substr(0, length);
    ASSAY_RETURN_IF_ERROR(Row(TrimAsciiSpace(item), line_, ""));
    line_ += std::count(item.begin(), item.end(), '\n');
    Use(length);
    return {};
  }

  ByteSource& source_;
  const std::string& path_;
  const OnRow& on_row_;
  std::string held_;  // what was read; done with up to at_
  size_t at_ = 0;
  bool ended_ = false;  // the source has no more
  int64_t line_ = 1;    // of held_[at_]
  int64_t rows_ = 0;
};

}  // namespace

std::string OtherKind(std::string_view head) {
  struct Kind {
    std::string_view begin;
    const char* what;
  };
  constexpr std::array<Kind, 12> kKinds = {{
      {"version https://git-lfs",
       "is a pointer of Git LFS, not the data: run `git lfs pull` there"},
      {"<", "is a web page or XML, not data: was it saved from a browser?"},
      {{"PK\x03\x04", 4}, "is a ZIP archive: unpack it and name the file in it"},
      {"BZh", "is compressed by bzip2: unpack it first"},
      {{"\xFD"
        "7zXZ\0",
        6},
       "is compressed by xz: unpack it first"},
      {{"\x1F\x8B", 2}, "is gzip within a compressed file: unpack it once"},
      {{"\x28\xB5\x2F\xFD", 4}, "is Zstandard within a compressed file: unpack it once"},
      {"PAR1", "is Parquet within a compressed file: unpack it first"},
      {"PARE", "is an encrypted Parquet file"},
      {"ARROW1", "is an Arrow file: write it as Parquet or JSONL"},
      {{"\xFF\xFE", 2}, "is UTF-16: write it as UTF-8"},
      {{"\xFE\xFF", 2}, "is UTF-16: write it as UTF-8"},
  }};
  for (const Kind& kind : kKinds) {
    if (head.starts_with(kind.begin)) return kind.what;
  }
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  while (!head.empty() && IsSpace(head.front())) head.remove_prefix(1);
  if (head.empty() || head.front() == '{' || head.front() == '[') return {};
  return "holds no rows: neither JSON objects one a line, nor an array of them, nor Parquet";
}

Status ForEachTextRow(ByteSource& source, const std::string& path, const OnRow& on_row,
                      int64_t* rows) {
  TextRows reader(source, path, on_row);
  ASSAY_RETURN_IF_ERROR(reader.Run());
  *rows = reader.rows();
  return {};
}

}  // namespace assay
