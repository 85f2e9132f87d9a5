#include "api/native/verify_request.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "api/problems/unknown_fields.h"
#include "api/shared/origin_json.h"
#include "api/shared/request_files.h"
#include "api/swe/swe_request.h"
#include "grading/extract/extract.h"
#include "model/names.h"

namespace assay {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;

void DecodeTimes(FieldReader* fields, const LimitPolicy& policy, Limits* limits) {
  const auto time = [&](const char* name, Nanoseconds* out) {
    const auto seconds = fields->Number(name, kOptional);
    if (!seconds) return false;
    if (*seconds <= 0 || *seconds > policy.max_time_limit_s) {
      fields->Fault(name, "value_error",
                    "Input should be more than 0 and at most " +
                        std::to_string(static_cast<int64_t>(policy.max_time_limit_s)) + " seconds");
      return false;
    }
    *out = FromSeconds(*seconds);
    return true;
  };
  const bool cpu = time("cpu_time_s", &limits->cpu_time);
  // Alone, a CPU limit is also the wall limit: waiting longer than that computes nothing.
  if (!time("wall_time_s", &limits->wall_time) && cpu) limits->wall_time = limits->cpu_time;
}

void DecodeLimits(JsonValue json, const FieldPath& path, const LimitPolicy& policy, Limits* limits,
                  FieldErrors* errors) {
  if (!json) return;
  FieldReader fields(json, path, errors);
  DecodeTimes(&fields, policy, limits);
  const auto amount = [&](const char* name, int64_t unit, int64_t least, int64_t most,
                          int64_t* out) {
    const auto value = fields.Int(name, kOptional);
    if (!value) return;
    if (*value < least || *value > most) {
      fields.Fault(
          name, "value_error",
          "Input should be between " + std::to_string(least) + " and " + std::to_string(most));
      return;
    }
    *out = *value * unit;
  };
  amount("memory_mb", 1 << 20, 0, 1 << 20, &limits->memory_bytes);
  limits->memory_bytes = policy.Memory(limits->memory_bytes);
  amount("output_bytes", 1, 0, policy.output_bytes, &limits->output_bytes);
  amount("file_bytes", 1, 0, 1LL << 36, &limits->file_bytes);
  amount("processes", 1, 1, 1 << 16, &limits->processes);
  amount("stack_bytes", 1, 0, 1LL << 36, &limits->stack_bytes);
}

constexpr std::array<std::string_view, 7> kLimitFields = {
    "cpu_time_s", "wall_time_s", "memory_mb",  "output_bytes",
    "file_bytes", "processes",   "stack_bytes"};

// What VerifyParser and ParseVerify read of a body that is one submission.
constexpr std::string_view kSubmissionFields[] = {"id",
                                                  "language",
                                                  "code",
                                                  "response",
                                                  "extraction",
                                                  "problem",
                                                  "limits",
                                                  "compile_limits",
                                                  "stop",
                                                  "priority",
                                                  "total_timeout_s",
                                                  "files",
                                                  "sandbox",
                                                  "fetch_files",
                                                  "compile_flags",
                                                  "cache",
                                                  "include_output",
                                                  "include_output_bytes",
                                                  "include_extracted_code",
                                                  "bundle",
                                                  "embed_tests",
                                                  "origin",
                                                  "problems",
                                                  "submissions",
                                                  "stream"};

// Reads submissions; holds what they share.
class VerifyParser {
 public:
  VerifyParser(JsonValue body, const VerifyRules& rules, FieldErrors* errors)
      : top_(body, {}, errors), rules_(rules) {
    include_output_ = top_.Bool("include_output", kOptional).value_or(false);
    include_code_ = top_.Bool("include_extracted_code", kOptional).value_or(false);
    include_bytes_ = top_.Int("include_output_bytes", kOptional).value_or(64 << 10);
    if (include_bytes_ < 0 || include_bytes_ > kMostIncludedBytes) {
      top_.Fault("include_output_bytes", "value_error",
                 "Input should be between 0 and " + std::to_string(kMostIncludedBytes));
    }
    bundle_ = top_.Bool("bundle", kOptional).value_or(false);
    embed_tests_ = top_.Bool("embed_tests", kOptional);
    if (const JsonValue problems = top_.Object("problems", kOptional)) {
      for (const auto& [name, json] : problems.Members()) {
        Shared& shared = problems_[name];
        errors_ = &shared.faults;
        shared.source = AddProblem(json, FieldPath{} / "problems" / name);
      }
    }
  }

