#include "api/compat/evaluate_request.h"

#include <algorithm>

#include "api/compat/evaluate_cases.h"
#include "api/compat/run_code.h"

namespace assay {
namespace {

struct Timeouts {
  double compile_s = 10;
  double run_s = 10;
  double total_s = 300;
};

// The contract's defaults (section 8.1).
Timeouts DefaultTimeouts(const ContractLanguage& language, ProblemMode mode) {
  Timeouts timeouts;
  timeouts.total_s = language.total_timeout_s;
  if (mode != ProblemMode::kFunctionCall) timeouts.run_s = language.run_timeout_s;
  if (mode == ProblemMode::kAssert) timeouts = {20, 20, 0};
  return timeouts;
}

// Members of `extra` are free-form on the wire: their types are ours to check.
class ExtraReader {
 public:
  ExtraReader(JsonValue extra, Refusal* refusal)
      : fields_(extra, FieldPath{} / "config" / "extra", &errors_), refusal_(refusal) {}
  ~ExtraReader() {
    if (errors_.empty() || refusal_->has_value()) return;
    const FieldError& error = errors_.errors().front();
    *refusal_ = ToString(error.path) + ": " + error.message;
  }

  bool Flag(std::string_view name) {
    return fields_.Bool(name, Presence::kOptionalOrNull).value_or(false);
  }
  std::optional<double> Number(std::string_view name) {
    return fields_.Number(name, Presence::kOptionalOrNull);
  }
  std::optional<std::string> String(std::string_view name) {
    return fields_.String(name, Presence::kOptionalOrNull);
  }

