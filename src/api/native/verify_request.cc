#include "api/native/verify_request.h"

#include <set>

#include "api/compat/run_code.h"
#include "api/native/bundle_planner.h"
#include "api/problems/problem_reference.h"
#include "grading/extract/extract.h"

namespace assay {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;

void DecodeTimes(FieldReader* fields, const ApiOptions& options, Limits* limits) {
  const auto time = [&](const char* name, Nanoseconds* out) {
    const auto seconds = fields->Number(name, kOptional);
    if (!seconds) return false;
    if (*seconds <= 0 || *seconds > options.max_time_limit_s) {
      fields->Fault(name, "value_error",
                    "Input should be more than 0 and at most " +
                        std::to_string(static_cast<int64_t>(options.max_time_limit_s)) +
                        " seconds");
      return false;
    }
    *out = FromSeconds(*seconds);
    return true;
  };
  const bool cpu = time("cpu_time_s", &limits->cpu_time);
  // Alone, a CPU limit is also the wall limit: waiting longer than that computes nothing.
  if (!time("wall_time_s", &limits->wall_time) && cpu) limits->wall_time = limits->cpu_time;
}

void DecodeLimits(JsonValue json, const FieldPath& path, const ApiOptions& options, Limits* limits,
                  FieldErrors* errors) {
  if (!json) return;
  FieldReader fields(json, path, errors);
  DecodeTimes(&fields, options, limits);
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
  limits->memory_bytes = MemoryLimit(limits->memory_bytes, options);
  amount("output_bytes", 1, 0, options.output_bytes, &limits->output_bytes);
  amount("file_bytes", 1, 0, 1LL << 36, &limits->file_bytes);
  amount("processes", 1, 1, 1 << 16, &limits->processes);
  amount("stack_bytes", 1, 0, 1LL << 36, &limits->stack_bytes);
}

// Reads submissions; holds what they share.
class VerifyDecoder {
 public:
  VerifyDecoder(JsonValue body, const ApiContext& context, FieldErrors* errors)
      : top_(body, {}, errors), context_(context), errors_(errors), bundles_(context) {
    include_output_ = top_.Bool("include_output", kOptional).value_or(false);
    include_bytes_ = top_.Int("include_output_bytes", kOptional).value_or(64 << 10);
    bundle_ = top_.Bool("bundle", kOptional).value_or(false);
    embed_tests_ = top_.Bool("embed_tests", kOptional);
    if (const JsonValue problems = top_.Object("problems", kOptional)) {
      for (const auto& [name, json] : problems.Members()) {
        problems_[name] = ReadProblem(json, FieldPath{} / "problems" / name, context, errors);
        problem_texts_[name] = json;
      }
    }
  }

  VerifyItem Decode(JsonValue json, size_t index, const FieldPath& path) {
    VerifyItem item;
    item.include_output = include_output_;
    item.include_output_bytes = std::max<int64_t>(0, include_bytes_);
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
    DecodeCode(json, &fields, &submission);
    DecodeProblemOf(json.Find("problem"), path / "problem", &item);
    DecodeRest(&fields, path, &submission);
    PlanBundle(json, &fields, &item);
    return item;
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
    if (const auto id = context_.languages.Runnable(*name, &reason)) {
      submission->language = *id;
    } else {
      fields->Fault("language", "value_error", reason);
    }
  }

  // The program itself, or a model's answer with the program in it.
  void DecodeCode(JsonValue json, FieldReader* fields, Submission* submission) {
    auto profile = ExtractProfile::kAssay;
    if (const auto name = fields->String("extraction", kOptional)) {
      if (const auto parsed = ParseExtractProfile(*name)) {
        profile = *parsed;
      } else {
        fields->Fault("extraction", "literal_error",
                      "Input should be 'assay', 'sandboxfusion', 'scalebox' or 'verl'");
      }
    }
    const JsonValue response = json.Find("response");
    if (!response || response.IsNull()) {
      submission->code = fields->String("code", kRequired).value_or("");
      return;
    }
    if (const JsonValue code = json.Find("code"); code && !code.IsNull()) {
      fields->Fault("response", "value_error", "Give either 'code' or 'response'");
      return;
    }
    const auto text = fields->String("response", kRequired);
    if (!text) return;
    const Fences fences = context_.languages.table().FencesFor(language_name_);
    submission->code = ExtractCode(*text, fences, profile).code;
  }

