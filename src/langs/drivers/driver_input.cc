#include "langs/drivers/driver_input.h"

#include "base/text.h"

namespace assay {
namespace {

void AppendMember(std::string_view name, std::string_view value, std::string* out) {
  *out += out->empty() ? "{" : ",";
  AppendJsonString(name, out);
  *out += ':';
  // The drivers decode UTF-8 strictly; the texts come from clients.
  AppendJsonString(IsValidUtf8(value) ? std::string(value) : ReplaceInvalidUtf8(value), out);
}

}  // namespace

void AppendJsonString(std::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  *out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      *out += "\\u00";
      *out += kHex[byte >> 4];
      *out += kHex[byte & 15];
    } else {
      *out += c;
    }
  }
  *out += '"';
}

BlobPtr MakeDriverInput(const Problem& problem, const TestCase& test, std::string_view nonce) {
  if (problem.mode == ProblemMode::kFunctionCall) {
    const std::string_view text = TrimAsciiSpace(test.input->view());
    if (StartsWith(text, "[")) return test.input;
    return Blob::FromString("[" + std::string(text) + "]");
  }
  if (problem.mode != ProblemMode::kAssert) return test.input;
  std::string json;
  AppendMember("nonce", nonce, &json);
  AppendMember("setup", problem.assert_setup_code, &json);
  AppendMember("test", problem.assert_code, &json);
  AppendMember("function", problem.function_name, &json);
  json += '}';
  return Blob::FromString(std::move(json));
}

BlobPtr MakeAssertTestsInput(const Problem& problem, const AssertProgress& progress) {
  std::string json;
  AppendMember("setup", problem.assert_setup_code, &json);
  AppendMember("test", problem.assert_code, &json);
  AppendMember("function", problem.function_name, &json);
  AppendMember("ops", progress.calls, &json);
  json += ",\"results\":[";
  // As strings, whatever they hold: only the tests' process takes them apart.
  for (size_t i = 0; i < progress.results.size(); ++i) {
    if (i > 0) json += ',';
    AppendJsonString(progress.results[i], &json);
  }
  json += progress.clean ? "],\"clean\":true}" : "],\"clean\":false}";
  return Blob::FromString(std::move(json));
}

}  // namespace assay
