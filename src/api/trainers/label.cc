#include "api/trainers/label.h"

#include <utility>

#include "api/math/math_request.h"
#include "api/problems/find_problem.h"
#include "data/convert/convert.h"
#include "grading/extract/extract.h"

namespace assay {
namespace {

constexpr double kUsualSeconds = 10;
constexpr double kCompileSeconds = 30;
constexpr int64_t kMiB = 1 << 20;

class Reader {
 public:
  Reader(std::string_view response, const std::string& where, const LabelRules& rules,
         std::string* fault)
      : response_(response), where_(where), rules_(rules), fault_(fault) {}

  std::optional<RewardItem> Read(JsonValue label) {
    const Conversion read = ConvertLabel(label, where_);
    if (!read.row) return Fault(read.refusal.message);
    if (read.row->math) return Answer(read.row->gold);
    ProblemPtr problem = Find(ProblemJson(*read.row));
    if (!problem) return std::nullopt;
    return Program(*read.row, std::move(problem));
  }

 private:
  std::nullopt_t Fault(std::string what) {
    *fault_ = std::move(what);
    return std::nullopt;
  }

  std::optional<RewardItem> Answer(const std::string& gold) {
    if (gold.size() > MathBounds::kGoldBytes)
      return Fault(where_ + " is too long for a gold answer");
    RewardItem item;
    item.answer.gold = gold;
    item.answer.response_too_long = response_.size() > MathBounds::kResponseBytes;
    if (!item.answer.response_too_long) item.answer.response = std::string(response_);
    return item;
  }

  // The problem that is given, decoded once for all that bring the same, or named by its hash.
  // Null with a fault.
  ProblemPtr Find(const std::string& json) {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    if (!document) return Fault(where_ + " has a problem with " + error.message), nullptr;
    FieldErrors errors;
    const auto source =
        ParseProblemSource(document->root(), FieldPath{} / where_ / "problem", &errors);
    std::vector<FoundProblem> found(1);
    if (source) {
      found = DecodeGiven({*source}, rules_.languages, rules_.problems);
      if (!FindInMemory({*source}, rules_.problems, &found)) {
        // Only spelt in a way that hides it from NamesProblem.
        if (!rules_.may_wait) {
          return Fault(where_ + ".problem.sha256 must be written without escapes"), nullptr;
        }
        FindNamed({*source}, rules_.problems, &found);
      }
    }
    if (found[0].unknown) {
      return Fault(where_ + " names a " + UnknownProblemText(source->name)), nullptr;
    }
    const FieldErrors& faults = source ? found[0].faults : errors;
    if (faults.empty()) return found[0].problem;
    return Fault(ToString(faults.errors()[0].path) + ": " + faults.errors()[0].message), nullptr;
  }

  std::optional<RewardItem> Program(const ConvertedRow& row, ProblemPtr problem) {
    const std::string language =
        row.language.empty() ? std::string(kDefaultLanguage) : row.language;
    std::string reason;
    const auto runnable = rules_.languages.Runnable(language, &reason);
    if (!runnable) return Fault(where_ + ".language: " + reason);
    RewardItem item;
    Submission& submission = item.submission.emplace();
    submission.language = *runnable;
    submission.code =
        ExtractCode(response_, rules_.languages.table().FencesFor(language), ExtractProfile::kAssay)
            .code;
    submission.from_response = true;
    submission.problem = std::move(problem);
    submission.stop = rules_.stop;
    submission.limits = rules_.limits.OfRun(
        row.time_limit_s > 0 ? row.time_limit_s : kUsualSeconds,
        row.memory_mb > 0 ? row.memory_mb * kMiB : rules_.limits.default_memory_bytes);
    if (row.wall_time_s > 0) submission.limits.wall_time = rules_.limits.Time(row.wall_time_s);
    submission.compile_limits = rules_.limits.OfCompile(kCompileSeconds);
    return item;
  }

  const std::string_view response_;
  const std::string& where_;
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
