#include "grading/compare/peer_compare.h"

#include <algorithm>
#include <cmath>

#include "grading/compare/number.h"
#include "grading/compare/python_text.h"

namespace assay {
namespace {

std::string_view FirstLine(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

bool EqualLines(std::string_view expected, std::string_view actual) {
  expected = PythonStrip(expected);
  actual = PythonStrip(actual);
  if (EqualIgnoringAsciiCase(expected, actual)) return true;
  const auto wanted = ParsePythonFloat(expected);
  const auto got = ParsePythonFloat(actual);
  if (!wanted || !got) return false;
  // With infinities and NaN the quotient is NaN or infinite and the answer false, as in the peers.
  return std::fabs(*got - *wanted) / std::max(std::fabs(*wanted), 1e-10) < 1e-5;
}

}  // namespace

Divergence CompareLikePeers(std::string_view expected, std::string_view actual,
                            bool require_line_count) {
  const std::string_view expected_text = PythonStrip(expected);
  const std::string_view actual_text = PythonStrip(actual);
  const auto at = [&](size_t e, size_t a) {
    return Divergence{true, e + static_cast<size_t>(expected_text.data() - expected.data()),
                      a + static_cast<size_t>(actual_text.data() - actual.data())};
  };
  if (expected_text == actual_text) return {};
  size_t e = 0, a = 0;
  while (true) {
    const std::string_view expected_line = FirstLine(expected_text.substr(e));
    const std::string_view actual_line = FirstLine(actual_text.substr(a));
    if (!EqualLines(expected_line, actual_line)) return at(e, a);
    e += expected_line.size();
    a += actual_line.size();
    const bool expected_over = e == expected_text.size();
    const bool actual_over = a == actual_text.size();
    if (expected_over && actual_over) return {};
    if (expected_over || actual_over) return require_line_count ? at(e, a) : Divergence{};
    ++e, ++a;
  }
}

}  // namespace assay