  void DecodeProblemOf(JsonValue json, const FieldPath& path, VerifyItem* item) {
    ProblemReference reference;
    if (!json) {
      errors_->Add(path, "missing", "Field required");
    } else if (json.Is(JsonType::kString)) {
      const auto found = problems_.find(json.String());
      if (found == problems_.end()) {
        errors_->Add(path, "unknown_problem",
                     "There is no '" + json.String() + "' in the request's \"problems\"");
      } else {
        reference = found->second;
      }
    } else {
      reference = ReadProblem(json, path, context_, errors_);
    }
    item->submission.problem = std::move(reference.problem);
    item->unknown_problem = std::move(reference.unknown);
  }

  void DecodeRest(FieldReader* fields, const FieldPath& path, Submission* submission) {
    const ApiOptions& options = context_.options;
    submission->limits.output_bytes = options.output_bytes;
    submission->limits.memory_bytes = MemoryLimit(options.default_memory_bytes, options);
    submission->compile_limits.memory_bytes = MemoryLimit(options.compile_memory_bytes, options);
    DecodeLimits(fields->Object("limits", kOptional), path / "limits", options, &submission->limits,
                 errors_);
    DecodeLimits(fields->Object("compile_limits", kOptional), path / "compile_limits", options,
                 &submission->compile_limits, errors_);
    if (const auto stop = fields->String("stop", kOptional)) {
      if (*stop == "all") {
        submission->stop = StopPolicy::kRunAll;
      } else if (*stop != "first_failure") {
        fields->Fault("stop", "literal_error", "Input should be 'first_failure' or 'all'");
      }
    }
    if (const auto priority = fields->String("priority", kOptional)) {
      if (*priority == "eval") {
        submission->priority = Priority::kEval;
      } else if (*priority == "batch") {
        submission->priority = Priority::kBatch;
      } else if (*priority != "train") {
        fields->Fault("priority", "literal_error", "Input should be 'train', 'eval' or 'batch'");
      }
    }
    if (const auto total = fields->Number("total_timeout_s", kOptional)) {
      if (*total < 0) fields->Fault("total_timeout_s", "value_error", "Input must not be negative");
      submission->total_timeout = FromSeconds(*total);
    }
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

  void PlanBundle(JsonValue json, FieldReader* fields, VerifyItem* item) {
    const bool wanted = fields->Bool("bundle", kOptional).value_or(bundle_);
    auto embed = fields->Bool("embed_tests", kOptional);
    if (!embed) embed = embed_tests_;
    // A request with faults is refused, one with an unknown problem gets no verdict.
    if (!wanted || !errors_->empty() || !item->submission.problem) return;
    JsonValue problem = json.Find("problem");
    if (problem.Is(JsonType::kString)) problem = problem_texts_[problem.String()];
    item->bundle = bundles_.Plan(item->submission, problem, embed);
    if (item->bundle) return;
    item->unknown_problem = UnknownProblemText(item->submission.problem->identity);
    item->submission.problem = nullptr;
  }

  FieldReader top_;
  const ApiContext& context_;
  FieldErrors* const errors_;
  bool include_output_ = false;
  int64_t include_bytes_ = 0;
  bool bundle_ = false;
  std::optional<bool> embed_tests_;
  std::map<std::string, ProblemReference> problems_;
  std::map<std::string, JsonValue> problem_texts_;
  BundlePlanner bundles_;
  std::string language_name_;
};

}  // namespace

VerifyRequest DecodeVerify(JsonValue body, const ApiContext& context, FieldErrors* errors) {
  VerifyRequest request;
  VerifyDecoder decoder(body, context, errors);
  FieldReader fields(body, {}, errors);
  request.stream = fields.Bool("stream", kOptional).value_or(false);
  if (!body.Find("submissions")) {
    request.single = true;
    if (body.Find("code") || body.Find("response") || body.Find("language")) {
      request.items.push_back(decoder.Decode(body, 0, {}));
    } else {
      errors->Add(FieldPath{} / "submissions", "missing", "Field required");
    }
    return request;
  }
  const JsonValue list = fields.Array("submissions", kRequired);
  if (!list) return request;
  const auto items = list.Items();
  if (items.empty()) {
    fields.Fault("submissions", "too_short", "List should have at least 1 item");
  }
  if (items.size() > static_cast<size_t>(context.options.max_submissions_per_request)) {
    fields.Fault("submissions", "too_long",
                 "List should have at most " +
                     std::to_string(context.options.max_submissions_per_request) + " items");
    return request;
  }
  for (size_t i = 0; i < items.size(); ++i) {
    request.items.push_back(decoder.Decode(items[i], i, FieldPath{} / "submissions" / i));
  }
  return request;
}

}  // namespace assay
