// Span: one step of a request with its beginning, its end and what is to be said of it, as
// OpenTelemetry has them. And SpanSink, where spans go.
//
// What others wrote is no attribute: no program, no input, no expected answer, and no message that
// quotes one. Plain values; the sink is thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay {

// With the numbers of OTLP.
enum class SpanKind { kInternal = 1, kServer = 2, kClient = 3 };

using SpanValue = std::variant<std::string, int64_t, double, bool>;

struct Span {
  std::string trace_id;
  std::string span_id;
  std::string parent_id;    // empty: the first of its trace
  std::string trace_state;  // may be empty
  std::string name;
  SpanKind kind = SpanKind::kInternal;
  int64_t start_ns = 0;  // since 1970
  int64_t end_ns = 0;
  std::vector<std::pair<const char*, SpanValue>> attributes;
  // Something of ours or of whom we asked went wrong; a program's failure is no error.
  bool failed = false;

  void PutText(const char* key, std::string_view value);
  void PutInt(const char* key, int64_t value);
  void PutDouble(const char* key, double value);
  void PutBool(const char* key, bool value);
};

class SpanSink {
 public:
  virtual ~SpanSink() = default;
  // At once, whatever becomes of them.
  virtual void Add(std::vector<Span> spans) = 0;
};

}  // namespace assay
