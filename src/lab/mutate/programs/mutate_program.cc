#include "lab/mutate/programs/mutate_program.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/dice/mix.h"
#include "lab/mutate/programs/operators.h"

namespace assay::mutate {
namespace {

struct Candidate {
  std::string_view operator_name;
  Edit edit;
};

FindEdits FinderOf(const Operator& each, Language language) {
  return language == Language::kPython ? each.python : each.cpp;
}

std::string Applied(std::string_view source, const Edit& edit) {
  std::string text(source.substr(0, edit.begin));
  text += edit.replacement;
  text += source.substr(edit.end);
  return text;
}

int LineOf(std::string_view source, size_t at) {
  return 1 + static_cast<int>(std::count(source.begin(), source.begin() + at, '\n'));
}

// A turn for each operator until there are enough. `by_operator` is used up.
std::vector<Candidate> Draw(std::vector<std::vector<Candidate>> by_operator, Dice dice,
                            size_t most) {
  std::vector<Candidate> drawn;
  for (bool any = true; any && drawn.size() < most;) {
    any = false;
    for (std::vector<Candidate>& left : by_operator) {
      if (left.empty() || drawn.size() >= most) continue;
      any = true;
      const size_t chosen = dice.Below(left.size());
      drawn.push_back(std::move(left[chosen]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
  }
  return drawn;
}

}  // namespace

std::vector<Mutant> MutateProgram(Language language, std::string_view source,
                                  const MutationOptions& options) {
  const ProgramText program(language, source);
  std::set<std::tuple<size_t, size_t, std::string>> seen;
  std::vector<std::vector<Candidate>> by_operator;
  size_t found = 0;
  for (const Operator& each : Operators()) {
    const FindEdits find = FinderOf(each, language);
    if (find == nullptr) continue;
    std::vector<Edit> edits;
    find(program, &edits);
    std::vector<Candidate>& mine = by_operator.emplace_back();
    for (Edit& edit : edits) {
      if (source.substr(edit.begin, edit.end - edit.begin) == edit.replacement) continue;
      if (!seen.emplace(edit.begin, edit.end, edit.replacement).second) continue;
      mine.push_back({each.name, std::move(edit)});
    }
    found += mine.size();
  }
  const size_t most = options.most == 0 ? found : options.most;
  std::vector<Candidate> drawn = Draw(std::move(by_operator), Dice(options.seed), most);
  std::sort(drawn.begin(), drawn.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.edit.begin, a.edit.end, a.edit.replacement) <
           std::tie(b.edit.begin, b.edit.end, b.edit.replacement);
  });
  std::vector<Mutant> mutants;
  mutants.reserve(drawn.size());
  for (Candidate& each : drawn) {
    const Edit& edit = each.edit;
    mutants.push_back({each.operator_name, LineOf(source, edit.begin),
                       std::string(source.substr(edit.begin, edit.end - edit.begin)),
                       edit.replacement, Applied(source, edit)});
  }
  return mutants;
}

std::optional<Language> MutableLanguage(std::string_view name) {
  for (const std::string_view python : {"python", "py", "python3"}) {
    if (name == python) return Language::kPython;
  }
  for (const std::string_view cpp : {"cpp", "c++", "cc", "c"}) {
    if (name == cpp) return Language::kCpp;
  }
  return std::nullopt;
}

std::vector<std::string_view> OperatorNames(Language language) {
  std::vector<std::string_view> names;
  for (const Operator& each : Operators()) {
    if (FinderOf(each, language) != nullptr) names.push_back(each.name);
  }
  return names;
}

}  // namespace assay::mutate
