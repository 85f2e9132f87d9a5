#include "api/trainers/test_list.h"

#include "base/text.h"
#include "data/pickle/unpickle.h"

namespace assay {
namespace {

// A request of a few megabytes shall not unpack to all of memory.
constexpr PickleLimits kLimits{.unpacked_bytes = 256 << 20, .json_bytes = 256 << 20};

bool LooksLikeJson(std::string_view text) {
  const std::string_view trimmed = TrimAsciiSpace(text);
  return StartsWith(trimmed, "[") || StartsWith(trimmed, "{");
}

}  // namespace

std::optional<TestList> TestList::Read(JsonValue tests, const std::string& where,
                                       std::string* fault) {
  TestList list;
  if (!tests || tests.IsNull()) {
    *fault = where + " is missing: without tests nothing can be judged";
    return std::nullopt;
  }
  if (tests.Is(JsonType::kArray)) {
    list.items_ = tests.Items();
    return list;
  }
  if (!tests.Is(JsonType::kString)) {
    *fault = where + " must be a list, its JSON text, or base64 of a zlib-packed pickle";
    return std::nullopt;
  }
  auto unpacked = std::make_shared<Unpacked>();
  unpacked->text = tests.String();
  if (TrimAsciiSpace(unpacked->text).empty()) return list;
  if (!LooksLikeJson(unpacked->text)) {
    Result<std::string> json = UnpackPickled(unpacked->text, kLimits);
    if (!json.ok()) {
      *fault =
          where + " is neither JSON nor base64 of a zlib-packed pickle: " + json.error().message;
      return std::nullopt;
    }
    unpacked->text = *std::move(json);
  }
  JsonError error;
  unpacked->document = JsonDocument::Parse(unpacked->text, &error);
  if (!unpacked->document || !unpacked->document->root().Is(JsonType::kArray)) {
    *fault = where + (unpacked->document ? " holds no list" : " is no JSON: " + error.message);
    return std::nullopt;
  }
  list.items_ = unpacked->document->root().Items();
  list.unpacked_ = std::move(unpacked);
  return list;
}

}  // namespace assay
