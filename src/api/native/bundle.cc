#include "api/native/bundle.h"

#include "api/native/limits_json.h"
#include "base/text.h"
#include "model/names.h"
#include "text/canonical_json.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kFormat = "assay-bundle-1";
constexpr const char* kSealedParts[] = {"submission", "environment", "verdict"};

Error Invalid(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "bundle", 0, what};
}

void WriteVerdict(const std::vector<std::string>& test_ids, const SubmissionResult& result,
                  JsonWriter* json) {
  json->BeginObject().Key("verdict").String(ToString(result.verdict));
  json->Key("cause").String(ToString(result.cause)).Key("reason").String(ToString(result.reason));
  json->Key("score");
  if (result.score) {
    json->Double(*result.score);
  } else {
    json->Null();
  }
  json->Key("separation").Bytes(result.separation).Key("tests").BeginArray();
  for (size_t i = 0; i < result.tests.size(); ++i) {
    const TestResult& test = result.tests[i];
    json->BeginObject().Key("id").Bytes(i < test_ids.size() ? test_ids[i] : std::to_string(i));
    json->Key("verdict").String(ToString(test.verdict));
    json->Key("cause").String(ToString(test.cause)).Key("reason").String(ToString(test.reason));
    if (test.executed) {
      json->Key("cpu_time_s").Double(ToSeconds(test.run.cpu_time));
      json->Key("wall_time_s").Double(ToSeconds(test.run.wall_time));
      json->Key("memory_peak_bytes").Int(test.run.memory_peak_bytes);
    }
    json->EndObject();
  }
  json->EndArray().EndObject();
}

std::string HashOf(JsonValue part) {
  return Sha256Hex(CanonicalJson(part));
}

std::string HashOfText(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  ASSAY_CHECK(document.has_value());  // our own text
  return HashOf(document->root());
}

}  // namespace

std::string BundleSubmission(const Submission& submission, const std::string& problem) {
  JsonWriter json(submission.code.size() + 1024);
  json.BeginObject().Key("id").Bytes(submission.id).Key("language").String(submission.language);
  json.Key("code").Bytes(submission.code);
  json.Key("problem").BeginObject().Key("sha256").String(problem).EndObject();
  WriteLimits("limits", submission.limits, &json);
  WriteLimits("compile_limits", submission.compile_limits, &json);
  json.Key("stop").String(kStopPolicyNames.NameOf(submission.stop));
  json.Key("total_timeout_s").Double(ToSeconds(submission.total_timeout));
  json.Key("compile_flags").BeginArray();
  for (const std::string& flag : submission.compile_flags) json.Bytes(flag);
  json.EndArray().Key("files").BeginObject();
  for (const auto& [path, contents] : submission.files) {
    json.Key(ReplaceInvalidUtf8(path)).String(Base64Encode(contents->view()));
  }
  json.EndObject().Key("fetch_files").BeginArray();
  for (const std::string& path : submission.fetch_files) json.Bytes(path);
  return json.EndArray().EndObject().Take();
}

std::string BundleVerdict(const std::vector<std::string>& test_ids,
                          const SubmissionResult& result) {
  JsonWriter json;
  WriteVerdict(test_ids, result, &json);
  return json.Take();
}

std::string RenderBundle(const BundleSource& source, const std::vector<std::string>& test_ids,
                         const SubmissionResult& result) {
  return RenderBundle(source, BundleVerdict(test_ids, result));
}

std::string RenderBundle(const BundleSource& source, const std::string& verdict) {
  JsonWriter json(source.submission.size() + verdict.size() + 1024);
  json.BeginObject().Key("format").String(kFormat).Key("submission").Raw(source.submission);
  if (source.problem) json.Key("problem").Raw(*source.problem);
  json.Key("environment").Raw(source.environment).Key("verdict").Raw(verdict);
  json.Key("sha256").BeginObject();
  json.Key("submission").String(HashOfText(source.submission));
  json.Key("environment").String(HashOfText(source.environment));
  json.Key("verdict").String(HashOfText(verdict)).EndObject();
  return json.EndObject().Take();
}

Result<Bundle> ReadBundle(JsonValue json) {
  if (!json.Is(JsonType::kObject)) return Invalid("a bundle is a JSON object");
  const JsonValue format = json.Find("format");
  if (!format.Is(JsonType::kString)) return Invalid("format: is missing, so this is no bundle");
  if (format.String() != kFormat) {
    return Invalid("format: is '" + format.String() + "', this program reads '" +
                   std::string(kFormat) + "'");
  }
  const JsonValue hashes = json.Find("sha256");
  Bundle bundle;
  for (const char* name : kSealedParts) {
    const JsonValue part = json.Find(name);
    if (!part.Is(JsonType::kObject)) return Invalid(std::string(name) + ": is missing");
    const JsonValue hash = hashes.Find(name);
    if (!hash.Is(JsonType::kString)) return Invalid(std::string("sha256.") + name + ": is missing");
    if (hash.String() != HashOf(part)) bundle.changed.push_back(name);
  }
  bundle.submission = json.Find("submission");
  bundle.environment = json.Find("environment");
  bundle.verdict = json.Find("verdict");
  if (!bundle.verdict.Find("tests").Is(JsonType::kArray)) {
    return Invalid("verdict.tests: is missing");
  }
  const JsonValue problem = bundle.submission.Find("problem").Find("sha256");
  if (!problem.Is(JsonType::kString)) return Invalid("submission.problem.sha256: is missing");
  bundle.problem_sha256 = problem.String();
  if (const JsonValue embedded = json.Find("problem")) {
    bundle.problem = embedded;
    if (HashOf(embedded) != bundle.problem_sha256) bundle.changed.push_back("problem");
  }
  return bundle;
}

std::string RejudgeRequest(const Bundle& bundle) {
  JsonWriter json(bundle.submission.raw().size() + 1024);
  json.BeginObject();
  for (const auto& [name, value] : bundle.submission.Members()) {
    if (name == "problem" && bundle.problem) continue;
    if (name == "cache" || name == "bundle" || name == "embed_tests") continue;
    json.Key(name).Raw(value.raw());
  }
  if (bundle.problem) json.Key("problem").Raw(bundle.problem.raw());
  json.Key("cache").Bool(false).Key("bundle").Bool(true);
  // As it was: a problem that came along isn't left behind in the server's store.
  json.Key("embed_tests").Bool(static_cast<bool>(bundle.problem));
  return json.EndObject().Take();
}

}  // namespace assay
