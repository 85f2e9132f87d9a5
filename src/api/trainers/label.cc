#include "api/trainers/label.h"

#include <utility>

#include "api/compat/evaluate_cases.h"
#include "api/math/math_request.h"
#include "api/problems/find_problem.h"
#include "api/trainers/test_list.h"
#include "base/text.h"
#include "grading/extract/extract.h"
#include "text/field_reader.h"

namespace assay {
namespace {

constexpr double kUsualSeconds = 10;
constexpr double kCompileSeconds = 30;
constexpr int64_t kMiB = 1 << 20;
// A ground truth may stand in a label that stands in a text.
constexpr int kDeepest = 3;

constexpr const char* kGoldNames[] = {"gold", "answer", "ground_truth", "expected_answer",
                                      "solution"};

bool IsText(JsonValue value) {
  return value.Is(JsonType::kString) || value.Is(JsonType::kNumber);
}

std::string TextOf(JsonValue value) {
  return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
}

// Whether a list's first item tells of tests and not of numbers.
bool IsTests(JsonValue list) {
  if (!list.Is(JsonType::kArray)) return false;
  const auto items = list.Items();
  if (items.empty()) return false;
  if (items[0].Is(JsonType::kObject)) return static_cast<bool>(items[0].Find("input"));
  return items[0].Is(JsonType::kString) && StartsWith(TrimAsciiSpace(items[0].String()), "assert");
}

class Reader {
 public:
  Reader(std::string_view response, std::string where, const LabelRules& rules, std::string* fault)
      : response_(response), where_(std::move(where)), rules_(rules), fault_(fault) {}

  std::optional<RewardItem> Read(JsonValue label, int depth = 0) {
    if (!label || label.IsNull()) {
      return Fault("is null: it must hold a gold answer, or the tests of a program");
    }
    if (label.Is(JsonType::kString)) return ReadText(label.String(), depth);
    if (label.Is(JsonType::kArray)) return ReadList(label);
    if (label.Is(JsonType::kObject)) return ReadObject(label, depth);
    return Answer(std::string(label.raw()));
  }

 private:
  std::nullopt_t Fault(const std::string& what) {
    *fault_ = where_ + " " + what;
    return std::nullopt;
  }

  std::optional<RewardItem> Answer(std::string gold) {
    if (TrimAsciiSpace(gold).empty()) return Fault("is empty: it must hold a gold answer");
    if (gold.size() > MathBounds::kGoldBytes) return Fault("is too long for a gold answer");
    RewardItem item;
    item.answer.gold = std::move(gold);
    item.answer.response_too_long = response_.size() > MathBounds::kResponseBytes;
    if (!item.answer.response_too_long) item.answer.response = std::string(response_);
    return item;
  }

  std::optional<RewardItem> ReadText(const std::string& text, int depth) {
    const std::string_view trimmed = TrimAsciiSpace(text);
    if (depth < kDeepest && (StartsWith(trimmed, "{") || StartsWith(trimmed, "["))) {
      JsonError error;
      const auto document = JsonDocument::Parse(trimmed, &error);
      // An interval and a set of numbers look like lists, too: those are answers.
      if (document && (document->root().Is(JsonType::kObject) || IsTests(document->root()))) {
        return Read(document->root(), depth + 1);
      }
    }
    return Answer(text);
  }

  std::optional<RewardItem> ReadList(JsonValue list) {
    if (IsTests(list)) return Tests(list, {});
    const auto items = list.Items();
    if (items.size() == 1 && IsText(items[0])) return Answer(TextOf(items[0]));
    return Fault(
        "is a list of neither tests ({\"input\": …, \"output\": …} or \"assert …\") nor "
        "one gold answer");
  }