  VerifyItem Parse(JsonValue json, size_t index, const FieldPath& path) {
    VerifyItem item;
    errors_ = &item.faults;
    warnings_ = &item.warnings;
    item.include_output = include_output_;
    item.include_output_bytes = include_bytes_;
    if (!json.Is(JsonType::kObject)) {
      errors_->Add(path, "dict_type", "Input should be a valid dictionary");
      return item;
    }
    FieldReader fields(json, path, errors_);
    Submission& submission = item.submission;
    submission.id = DecodeId(json.Find("id"), index, path / "id");
    if (const auto include = fields.Bool("include_output", kOptional)) {
      item.include_output = *include;
    }
    DecodeLanguage(&fields, &submission);
    if (const JsonValue sandbox = fields.Object("sandbox", kOptional)) {
      item.sandbox = ParseSandboxSource(sandbox, path / "sandbox", errors_);
      // Its faults are enough: nobody knows what is missing beside it.
      code_in_sandbox_ = !item.sandbox || item.sandbox->code;
    } else {
      code_in_sandbox_ = false;
    }
    DecodeCode(json, &fields, &item);
    item.problem = ProblemOf(json.Find("problem"), path / "problem");
    DecodeRest(&fields, path, &submission);
    if (item.sandbox) {
      for (const auto& [place, from] : item.sandbox->files) {
        if (submission.files.count(place) != 0) {
          errors_->Add(path / "sandbox" / "files" / place, "value_error", "'files' has it already");
        }
      }
    }
    item.bundle = fields.Bool("bundle", kOptional).value_or(bundle_);
    item.embed_tests = fields.Bool("embed_tests", kOptional);
    if (!item.embed_tests) item.embed_tests = embed_tests_;
    return item;
  }

  std::vector<ProblemSource> TakeProblems() { return std::move(sources_); }

  // Shared problems that no submission names, whose faults nobody would hear of.
  std::vector<UnnamedProblem> Unnamed() const {
    std::vector<UnnamedProblem> unnamed;
    for (const auto& [name, shared] : problems_) {
      if (!shared.named) unnamed.push_back({shared.source, shared.faults});
    }
    return unnamed;
  }

 private:
  std::string DecodeId(JsonValue id, size_t index, const FieldPath& path) {
    if (!id || id.IsNull()) return std::to_string(index);
    if (id.Is(JsonType::kNumber)) return std::string(id.raw());
    return ReadString(id, path, errors_).value_or("");
  }

  void DecodeLanguage(FieldReader* fields, Submission* submission) {
    const auto name = fields->String("language", kRequired);
    if (!name) return;
    language_name_ = *name;
    std::string reason;
    if (const auto id = rules_.languages.Runnable(*name, &reason)) {
      submission->language = *id;
    } else {
      fields->Fault("language", "value_error", reason);
    }
  }

  // The program itself, or a model's answer with the program in it.
  void DecodeCode(JsonValue json, FieldReader* fields, VerifyItem* item) {
    Submission* const submission = &item->submission;
    auto profile = ExtractProfile::kAssay;
    if (const auto named = fields->Choice("extraction", kExtractProfileNames, kOptional)) {
      profile = *named;
    }
    const bool include = fields->Bool("include_extracted_code", kOptional).value_or(include_code_);
    const JsonValue response = json.Find("response");
    if (code_in_sandbox_) {
      for (const char* name : {"code", "response"}) {
        const JsonValue given = json.Find(name);
        if (given && !given.IsNull()) {
          fields->Fault(name, "value_error", "Give either this or 'sandbox.code'");
        }
      }
      return;
    }
    if (!response || response.IsNull()) {
      submission->code = fields->Text("code", kRequired).value_or("");
      return;
    }
    if (const JsonValue code = json.Find("code"); code && !code.IsNull()) {
      fields->Fault("response", "value_error", "Give either 'code' or 'response'");
      return;
    }
    const auto text = fields->Text("response", kRequired);
    if (!text) return;
    const Fences fences = rules_.languages.table().FencesFor(language_name_);
    ExtractedCode found = ExtractCode(*text, fences, profile);
    submission->code = found.code;
    submission->from_response = true;
    if (include) {
      item->extraction = {kExtractProfileNames.NameOf(profile), std::move(found)};
    }
  }

  std::optional<size_t> AddProblem(JsonValue json, const FieldPath& path) {
    auto source = ParseProblemSource(json, path, errors_);
    if (!source) return std::nullopt;
    sources_.push_back(*std::move(source));
    return sources_.size() - 1;
  }

  std::optional<size_t> ProblemOf(JsonValue json, const FieldPath& path) {
    if (!json) {
      errors_->Add(path, "missing", "Field required");
      return std::nullopt;
    }
    if (!json.Is(JsonType::kString)) {
      const auto source = AddProblem(json, path);
      if (source) WarnOfProblem(sources_[*source]);
      return source;
    }
    const auto found = problems_.find(json.String());
    if (found != problems_.end()) {
      found->second.named = true;
      errors_->Insert(errors_->errors().size(), found->second.faults);
      if (found->second.source) WarnOfProblem(sources_[*found->second.source]);
      return found->second.source;
    }
    errors_->Add(path, "unknown_problem",
                 "There is no '" + json.String() + "' in the request's \"problems\"");
    return std::nullopt;
  }