 private:
  FieldErrors errors_;
  FieldReader fields_;
  Refusal* const refusal_;
};

// A zero means the default, as in the peers' `value or default`.
double TimeoutOr(std::optional<double> given, double fallback) {
  return given && *given != 0 ? *given : fallback;
}

void SetLimits(const Timeouts& defaults, std::optional<double> compile_s,
               std::optional<double> run_s, int64_t memory_bytes, const ApiOptions& options,
               Submission* submission, Refusal* refusal) {
  const double compile = TimeoutOr(compile_s, defaults.compile_s);
  const double run = TimeoutOr(run_s, defaults.run_s);
  if (compile < 0) *refusal = "config.compile_timeout must not be negative";
  if (run < 0) *refusal = "config.run_timeout must not be negative";
  Limits& limits = submission->limits;
  limits.cpu_time = limits.wall_time = TimeLimit(run, options);
  limits.memory_bytes = MemoryLimit(memory_bytes, options);
  limits.output_bytes = options.output_bytes;
  Limits& compile_limits = submission->compile_limits;
  compile_limits.cpu_time = compile_limits.wall_time = TimeLimit(compile, options);
  compile_limits.memory_bytes = MemoryLimit(options.compile_memory_bytes, options);
}

// What `extra` says about how to judge, apart from the problem.
void ReadSettings(JsonValue json, const Timeouts& defaults, ProblemMode mode,
                  EvaluateRequest* request, Refusal* refusal) {
  ExtraReader extra(json, refusal);
  Submission& submission = request->submission;
  submission.stop = extra.Flag("run_all_cases") ? StopPolicy::kRunAll : StopPolicy::kFirstFailure;
  request->return_full_case = extra.Flag("return_full_case");
  const double total = extra.Number("total_timeout").value_or(defaults.total_s);
  if (mode != ProblemMode::kAssert) {
    if (total <= 0) *refusal = "config.extra.total_timeout must be more than 0";
    submission.total_timeout = FromSeconds(total);
  }
}

// What `extra` says about the problem.
void ReadRules(JsonValue json, const ApiContext& context, Problem* problem, Refusal* refusal) {
  ExtraReader extra(json, refusal);
  problem->comparison.profile = Profile::kCompat;
  if (const auto name = extra.String("profile")) {
    const auto profile = ParseProfile(*name);
    if (!profile) {
      *refusal =
          "config.extra.profile must be 'compat', 'scalebox', 'sandboxfusion', 'livecodebench', "
          "'verl_prime' or 'assay'";
      return;
    }
    problem->comparison.profile = *profile;
  }
  auto source = extra.String("special_judge_program");
  if (!source || source->empty() || problem->mode != ProblemMode::kStdinStdout) return;
  Checker checker;
  checker.source = std::move(*source);
  checker.always = extra.Flag("force_special_judge");
  const std::string name =
      extra.String("special_judge_language").value_or(std::string(kDefaultLanguage));
  std::string reason;
  const auto language = context.languages.Runnable(name, &reason);
  if (!language) {
    *refusal = "config.extra.special_judge_language: " + reason;
    return;
  }
  checker.language = *language;
  problem->checker = std::move(checker);
}

bool NamesNumpy(const std::string& code) {
  return code.find("numpy") != code.npos || code.find("np.") != code.npos;
}

// The problem, decoded once for all requests that bring the same test data and rules.
std::optional<ParsedProblem> ReadProblem(JsonValue provided, JsonValue extra, EvaluateForm form,
                                         const ApiContext& context, EvaluateRequest* request,
                                         Refusal* refusal) {
  const std::string_view provided_text = provided ? provided.raw() : "";
  const std::string_view extra_text = extra ? extra.raw() : "";
  // Beside the data: all that ReadCases and ReadRules look at.
  const std::string key =
      ParsedKey({form == EvaluateForm::kBatch ? "batch" : "list", request->language,
                 NamesNumpy(request->completion) ? "numpy" : "", provided_text, extra_text});
  const auto decode = [&]() -> std::optional<ParsedProblem> {
    auto problem = std::make_shared<Problem>();
    *refusal = ReadCases(provided, form, context.languages.Contract(request->language),
                         problem.get(), request);
    if (!*refusal) ReadRules(extra, context, problem.get(), refusal);
    if (*refusal) return std::nullopt;
    problem->identity = key;
    return ParsedProblem{std::move(problem), std::make_shared<const std::vector<CallCase>>(
                                                 std::move(request->decoded_calls))};
  };
  return context.parsed->Get(key, provided_text.size(), decode);
}

// All spellings clients use; the first that is given counts.
int64_t ReadMemory(FieldReader* config) {
  constexpr int64_t kMost = 1LL << 40;
  for (const char* name : {"memory_limit_MB", "memory_limit_mb"}) {
    if (const auto mib = config->Int(name, Presence::kOptionalOrNull)) {
      return std::clamp<int64_t>(*mib, 0, kMost >> 20) << 20;
    }
  }
  const auto kib = config->Int("mem_limit", Presence::kOptionalOrNull);
  return std::clamp<int64_t>(kib.value_or(0), 0, kMost >> 10) << 10;
}

std::string ReadId(JsonValue id, FieldErrors* errors) {
  if (!id) return "0";
  const bool integer =
      id.Is(JsonType::kNumber) && id.raw().find_first_not_of("-0123456789") == id.raw().npos;
  if (!integer && !id.Is(JsonType::kString)) {
    errors->Add(FieldPath{} / "id", "int_type", "Input should be a valid integer or string");
    return "0";
  }
  if (integer) return std::string(id.raw());
  const auto text = ReadString(id, FieldPath{} / "id", errors);
  return text ? JsonWriter().String(*text).Take() : "0";
}

}  // namespace

EvaluateRequest DecodeEvaluate(JsonValue body, EvaluateForm form, const ApiContext& context,
                               FieldErrors* errors, Refusal* refusal) {
  EvaluateRequest request;
  FieldReader fields(body, {}, errors);
  fields.String("dataset", Presence::kOptional);
  request.id_json = ReadId(body.Find("id"), errors);
  request.completion = fields.String("completion", Presence::kRequired).value_or("");
  const JsonValue config_json = fields.Object("config", Presence::kRequired);
  FieldReader config(config_json, fields.Path("config"), errors);
  const auto language = config.String("language", Presence::kOptionalOrNull);
  if (language && !context.languages.InContract(*language)) {
    config.Fault("language", "literal_error",
                 "Input should be " + ContractNames() + ", not '" + *language + "'");
  }
  const auto compile_s = config.Number("compile_timeout", Presence::kOptionalOrNull);
  const auto run_s = config.Number("run_timeout", Presence::kOptionalOrNull);
  const auto custom = config.String("custom_extract_logic", Presence::kOptionalOrNull);
  const int64_t memory_bytes = ReadMemory(&config);
  const JsonValue extra = config.Object("extra", Presence::kOptional);
  const JsonValue provided = config_json.Find("provided_data");
  if (provided && !provided.IsNull() && !provided.Is(JsonType::kObject) &&
      !provided.Is(JsonType::kArray)) {
    config.Fault("provided_data", "dict_type", "Input should be a valid dictionary");
  }
  if (!errors->empty()) return request;

  if (!language) {
    *refusal = "config.language field must exist, got None";
    return request;
  }
  if (custom && !custom->empty()) {
    *refusal = "config.custom_extract_logic is not accepted: it would run code in the server";
    return request;
  }
  request.language = *language;
  const auto parsed = ReadProblem(provided, extra, form, context, &request, refusal);
  if (!parsed) return request;
  const Timeouts defaults =
      DefaultTimeouts(context.languages.Contract(request.language), parsed->problem->mode);
  SetLimits(defaults, compile_s, run_s, memory_bytes, context.options, &request.submission,
            refusal);
  ReadSettings(extra, defaults, parsed->problem->mode, &request, refusal);
  request.calls = parsed->calls;
  request.submission.problem = parsed->problem;
  return request;
}

}  // namespace assay
