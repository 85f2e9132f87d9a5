#include "apps/redteam/redteam_group.h"

#include "base/text.h"
#include "base/whole_file.h"
#include "langs/language.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// A string "@NAME" in a problem stands for the text of the file NAME beside it.
Result<std::string> WithFiles(std::string_view json, const fs::path& folder) {
  constexpr std::string_view kMark = "\"@";
  std::string whole;
  for (size_t mark; (mark = json.find(kMark)) != json.npos;) {
    const size_t begin = mark + kMark.size();
    const size_t end = json.find('"', begin);
    if (end == json.npos) break;
    ASSAY_ASSIGN_OR_RETURN(const std::string text,
                           ReadRedteamText(folder / json.substr(begin, end - begin)));
    whole += json.substr(0, mark);
    whole += JsonWriter().String(text).text();
    json.remove_prefix(end + 1);
  }
  return whole += json;
}

struct Kind {
  const char* key;
  RedteamRoute route;
};
constexpr Kind kKinds[] = {{"test_cases", RedteamRoute::kEvaluate},
                           {"problem", RedteamRoute::kVerify},
                           {"math", RedteamRoute::kMath}};

// A list with all its items `times` times over.
std::string Repeated(const JsonValue& list, int times) {
  JsonWriter json;
  json.BeginArray();
  for (int i = 0; i < times; ++i) {
    for (const JsonValue& item : list.Items()) json.Raw(item.raw());
  }
  json.EndArray();
  return json.Take();
}

// Which lists are tests: `tests` of a problem as /v1/verify takes it, else `input` and `output`.
std::string WithTestsRepeated(const std::string& problem, int times) {
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  if (!document || times == 1) return problem;
  JsonWriter json;
  json.BeginObject();
  for (const JsonValue::Member& member : document->root().Members()) {
    const bool tests = member.key == "tests" || member.key == "input" || member.key == "output";
    json.Key(member.key);
    if (tests && member.value.Is(JsonType::kArray)) {
      json.Raw(Repeated(member.value, times));
    } else {
      json.Raw(member.value.raw());
    }
  }
  json.EndObject();
  return json.Take();
}

bool IsResponse(const fs::path& file) {
  return file.extension() == ".md";
}

std::string EvaluateRequest(const RedteamGroup& group, std::string_view language,
                            std::string_view completion) {
  JsonWriter json(completion.size() + group.problem.size() + 512);
  json.BeginObject().Key("completion").String(completion);
  json.Key("config").BeginObject().Key("language").String(language);
  // Bombs for the compiler end early; Java's needs a few seconds on a busy machine.
  json.Key("compile_timeout").Double(10).Key("run_timeout").Double(group.run_timeout);
  json.Key("provided_data").BeginObject().Key("test_cases").Raw(group.problem).EndObject();
  json.Key("extra").BeginObject().Key("run_all_cases").Bool(true);
  if (!group.judge.empty()) {
    json.Key("special_judge_program").String(group.judge);
    json.Key("special_judge_language").String(group.judge_language);
  }
  json.EndObject().EndObject().EndObject();
  return json.Take();
}

// Every asking runs the program again: whoever reads what another left is asked more than once.
std::string VerifyRequest(const RedteamGroup& group, std::string_view language, const char* key,
                          std::string_view text) {
  JsonWriter json(text.size() + group.problem.size() + 512);
  json.BeginObject().Key("language").String(language).Key(key).String(text);
  json.Key("cache").Bool(false).Key("problem").Raw(group.problem);
  if (!group.limits.empty()) json.Key("limits").Raw(group.limits);
  json.EndObject();
  return json.Take();
}

std::string MathRequest(const RedteamGroup& group, std::string_view response) {
  std::string item = group.problem;
  item.pop_back();  // its closing brace
  item += ",\"response\":" + JsonWriter().String(response).text() + "}";
  return "{\"items\":[" + item + "]}";
}

}  // namespace

Error InvalidRedteam(const fs::path& file, const std::string& what) {
  return {ErrorCode::kInvalidArgument, "redteam", 0, file.string() + ": " + what};
}

Result<std::string> ReadRedteamText(const fs::path& file) {
  auto text = ReadFile(file.string(), "redteam");
  if (!text.ok()) return InvalidRedteam(file, "cannot be read");
  if (!IsValidUtf8(*text)) return InvalidRedteam(file, "is not UTF-8 text");
  return text;
}

Result<RedteamGroup> LoadRedteamGroup(const fs::path& folder, int repeat) {
  const fs::path file = folder / "problem.json";
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadRedteamText(file));
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return InvalidRedteam(file, "is not JSON: " + error.message);
  const JsonValue root = document->root();
  RedteamGroup group;
  for (const Kind& kind : kKinds) {
    const JsonValue problem = root.Find(kind.key);
    if (!problem.Is(JsonType::kObject)) continue;
    group.route = kind.route;
    ASSAY_ASSIGN_OR_RETURN(group.problem, WithFiles(problem.raw(), folder));
    group.problem = WithTestsRepeated(group.problem, repeat);
  }
  if (group.problem.empty()) return InvalidRedteam(file, "has no test_cases, problem or math");
  if (const JsonValue limits = root.Find("limits"); limits.Is(JsonType::kObject)) {
    group.limits = std::string(limits.raw());
  }
  const JsonValue language = root.Find("response_language");
  if (language.Is(JsonType::kString)) group.response_language = language.String();
  if (const JsonValue timeout = root.Find("run_timeout"); timeout.Is(JsonType::kNumber)) {
    group.run_timeout = timeout.Double();
  }
  if (const JsonValue judge = root.Find("special_judge_program"); judge.Is(JsonType::kString)) {
    ASSAY_ASSIGN_OR_RETURN(group.judge, ReadRedteamText(folder / judge.String()));
    group.judge_language = LanguageOfFile(BuiltInLanguages(), judge.String());
  }
  return group;
}

Result<std::string> RedteamRequest(const RedteamGroup& group, const fs::path& file,
                                   std::string_view text) {
  if (IsResponse(file)) {
    const size_t first_line = text.find('\n');
    const std::string_view response =
        first_line == text.npos ? std::string_view() : text.substr(first_line + 1);
    if (group.route == RedteamRoute::kMath) return MathRequest(group, response);
    const std::string& language = group.response_language;
    if (language.empty()) return InvalidRedteam(file, "its problem has no response_language");
    return group.route == RedteamRoute::kVerify
               ? VerifyRequest(group, language, "response", response)
               : EvaluateRequest(group, language, response);
  }
  const LanguageEntry* language = EntryOfFile(BuiltInLanguages(), file.filename().string());
  if (language == nullptr || group.route == RedteamRoute::kMath) {
    return InvalidRedteam(file, "its extension is none that its problem can judge");
  }
  if (group.route == RedteamRoute::kVerify) return VerifyRequest(group, language->id, "code", text);
  const std::string completion =
      "```" + language->shown_name() + "\n" + std::string(text) + "\n```\n";
  return EvaluateRequest(group, language->id, completion);
}

}  // namespace assay
