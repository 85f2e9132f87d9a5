#include "api/history/kept_bundle.h"

#include <memory>

#include "store/disk_store.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kMostVerdictBytes = 16 << 10;

}  // namespace

std::string KeepForBundle(const BundleParts& parts, const Submission& submission,
                          const SubmissionResult& result) {
  const std::string& problem = submission.problem->identity;
  if (!DiskStore::IsKey(problem) || !submission.files.empty() || parts.time_multiplier != 1 ||
      result.cause == Cause::kCancelled) {
    return {};
  }
  const std::string verdict = BundleVerdict({}, result);
  if (verdict.size() > kMostVerdictBytes) return {};
  JsonWriter json(submission.code.size() + verdict.size() + 2048);
  json.BeginObject().Key("submission");
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
  auto problem = parts.problems.Text(verdict.record.problem);
  if (!problem) return std::nullopt;
  JsonError error;
  const auto kept = JsonDocument::Parse(verdict.detail.bundle, &error);
  if (!kept) return std::nullopt;
  BundleSource source;
  source.submission = std::string(kept->root().Find("submission").raw());
  source.environment = std::string(kept->root().Find("environment").raw());
  if (problem->size() <= BundlePlanner::kSmallProblemBytes) {
    source.problem = std::make_shared<const std::string>(*std::move(problem));
  }
  return RenderBundle(source, std::string(kept->root().Find("verdict").raw()));
}

}  // namespace assay
