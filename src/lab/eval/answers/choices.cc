#include "lab/eval/answers/choices.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "base/text.h"
#include "data/convert/shapes.h"

namespace assay::eval {
namespace {

// "B", "b)", "(B)": its index; -1: no letter.
int LetterIndex(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) letters.push_back(c);
  }
  if (letters.size() != 1 || std::isalpha(static_cast<unsigned char>(letters[0])) == 0) return -1;
  return std::toupper(static_cast<unsigned char>(letters[0])) - 'A';
}

// "A)$61" or "(A) $61" in a list of options that bring their letters.
std::string WithoutLetter(const std::string& option, size_t index) {
  const char letter = static_cast<char>('A' + index);
  const size_t at = option.find_first_not_of(" (");
  if (at == std::string::npos || option[at] != letter || at + 1 >= option.size()) return option;
  const char after = option[at + 1];
  if (after != ')' && after != '.' && after != ':') return option;
  return std::string(TrimAsciiSpace(std::string_view(option).substr(at + 2)));
}

std::string Show(const std::vector<std::string>& options) {
  std::string shown;
  for (size_t i = 0; i < options.size(); ++i) {
    if (i > 0) shown += "\n";
    shown += static_cast<char>('A' + i);
    shown += ") " + WithoutLetter(options[i], i);
  }
  return shown;
}

}  // namespace

Result<Choices> ReadChoices(const Row& row, const std::string& question) {
  Choices choices;
  const std::string right = row.Text({"Correct Answer", "correct_answer"});
  if (!right.empty()) {
    std::vector<std::string> options = {right};
    for (const std::string_view name :
         {"Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"}) {
      const std::string wrong = row.Text({name});
      if (!wrong.empty()) options.push_back(wrong);
    }
    if (options.size() < 2) return row.Fault("has a correct answer and no incorrect one");
    for (std::string& option : options) option = std::string(TrimAsciiSpace(option));
    const std::string first = options[0];
    std::sort(options.begin(), options.end(), [&](const std::string& a, const std::string& b) {
      return Sha256Hex(question + '\n' + a) < Sha256Hex(question + '\n' + b);
    });
    const auto at = std::find(options.begin(), options.end(), first);
    choices.right = static_cast<char>('A' + (at - options.begin()));
    choices.shown = Show(options);
    return choices;
  }
  const std::vector<std::string> options = row.List({"choices", "options"});
  if (options.size() < 2 || options.size() > 26) {
    return row.Fault(
        "has no list of 2 to 26 options in 'choices' or 'options'; name it with "
        "--column choices=NAME");
  }
  const JsonValue answer = row.Find({"answer", "correct", "label", "Answer"});
  if (!answer) return row.Fault("has no 'answer'; name it with --column answer=NAME");
  const std::string text = ValueText(answer);
  // A number is an index from 0, as the data sets have it.
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
  const int index = digits && text.size() < 3 ? std::atoi(text.c_str()) : LetterIndex(text);
  if (index < 0 || index >= static_cast<int>(options.size())) {
    return row.Fault("has '" + text + "' for an answer, which is none of its " +
                     std::to_string(options.size()) + " options");
  }
  choices.right = static_cast<char>('A' + index);
  choices.shown = Show(options);
  return choices;
}

}  // namespace assay::eval
