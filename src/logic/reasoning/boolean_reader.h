// The logical expressions of boolean_expressions, which prompts and facts both have as text.
//
//   expression = "true" | "false" | "not" expression | comparison
//              | "(" expression [ operator expression ] ")"
//   operator   = "and" | "or" | "xor" | "implies"
//   comparison = sum ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum | sum "is" ( "even" | "odd" )
//   sum        = term [ ( "+" | "-" | "*" ) term ]
//   term       = a name | a whole number of at most nine digits, a "-" before it or not
//
// At most 40 expressions within each other. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::logic::reasoning {

struct NamedValues {
  std::vector<std::string> names;
  std::vector<int> values;
};

bool IsBooleanWord(std::string_view word);
// Whether it is true; nothing: it is no expression, or has another name.
std::optional<bool> Evaluate(std::string_view expression, const NamedValues& given);

}  // namespace assay::logic::reasoning
