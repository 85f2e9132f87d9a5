// VerifyOptions: what counts as equal, and how much work a pair may cost. Plain values; read by
// whoever reads, compares or decides.
#pragma once

#include <cstdint>

namespace assay::math {

struct VerifyOptions {
  // How a decimal is compared with a value that is not the same decimal.
  enum class DecimalPolicy {
    kExact,        // 0.333 is 333/1000 and nothing else
    kGoldRounded,  // a decimal gold accepts what rounds to it at its last digit: gold 0.333, 1/3
    kSignificantDigits  // also the reverse: an answer with at least `min_significant_digits` digits
                        // that is the gold correctly rounded, as 0.3333 for gold 1/3. Symmetric.
  };
  DecimalPolicy decimals = DecimalPolicy::kSignificantDigits;
  // For kSignificantDigits: an exact gold accepts a rounded decimal from this many digits on.
  int min_significant_digits = 4;
  // Two decimals, or a decimal and an exact value, are also equal when they differ by at most this
  // much relative to the gold. 0 switches it off.
  double relative_tolerance = 0;

  // Units are read and dropped when only one side has them. When both sides carry known units and
  // check_units is set, scale counts: 5 h equals 300 min, and 5 cm does not equal 5 m.
  bool ignore_units = true;
  bool check_units = true;

  // 28 % always equals 0.28. With a percent sign on exactly one side, also accept the bare number:
  // gold 28 %, answer 28 (and the reverse).
  bool percent_bare_number = true;

  // (1,2) against {1,2}: a bare list "1, 2" has no order of its own, so it equals either.
  bool bare_list_is_set = true;
  // A column or row vector equals the tuple of its entries.
  bool vector_is_tuple = true;
  // A gold x = 5 accepts 5; and a gold 5 accepts x = 5.
  bool unwrap_assignment = true;
  // A gold such as x > 3 accepts (3, \infty) and the reverse.
  bool relation_is_interval = true;
  // Roots and powers read as real where a real value exists: \sqrt[3]{-8} = -2.
  bool real_roots = true;
  // Letters of text answers and units compare without case.
  bool ignore_text_case = true;

  // Steps of parsing, expansion and evaluation per pair. The default bounds a pair to about 10 ms.
  int64_t work_budget = 120'000;
  // Bytes; longer input is unparseable.
  int64_t max_input_bytes = 50'000;
};

}  // namespace assay::math
