#include "lab/grow/steps/likeness.h"

#include <cmath>

#include "text/utf8.h"

namespace assay::grow {
namespace {

using Kind = DataValue::Kind;

constexpr double kSmallNumber = 12;  // months, hours, and what people try first
constexpr size_t kSmallLength = 3;

enum class Detail {
  kSign,   // of numbers: negative, none, positive
  kCount,  // one is told from many, too
  kExact,  // small ones by themselves, larger ones by their powers of two
};

std::string WordOf(double number, Detail detail) {
  const char* sign = number < 0 ? "-" : "";
  if (number == 0) return "0";
  if (detail == Detail::kSign) return number < 0 ? "-" : "+";
  const double size = std::fabs(number);
  if (detail == Detail::kCount) return sign + std::string(size == 1 ? "1" : "many");
  if (size > kSmallNumber) return sign + ("2^" + std::to_string(std::ilogb(size)));
  return sign + std::to_string(static_cast<int>(size)) + (size == std::floor(size) ? "" : "+");
}

std::string WordOf(size_t length) {
  return length <= kSmallLength ? std::to_string(length)
                                : "2^" + std::to_string(std::ilogb(static_cast<double>(length)));
}

std::string WordOf(const DataValue& value, Detail detail) {
  switch (value.kind) {
    case Kind::kNone: return "none";
    case Kind::kBool: return value.truth ? "true" : "false";
    case Kind::kFloat: return WordOf(value.number, detail);
    case Kind::kInteger: {
      const auto integer = value.Integer();
      return integer ? WordOf(static_cast<double>(*integer), detail) : "huge";
    }
    case Kind::kText: return "text" + WordOf(CountUtf8Characters(value.text));
    default: return "items" + WordOf(value.items.size());
  }
}

}  // namespace

std::string LikenessOf(const Arguments& input, const DataValue& answer) {
  std::string word;
  for (const DataValue& each : input) {
    word += WordOf(each, input.size() == 1 ? Detail::kExact : Detail::kCount) + " ";
  }
  return word + "gives " + WordOf(answer, Detail::kSign);
}

}  // namespace assay::grow
