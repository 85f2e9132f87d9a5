#include "api/history/kept_bundle.h"

#include <memory>
#include <string>
#include <utility>

#include "base/log.h"
#include "store/disk_store.h"
#include "store/tenant_problems.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kMostVerdictBytes = 16 << 10;
constexpr int64_t kQueuedBytes = 1024;  // of a name that waits to be saved

// A problem that came inside a request goes to the store's disk once it was judged, so that its
// bundles survive a restart. Refused when too much waits already: then memory has it for a while.
void Save(const BundleParts& parts, const TenantProblems& problems, const std::string& name) {
  if (!problems.Unsaved(name)) return;
  // The store outlives the thread, which ends first.
  parts.writer.Submit(kQueuedBytes, [problems, name] {
    const Status status = problems.SaveText(name);
    if (!status.ok()) {
      spdlog::warn("problem {} is not on disk: {}", name, status.error().ToString());
    }
  });
}

}  // namespace

std::string KeepForBundle(const BundleParts& parts, const Submission& submission,
                          const SubmissionResult& result) {
  if (!submission.files.empty() || parts.time_multiplier != 1 ||
      result.cause == Cause::kCancelled) {
    return {};
  }
  const TenantProblems problems(parts.problems, submission.tenant);
  std::string problem = submission.problem->identity;
  if (!DiskStore::IsKey(problem)) problem = problems.NameOfText(problem);
  if (problem.empty()) return {};
  const std::string verdict = BundleVerdict({}, result);
  if (verdict.size() > kMostVerdictBytes) return {};
  JsonWriter json(submission.code.size() + verdict.size() + 2048);
  Save(parts, problems, problem);
  // Under whose name the store has the problem; a record's tenant is who the verdict is told.
  json.BeginObject().Key("problem").String(problem).Key("tenant").Bytes(submission.tenant);
  json.Key("submission");
  if (submission.compile_flags.empty()) {
    Submission complete = submission;
    complete.compile_flags = parts.languages.table().DefaultFlags(complete.language);
    json.Raw(BundleSubmission(complete, problem));
  } else {
    json.Raw(BundleSubmission(submission, problem));
  }
  json.Key("environment").Raw(BundleEnvironment(parts, submission));
  return json.Key("verdict").Raw(verdict).EndObject().Take();
}

std::optional<std::string> BundleOfKept(const BundleParts& parts, const StoredVerdict& verdict) {
  if (verdict.detail.bundle.empty()) return std::nullopt;
  JsonError error;
  const auto kept = JsonDocument::Parse(verdict.detail.bundle, &error);
  if (!kept) return std::nullopt;
  // Records of older versions have neither.
  const auto text = [&](std::string_view key, const std::string& otherwise) {
    const JsonValue value = kept->root().Find(key);
    return value.Is(JsonType::kString) ? value.String() : otherwise;
  };
  const TenantProblems problems(parts.problems, text("tenant", ""));
  auto problem = problems.Text(text("problem", verdict.record.problem));
  if (!problem) return std::nullopt;
  BundleSource source;
  source.submission = std::string(kept->root().Find("submission").raw());
  source.environment = std::string(kept->root().Find("environment").raw());
  if (problem->size() <= BundlePlanner::kSmallProblemBytes) {
    source.problem = std::make_shared<const std::string>(*std::move(problem));
  }
  return RenderBundle(source, std::string(kept->root().Find("verdict").raw()));
}

}  // namespace assay