  void DecodeRest(FieldReader* fields, const FieldPath& path, Submission* submission) {
    const LimitPolicy& policy = rules_.limits;
    submission->limits.output_bytes = policy.output_bytes;
    submission->limits.memory_bytes = policy.Memory(policy.default_memory_bytes);
    submission->compile_limits.memory_bytes = policy.Memory(policy.compile_memory_bytes);
    const auto limits = [&](const char* name, Limits* out) {
      const JsonValue json = fields->Object(name, kOptional);
      DecodeLimits(json, path / name, policy, out, errors_);
      WarnOfUnknown(json, path / name, kLimitFields, warnings_);
    };
    limits("limits", &submission->limits);
    limits("compile_limits", &submission->compile_limits);
    if (const auto stop = fields->Choice("stop", kStopPolicyNames, kOptional)) {
      submission->stop = *stop;
    }
    if (const auto priority = fields->Choice("priority", kPriorityNames, kOptional)) {
      submission->priority = *priority;
    }
    if (const auto total = fields->Number("total_timeout_s", kOptional)) {
      if (*total < 0) fields->Fault("total_timeout_s", "value_error", "Input must not be negative");
      submission->total_timeout = FromSeconds(*total);
    }
    submission->origin = ParseOrigin(fields->Object("origin", kOptional), path / "origin", errors_);
    submission->reuse = fields->Bool("cache", kOptional).value_or(true);
    std::string undecodable;
    submission->files =
        DecodeFiles(fields->Object("files", kOptional), path / "files", &undecodable, errors_);
    if (!undecodable.empty()) {
      errors_->Add(path / "files" / undecodable, "value_error", "Input should be valid base64");
    }
    submission->fetch_files = fields->Strings("fetch_files", kOptional);
    submission->compile_flags = fields->Strings("compile_flags", kOptional);
  }

  void WarnOfProblem(const ProblemSource& source) {
    if (source.name.empty()) WarnOfUnknownInProblem(source.json, source.path, warnings_);
  }

  // A problem of the request's "problems": its faults are those of whoever names it.
  struct Shared {
    std::optional<size_t> source;
    FieldErrors faults;
    bool named = false;  // by a submission
  };

  FieldReader top_;
  const VerifyRules& rules_;
  FieldErrors* errors_ = nullptr;  // of the submission or problem that is being read
  std::vector<std::string>* warnings_ = nullptr;
  bool include_output_ = false;
  bool include_code_ = false;
  int64_t include_bytes_ = 0;
  bool bundle_ = false;
  std::optional<bool> embed_tests_;
  std::vector<ProblemSource> sources_;
  std::map<std::string, Shared> problems_;  // by their names in the request
  std::string language_name_;
  bool code_in_sandbox_ = false;
};

}  // namespace

VerifyRequest ParseVerify(JsonValue body, const VerifyRules& rules, FieldErrors* errors) {
  VerifyRequest request;
  VerifyParser parser(body, rules, errors);
  FieldReader fields(body, {}, errors);
  request.stream = fields.Bool("stream", kOptional).value_or(false);
  if (!body.Find("submissions")) {
    request.single = true;
    if (body.Find("code") || body.Find("response") || body.Find("language") ||
        body.Find("sandbox")) {
      request.items.push_back(parser.Parse(body, 0, {}));
    } else {
      errors->Add(FieldPath{} / "submissions", "missing", "Field required");
    }
  } else if (const JsonValue list = fields.Array("submissions", kRequired)) {
    const auto items = list.Items();
    const auto most = static_cast<size_t>(rules.max_submissions);
    if (items.empty()) {
      fields.Fault("submissions", "too_short", "List should have at least 1 item");
    }
    if (items.size() > most) {
      fields.Fault("submissions", "too_long",
                   "List should have at most " + std::to_string(most) + " items");
    }
    for (size_t i = 0; i < items.size() && items.size() <= most; ++i) {
      request.items.push_back(parser.Parse(items[i], i, FieldPath{} / "submissions" / i));
    }
  }
  request.unnamed = parser.Unnamed();
  request.problems = parser.TakeProblems();
  return request;
}

void WarnOfUnknownInSubmission(JsonValue body, std::string_view own,
                               std::vector<std::string>* warnings) {
  if (AsksForSwe(body)) return;
  std::vector<std::string_view> known(std::begin(kSubmissionFields), std::end(kSubmissionFields));
  known.push_back(own);
  WarnOfUnknown(body, {}, known, warnings);
}

VerifyRequest ParseSubmissionsOf(JsonValue body, std::string_view name,
                                 const std::vector<size_t>& wanted, const VerifyRules& rules,
                                 FieldErrors* errors) {
  VerifyRequest request;
  VerifyParser parser(body, rules, errors);
  const std::vector<JsonValue> items = body.Find(name).Items();
  for (const size_t index : wanted) {
    const FieldPath path = FieldPath{} / name / index;
    VerifyItem& item = request.items.emplace_back(parser.Parse(items[index], index, path));
    if (item.sandbox) {
      item.faults.Add(path / "sandbox", "value_error", "Only /v1/verify reads from a sandbox");
    }
  }
  request.unnamed = parser.Unnamed();
  request.problems = parser.TakeProblems();
  return request;
}

}  // namespace assay
