#include "apps/ask/bundle_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/fd.h"
#include "base/text.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "bundle", 0, std::move(message)};
}

// REQUIRES: our own answer, or text that has been parsed before.
JsonDocument Parsed(std::string_view json) {
  JsonError error;
  auto document = JsonDocument::Parse(json, &error);
  ASSAY_CHECK(document.has_value());
  return *std::move(document);
}

// Adds the bundles of one JSON value; false when it holds none.
bool Add(std::unique_ptr<JsonDocument> document, std::vector<BundleDocument>* found) {
  const JsonValue root = document->root();
  if (!root.Is(JsonType::kObject)) return false;
  const JsonValue within = root.Find("bundle");
  found->push_back({std::move(document), within.Is(JsonType::kObject) ? within : root});
  return true;
}

}  // namespace

Result<FilePtr> CreateBundleFile(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!fd) return Invalid(fmt::format("{}: {}", path, std::strerror(errno)));
  FilePtr file(::fdopen(fd.get(), "w"));
  if (!file) return Invalid(fmt::format("{}: {}", path, std::strerror(errno)));
  fd.Release();  // the stream owns it
  return file;
}

std::string WithBundle(std::string_view submission_json, bool embed_tests) {
  const JsonDocument document = Parsed(submission_json);
  JsonWriter json(submission_json.size() + 64);
  json.BeginObject();
  CopyMembers(document.root(), &json);
  json.Key("bundle").Bool(true);
  if (embed_tests) json.Key("embed_tests").Bool(true);
  return json.EndObject().Take();
}

std::string TakeBundle(std::string* result_json) {
  std::string bundle;
  JsonWriter json(result_json->size());
  {
    const JsonDocument document = Parsed(*result_json);
    if (const JsonValue found = document.root().Find("bundle")) bundle = std::string(found.raw());
    json.BeginObject();
    CopyMembers(document.root(), &json, {"bundle"});
  }
  *result_json = json.EndObject().Take();
  return bundle;
}

Result<std::vector<BundleDocument>> FindBundles(std::string_view text) {
  std::vector<BundleDocument> found;
  JsonError error;
  if (auto whole = JsonDocument::Parse(text, &error)) {
    if (!Add(std::make_unique<JsonDocument>(*std::move(whole)), &found)) {
      return Invalid("a bundle is a JSON object");
    }
    return found;
  }
  const JsonError whole_error = error;
  for (size_t start = 0, line = 1; start < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view json = TrimAsciiSpace(text.substr(start, end - start));
    start = end + 1;
    if (json.empty()) continue;
    auto document = JsonDocument::Parse(json, &error);
    if (!document) {
      // Either a damaged bundle over several lines, or one bad line of many.
      if (found.empty()) {
        return Invalid(fmt::format("{} at byte {}", whole_error.message, whole_error.offset));
      }
      return Invalid(fmt::format("line {}: {} at byte {}", line, error.message, error.offset));
    }
    if (!Add(std::make_unique<JsonDocument>(*std::move(document)), &found)) {
      return Invalid(fmt::format("line {}: a bundle is a JSON object", line));
    }
  }
  if (found.empty()) return Invalid("there is no bundle in it");
  return found;
}

}  // namespace assay
