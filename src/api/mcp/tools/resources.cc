#include "api/mcp/tools/resources.h"

#include <algorithm>
#include <charconv>

#include "api/mcp/tools/problem_uri.h"
#include "text/excerpt.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kPage = 100;

ResourceReply Faulty(int code, std::string message) {
  return {.fault = RpcFault{code, std::move(message)}};
}

// No answer, or one that isn't about the question.
ResourceReply OurFault(const McpAnswer& answer) {
  if (answer.status == 429 || answer.status == 503) {
    return Faulty(rpc_code::kBusy, "the server is busy; ask again in " +
                                       std::to_string(answer.retry_after_s) + " s");
  }
  const std::string why =
      answer.status == 0 ? Excerpt(answer.failure, 400) : Excerpt(answer.body, 400);
  return Faulty(rpc_code::kInternal, "the problem store failed: " + why);
}

void WriteJudge(JsonValue problem, std::string_view name, JsonWriter* json) {
  const JsonValue judge = problem.Find(name);
  if (!judge.Is(JsonType::kObject)) return;
  json->Key(name).BeginObject();
  for (const char* member : {"kind", "language"}) {
    const std::string text = TextAt(judge, member);
    if (!text.empty()) json->Key(member).Bytes(text);
  }
  json->EndObject();
}

// What may be known of a problem by whoever is judged with it.
std::string Description(const std::string& sha256, JsonValue problem) {
  const std::string mode = TextAt(problem, "mode");
  const JsonValue tests = problem.Find("tests");
  JsonWriter json;
  json.BeginObject().Key("sha256").String(sha256);
  json.Key("mode").Bytes(mode.empty() ? "stdin_stdout" : mode);
  json.Key("tests").Int(tests.Is(JsonType::kArray) ? static_cast<int64_t>(tests.Count()) : 0);
  if (const std::string name = TextAt(problem, "function_name"); !name.empty()) {
    json.Key("function_name").Bytes(name);
  }
  if (const JsonValue comparison = problem.Find("comparison"); comparison.Is(JsonType::kObject)) {
    json.Key("comparison").Raw(comparison.raw());
  }
  WriteJudge(problem, "checker", &json);
  WriteJudge(problem, "interactor", &json);
  return json.EndObject().Take();
}

}  // namespace

std::optional<size_t> ReadCursor(JsonValue params) {
  const JsonValue cursor = params.Find("cursor");
  if (!cursor || cursor.IsNull()) return 0;
  if (!cursor.Is(JsonType::kString)) return std::nullopt;
  const std::string text = cursor.String();
  size_t begin = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), begin);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return begin;
}

McpQuestion ProblemListQuestion() {
  return {.method = "GET", .path = "/v1/problems"};
}

ResourceReply ReadProblemList(const McpAnswer& answer, size_t begin) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  const JsonValue list = document ? document->root().Find("problems") : JsonValue();
  // Whose token doesn't show the names of all problems has those that it knows.
  if (answer.status == 403) return {.members = R"("resources":[])"};
  if (answer.status != 200 || !list.Is(JsonType::kArray)) return OurFault(answer);
  const auto problems = list.Items();
  JsonWriter json(256 * kPage);
  json.Key("resources").BeginArray();
  const size_t end = std::min(problems.size(), std::max(begin, begin + kPage));
  for (size_t i = std::min(begin, end); i < end; ++i) {
    const std::string name = TextAt(problems[i], "sha256");
    json.BeginObject().Key("uri").Bytes(UriOfProblem(name));
    json.Key("name").Bytes("problem " + name.substr(0, 12));
    json.Key("mimeType").String("application/json").EndObject();
  }
  json.EndArray();
  if (end < problems.size()) json.Key("nextCursor").String(std::to_string(end));
  return {.members = json.Take()};
}

McpQuestion ProblemQuestion(const std::string& sha256) {
  return {.method = "GET", .path = "/v1/problems/" + sha256};
}

ResourceReply ReadProblem(const McpAnswer& answer, const std::string& sha256,
                          const McpVersion& version) {
  const std::string uri = UriOfProblem(sha256);
  if (answer.status == 404) {
    return Faulty(version.unknown_resource, "uri: there is no resource " + uri +
                                                " (any more); resources/list has those "
                                                "there are, and PUT /v1/problems/" +
                                                sha256 + " stores one");
  }
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  if (answer.status != 200 || !document || !document->root().Is(JsonType::kObject)) {
    return OurFault(answer);
  }
  JsonWriter json;
  json.Key("contents").BeginArray().BeginObject().Key("uri").String(uri);
  json.Key("mimeType").String("application/json");
  json.Key("text").Bytes(Description(sha256, document->root())).EndObject().EndArray();
  return {.members = json.Take()};
}

std::string ResourceTemplates() {
  JsonWriter json;
  json.Key("resourceTemplates").BeginArray().BeginObject();
  json.Key("uriTemplate").String("assay://problems/{sha256}").Key("name").String("problem");
  json.Key("description")
      .String(
          "What kind of problem is stored under a SHA-256: its mode, its number of tests, how "
          "outputs are compared. Tests stay secret; the tool verify judges by them.");
  json.Key("mimeType").String("application/json").EndObject().EndArray();
  return json.Take();
}

}  // namespace assay
