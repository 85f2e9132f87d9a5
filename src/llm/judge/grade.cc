#include "llm/judge/grade.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "llm/chat_text.h"
#include "text/excerpt.h"

namespace assay {
namespace {

Grade Fault(GradeFault fault, std::string message) {
  return {.value = std::nullopt, .fault = fault, .message = std::move(message)};
}

// A number with nothing behind it but ends of sentences and of emphasis. "7/10" is none: it may be
// meant on another scale.
std::optional<double> NumberOf(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t*`");
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (text.find_first_not_of(" \t\r*`.") != std::string_view::npos) return std::nullopt;
  return number;
}

}  // namespace

Grade ParseGrade(std::string_view reply, std::string_view nonce, const GradeScale& scale) {
  const std::string tag = "GRADE[" + std::string(nonce) + "]:";
  std::string_view rest = AfterThoughts(reply);
  std::optional<double> grade;
  for (size_t at = rest.find(tag); at != std::string_view::npos; at = rest.find(tag)) {
    rest.remove_prefix(at + tag.size());
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const auto number = NumberOf(line);
    if (!number) {
      return Fault(GradeFault::kNoGrade, "the judge's grade is no number: '" + Excerpt(line) + "'");
    }
    if (grade && *grade != *number) {
      return Fault(GradeFault::kTwoGrades, "the judge gives two grades that differ");
    }
    grade = number;
  }
  if (!grade) {
    return Fault(GradeFault::kNoGrade,
                 "the judge's reply has no grade in the form it was asked for");
  }
  if (*grade < scale.lowest || *grade > scale.highest) {
    return Fault(GradeFault::kOutOfRange, "the judge's grade is beyond the scale");
  }
  return {.value = grade};
}

}  // namespace assay
