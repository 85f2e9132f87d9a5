#include "api/native/bundle_planner.h"

#include "base/log.h"
#include "base/text.h"
#include "text/canonical_json.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Whether the store will have the problem. Written by the thread that may wait for the disk.
bool Store(const BundleParts& parts, const TenantProblems& problems, const std::string& sha256,
           const std::shared_ptr<const std::string>& text, const Problem& problem) {
  auto named = std::make_shared<Problem>(problem);  // shares the test data
  named->identity = sha256;
  // The store outlives the thread, which ends first.
  return parts.writer.Submit(static_cast<int64_t>(text->size()), [problems, sha256, text, named] {
    const Status status = problems.Put(sha256, *text, named);
    if (!status.ok()) {
      spdlog::warn("problem {} is not on disk: {}", sha256, status.error().ToString());
    }
  });
}

}  // namespace

std::shared_ptr<const BundleSource> BundlePlanner::Plan(const Submission& submission,
                                                        const ProblemSource& problem,
                                                        std::optional<bool> embed) {
  const auto text = TextOf(submission, problem, embed);
  if (!text) return nullptr;
  auto source = std::make_shared<BundleSource>();
  source->problem = text->embedded;
  Submission complete = submission;  // shares the problem and the files
  if (complete.compile_flags.empty()) {
    complete.compile_flags = parts_.languages.table().DefaultFlags(complete.language);
  }
  source->submission = BundleSubmission(complete, text->sha256);
  source->environment = Environment(submission);
  return source;
}

std::optional<BundlePlanner::Text> BundlePlanner::TextOf(const Submission& submission,
                                                         const ProblemSource& problem,
                                                         std::optional<bool> embed) {
  const auto key = std::pair(problem.json.raw().data(), embed);
  if (const auto known = texts_.find(key); known != texts_.end()) return known->second;
  Text text;
  std::shared_ptr<const std::string> canonical;
  const bool by_name = !problem.name.empty();
  if (by_name) {
    text.sha256 = problem.name;
    if (embed != false) {
      auto stored = problems_.Text(text.sha256);
      if (!stored && embed == true) return std::nullopt;
      if (stored) canonical = std::make_shared<const std::string>(*std::move(stored));
    }
  } else {
    canonical = std::make_shared<const std::string>(CanonicalJson(problem.json));
    text.sha256 = Sha256Hex(*canonical);
  }
  if (canonical && embed.value_or(canonical->size() <= kSmallProblemBytes)) {
    text.embedded = canonical;
  } else if (!by_name && !Store(parts_, problems_, text.sha256, canonical, *submission.problem)) {
    text.embedded = canonical;
  }
  return texts_.emplace(key, std::move(text)).first->second;
}

std::string BundlePlanner::Environment(const Submission& submission) const {
  JsonWriter json;
  json.BeginObject().Key("assay").Bytes(parts_.build).Key("tier").Bytes(parts_.tier);
  json.Key("toolchains").BeginObject();
  const Problem& problem = *submission.problem;
  const auto takes_part = [&](const std::string& language) {
    if (language == submission.language) return true;
    for (const auto* judge : {&problem.checker, &problem.transcript_checker}) {
      if (*judge && language == (*judge)->language) return true;
    }
    return false;
  };
  for (const Toolchain& toolchain : parts_.languages.toolchains()) {
    if (takes_part(toolchain.language)) {
      json.Key(toolchain.language).Bytes(toolchain.version);
    }
  }
  json.EndObject().Key("seed").Int(kHashSeed);
  json.Key("time_multiplier").Double(parts_.time_multiplier);
  return json.EndObject().Take();
}

}  // namespace assay
