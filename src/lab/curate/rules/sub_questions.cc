#include "lab/curate/rules/sub_questions.h"

#include <algorithm>
#include <array>
#include <vector>

#include "lab/curate/rules/pattern.h"

namespace assay::curate {
namespace {

// A mark begins a line or follows the end of a sentence. Two in order make parts.
struct Marks {
  Pattern first;
  Pattern second;
  explicit Marks(std::string_view one, std::string_view two) : first(Of(one)), second(Of(two)) {}

 private:
  static std::string Of(std::string_view mark) {
    return R"((?:^|\n|[.?!:;,]\s)\s*[*_#\s]*)" + std::string(mark) + R"([*_]*[\s:.])";
  }
};

const std::array<Marks, 6>& AllMarks() {
  static const std::array<Marks, 6> marks = {
      Marks(R"(\(?a\))", R"(\(?b\))"),
      Marks(R"(\(?i\))", R"(\(?ii\))"),
      Marks(R"(\(?1\))", R"(\(?2\))"),
      Marks(R"(1\.)", R"(2\.)"),
      Marks(R"(part \(?[1a]\)?)", R"(part \(?[2b]\)?)"),
      Marks(R"(question 1)", R"(question 2)"),
  };
  return marks;
}

// At the beginning of the part, or of a sentence in it.
bool Asks(std::string_view part) {
  static const Pattern kAsking(
      R"(\?|(?:^|[.;!:,]\s|\n|\band )\W*(?:find|determine|compute|calculate|evaluate|prove|show|)"
      R"(solve|express|write|give|state|sketch|simplify|explain|how many|how much)\b)");
  return kAsking.In(part);
}

}  // namespace

Objection SeveralQuestions(std::string_view statement) {
  for (const Marks& marks : AllMarks()) {
    const auto first = marks.first.Find(statement);
    if (!first) continue;
    const auto after_first = static_cast<size_t>(first->data() + first->size() - statement.data());
    // The mark's end may be the line end that the next one begins with.
    const std::string_view rest = statement.substr(after_first - 1);
    const auto second = marks.second.Find(rest);
    if (!second) continue;
    // The end of the first part's last sentence belongs to the second mark.
    const auto after_second = static_cast<size_t>(second->data() + second->size() - rest.data());
    const std::string_view part = rest.substr(0, after_second);
    const std::string_view next = rest.substr(after_second - 1);
    if (Asks(part) && Asks(next)) return Finding{"parts", *marks.second.FindInContext(statement)};
  }
  if (std::count(statement.begin(), statement.end(), '?') >= 2) {
    static const Pattern kSecond(R"(\?[^?]*\?)");
    static const Pattern kRestated(
        R"(\b(?:can|may) be (?:written|expressed)\b|\b(?:in|of) the form\b)");
    if (!kRestated.In(*kSecond.Find(statement))) {
      return Finding{"several question marks", *kSecond.FindInContext(statement)};
    }
  }
  return std::nullopt;
}

}  // namespace assay::curate