  std::optional<RewardItem> ReadObject(JsonValue label, int depth) {
    if (const JsonValue problem = label.Find("problem"); problem.Is(JsonType::kObject)) {
      return Native(problem, label);
    }
    for (const char* name : {"tests", "test_cases", "test_list", "unit_tests"}) {
      const JsonValue tests = label.Find(name);
      if (!tests || tests.IsNull()) continue;
      if (tests.Is(JsonType::kObject)) return TwoLists(tests, label);
      return Tests(tests, label);
    }
    if (label.Find("inputs") && label.Find("outputs")) return TwoLists(label, label);
    if (const JsonValue pair = label.Find("input_output"); pair && depth < kDeepest) {
      return Read(pair, depth + 1);
    }
    for (const char* name : kGoldNames) {
      const JsonValue gold = label.Find(name);
      if (gold && !gold.IsNull() && depth < kDeepest) return Read(gold, depth + 1);
    }
    return Fault(
        "has none of the members that are understood: problem, tests, inputs and outputs, "
        "gold, answer, ground_truth");
  }

  // A problem of the native route, given or named by its hash.
  std::optional<RewardItem> Native(JsonValue json, JsonValue label) {
    FieldErrors errors;
    const auto source = ParseProblemSource(json, FieldPath{} / where_ / "problem", &errors);
    std::vector<FoundProblem> found(1);
    if (source) {
      found = DecodeGiven({*source}, rules_.languages, rules_.problems);
      if (!FindInMemory({*source}, rules_.problems, &found)) {
        // Only spelt in a way that hides it from NamesProblem.
        if (!rules_.may_wait) return Fault(".problem.sha256 must be written without escapes");
        FindNamed({*source}, rules_.problems, &found);
      }
    }
    if (source && found[0].unknown) return Fault("names a " + UnknownProblemText(source->name));
    const FieldErrors& faults = source ? found[0].faults : errors;
    if (!faults.empty()) {
      *fault_ = ToString(faults.errors()[0].path) + ": " + faults.errors()[0].message;
      return std::nullopt;
    }
    return Program(found[0].problem, label);
  }

  std::optional<RewardItem> Tests(JsonValue tests, JsonValue label) {
    const auto list = TestList::Read(tests, where_ + ".tests", fault_);
    if (!list) return std::nullopt;
    if (list->items().empty()) return Fault("has no tests: no test is never a pass");
    if (list->items()[0].Is(JsonType::kString)) {
      JsonWriter cases;
      cases.BeginObject().Key("type").String("assert").Key("test_list").BeginArray();
      for (const JsonValue& item : list->items()) cases.Raw(item.raw());
      cases.EndArray().EndObject();
      return Cases(cases.text(), label);
    }
    JsonWriter inputs, outputs;
    inputs.BeginArray();
    outputs.BeginArray();
    for (const JsonValue& item : list->items()) {
      const JsonValue output = item.Find("output") ? item.Find("output") : item.Find("expected");
      if (!item.Find("input") || !output) {
        return Fault(".tests has one that is no {\"input\": …, \"output\": …}");
      }
      inputs.Raw(item.Find("input").raw());
      outputs.Raw(output.raw());
    }
    return Pairs(inputs.EndArray().text(), outputs.EndArray().text(), NameOf(label), label);
  }

  std::optional<RewardItem> TwoLists(JsonValue lists, JsonValue label) {
    const JsonValue inputs = lists.Find("inputs") ? lists.Find("inputs") : lists.Find("input");
    const JsonValue outputs = lists.Find("outputs") ? lists.Find("outputs") : lists.Find("output");
    if (!inputs.Is(JsonType::kArray) || !outputs.Is(JsonType::kArray)) {
      return Fault("needs two lists, inputs and outputs");
    }
    return Pairs(inputs.raw(), outputs.raw(), NameOf(lists), label);
  }

  // The function that is called, as JSON; empty: none.
  static std::string NameOf(JsonValue object) {
    const JsonValue name = object.Find("fn_name");
    return name.Is(JsonType::kString) ? std::string(name.raw()) : "";
  }

  std::optional<RewardItem> Pairs(std::string_view inputs, std::string_view outputs,
                                  const std::string& name, JsonValue label) {
    JsonWriter cases;
    cases.BeginObject().Key("type").String(name.empty() ? "stdin_stdout" : "function_call");
    cases.Key("input").Raw(inputs).Key("output").Raw(outputs);
    // Texts hold an argument a line, as LiveCodeBench writes them.
    if (!name.empty()) cases.Key("fn_name").Raw(name).Key("json_input").Bool(true);
    return Cases(cases.EndObject().text(), label);
  }

  // Test data as the ScaleBox routes have it, decoded once for all that bring the same.
  std::optional<RewardItem> Cases(const std::string& cases, JsonValue label) {
    const std::string language = LanguageOf(label);
    const std::string key = GivenKey({"label", language, cases});
    CaseFault why;
    const auto given =
        rules_.problems.Given(key, cases.size(), [&]() -> std::optional<GivenProblem> {
          const std::string text = R"({"test_cases":)" + cases + "}";
          JsonError error;
          const auto document = JsonDocument::Parse(text, &error);
          if (!document) {
            why = error.message;
            return std::nullopt;
          }
          auto problem = std::make_shared<Problem>();
          std::vector<CallCase> calls;
          const CaseSource source{document->root(), EvaluateForm::kBatch, language,
                                  language == kDefaultLanguage};
          why = ReadCases(source, problem.get(), &calls);
          if (why) return std::nullopt;
          problem->identity = key;
          return GivenProblem{std::move(problem), nullptr};
        });
    if (!given) {
      constexpr std::string_view kTheirs = "config.provided_data.test_cases";
      std::string text = why.value_or("is not understood");
      if (StartsWith(text, kTheirs)) text = where_ + text.substr(kTheirs.size());
      *fault_ = std::move(text);
      return std::nullopt;
    }
    return Program(given->problem, label);
  }

  static std::string LanguageOf(JsonValue label) {
    const JsonValue language = label ? label.Find("language") : JsonValue();
    return language.Is(JsonType::kString) ? language.String() : std::string(kDefaultLanguage);
  }

  std::optional<RewardItem> Program(ProblemPtr problem, JsonValue label) {
    const std::string language = LanguageOf(label);
    std::string reason;
    const auto runnable = rules_.languages.Runnable(language, &reason);
    if (!runnable) return Fault(".language: " + reason);
    RewardItem item;
    Submission& submission = item.submission.emplace();
    submission.language = *runnable;
    submission.code =
        ExtractCode(response_, rules_.languages.table().FencesFor(language), ExtractProfile::kAssay)
            .code;
    submission.from_response = true;
    submission.problem = std::move(problem);
    submission.stop = rules_.stop;
    FieldErrors errors;
    FieldReader fields(label ? label : JsonValue(), FieldPath{} / where_, &errors);
    const auto seconds =
        label ? fields.Number("time_limit_s", Presence::kOptionalOrNull) : std::nullopt;
    const auto memory = label ? fields.Int("memory_mb", Presence::kOptionalOrNull) : std::nullopt;
    if (seconds && *seconds <= 0) fields.Fault("time_limit_s", "value_error", "should be above 0");
    if (!errors.empty()) {
      *fault_ = ToString(errors.errors()[0].path) + ": " + errors.errors()[0].message;
      return std::nullopt;
    }
    submission.limits =
        rules_.limits.OfRun(seconds.value_or(kUsualSeconds),
                            memory ? *memory * kMiB : rules_.limits.default_memory_bytes);
    submission.compile_limits = rules_.limits.OfCompile(kCompileSeconds);
    return item;
  }

  const std::string_view response_;
  const std::string where_;
  const LabelRules& rules_;
  std::string* const fault_;
};

}  // namespace

std::optional<RewardItem> ReadLabel(JsonValue label, std::string_view response,
                                    const std::string& where, const LabelRules& rules,
                                    std::string* fault) {
  return Reader(response, where, rules, fault).Read(label);
}

bool NamesProblem(std::string_view body) {
  return body.find("sha256") != std::string_view::npos;
}

}  // namespace assay
