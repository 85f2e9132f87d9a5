#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "grading/compare/number.h"
#include "grading/value/value.h"
#include "text/excerpt.h"

namespace assay {
namespace {

using Kind = Value::Kind;

// The exact integer a finite, integral double stands for, in digits; else nullopt.
std::optional<std::string> IntegralDigits(double number) {
  if (!std::isfinite(number) || number != std::floor(number)) return std::nullopt;
  if (number == 0) return "0";  // also -0.0
  return fmt::format("{:.0f}", number);
}

// A Decimal counts as the number it is written as; other values are themselves.
Value WithoutDecimal(const Value& value) {
  if (value.kind != Kind::kDecimal) return value;
  const NumberForm form = FormOf(value.text);
  if (form == NumberForm::kInteger && value.text[0] != '+') {
    if (auto integer = ParseValue(value.text, nullptr)) return *std::move(integer);
  }
  Value result;
  if (form == NumberForm::kNone && !IsNonFiniteWord(value.text)) return value;
  result.kind = Kind::kFloat;
  result.number = *ParsePythonFloat(value.text);
  result.text = value.text;
  return result;
}

bool IsJsonKey(const Value& key) {
  return key.kind == Kind::kNull || key.kind == Kind::kBool || key.kind == Kind::kInteger ||
         key.kind == Kind::kFloat || key.kind == Kind::kString;
}

bool HoldsOpaque(const Value& value) {
  return value.kind == Kind::kOpaque ||
         std::any_of(value.items.begin(), value.items.end(), HoldsOpaque);
}

// How a difference names a dict key.
std::string KeyName(const Value& key) {
  if (!IsJsonKey(key)) return Describe(key);
  return '"' + Excerpt(key.kind == Kind::kNull ? "null" : key.text) + '"';
}

class Comparer {
 public:
  explicit Comparer(const Comparison& comparison) : comparison_(comparison) {}

  // On a difference returns false, having set the description and, from the inside out, the path.
  bool Equal(const Value& expected, const Value& actual) {
    if (expected.kind == Kind::kDecimal || actual.kind == Kind::kDecimal) {
      return EqualDecimals(expected, actual);
    }
    if (IsNumber(expected) && IsNumber(actual)) {
      return EqualNumbers(expected, actual) || Differ(expected, actual);
    }
    if (expected.kind != actual.kind) return Differ(expected, actual);
    switch (expected.kind) {
      case Kind::kNull: return true;
      case Kind::kBool:
      case Kind::kString:
      case Kind::kBytes: return expected.text == actual.text || Differ(expected, actual);
      case Kind::kComplex:
        return (EqualNumbers(expected.items[0], actual.items[0]) &&
                EqualNumbers(expected.items[1], actual.items[1])) ||
               Differ(expected, actual);
      case Kind::kList: return EqualLists(expected, actual);
      case Kind::kSet: return EqualSets(expected, actual) || Differ(expected, actual);
      case Kind::kDict: return EqualDicts(expected, actual);
      default: return Differ(expected, actual);  // opaque values equal nothing
    }
  }

  std::string Report() const {
    std::string path = "value";
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) path += *step;
    return path + ": " + difference_;
  }

 private:
  // Python's own equality, which the peers use, knows no tolerance.
  bool exact() const {
    return comparison_.profile == Profile::kScaleBox ||
           comparison_.profile == Profile::kSandboxFusion ||
           comparison_.profile == Profile::kLiveCodeBench ||
           comparison_.profile == Profile::kVerlPrime;
  }

  // True is 1 and False is 0, as in Python: the graders of every public set compare with its `==`,
  // and right samples return `False` where the expectation says 0.
  static bool IsNumber(const Value& value) {
    return value.kind == Kind::kInteger || value.kind == Kind::kFloat || value.kind == Kind::kBool;
  }

  bool EqualNumbers(const Value& expected, const Value& actual) const {
    const std::string* wanted = IntegerText(expected);
    const std::string* got = IntegerText(actual);
    if (wanted != nullptr && got != nullptr) return *wanted == *got;
    if (wanted != nullptr) return IntegralDigits(actual.number) == *wanted;
    if (exact()) {
      if (got != nullptr) return IntegralDigits(expected.number) == *got;
      return expected.number == actual.number;
    }
    const double a = expected.number;
    const double b = got != nullptr ? DecimalValue(*got) : actual.number;
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b)) return a == b && got == nullptr;
    const double distance = std::fabs(a - b);
    return distance <= comparison_.absolute_tolerance ||
           distance <= comparison_.relative_tolerance * std::fabs(a);
  }

  // The digits of an integer or a bool; null for floats.
  static const std::string* IntegerText(const Value& value) {
    static const std::string kZero = "0", kOne = "1";
    if (value.kind == Kind::kBool) return value.text == "true" ? &kOne : &kZero;
    return value.kind == Kind::kInteger ? &value.text : nullptr;
  }

  bool EqualDecimals(const Value& expected, const Value& actual) {
    const Value a = WithoutDecimal(expected);
    const Value b = WithoutDecimal(actual);
    return (IsNumber(a) && IsNumber(b) && EqualNumbers(a, b)) || Differ(expected, actual);
  }

  bool EqualLists(const Value& expected, const Value& actual) {
    const size_t common = std::min(expected.items.size(), actual.items.size());
    for (size_t i = 0; i < common; ++i) {
      if (!Equal(expected.items[i], actual.items[i])) return Step(fmt::format("[{}]", i));
    }
    if (expected.items.size() == actual.items.size()) return true;
    difference_ =
        fmt::format("expected {} items, got {}", expected.items.size(), actual.items.size());
    return false;
  }

  // Members must agree exactly: tolerance has no meaning where order has none.
  bool EqualSets(const Value& expected, const Value& actual) {
    return Members(expected) == Members(actual);
  }
  using Identity = uint32_t;
  // Of a set's members, in order and each once.
  std::vector<Identity> Members(const Value& set) {
    std::vector<Identity> members;
    members.reserve(set.items.size());
    for (const Value& item : set.items) members.push_back(IdentityOf(item));
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
  }
  // A number that two values share exactly when they are the same set member. A container is known
  // by the numbers of its items, so that no text is looked at once for each set around it.
  Identity IdentityOf(const Value& value) {
    std::string form;
    if (IsNumber(value)) {
      const std::string* digits = IntegerText(value);
      const auto integral = digits ? *digits : IntegralDigits(value.number);
      form = integral ? "i" + *integral : fmt::format("f{}", value.number);
    } else {
      form = fmt::format("{}:{}:{}", static_cast<int>(value.kind), value.text.size(), value.text);
      std::vector<Identity> items;
      if (value.kind == Kind::kSet) {
        items = Members(value);
      } else {
        for (const Value& item : value.items) items.push_back(IdentityOf(item));
      }
      for (const Identity item : items) form += fmt::format(",{}", item);
    }
    return identities_.try_emplace(std::move(form), static_cast<Identity>(identities_.size()))
        .first->second;
  }

  // By this text keys of both sides meet: as Python's json.dumps writes them, since JSON can only
  // keep strings; other keys (tuples, bytes), which {"$dict": …} states, as members of sets do.
  // nullopt: not plain data, so equal to nothing.
  std::optional<std::string> KeyText(const Value& key) {
    if (key.kind == Kind::kNull) return "null";
    if (IsJsonKey(key)) return key.text;
    if (HoldsOpaque(key)) return std::nullopt;
    // In no string is that byte, so no string key is taken for such a one.
    return fmt::format("\xff{}", IdentityOf(key));
  }

  using Entries = std::unordered_map<std::string, size_t>;  // to the index of the last such key
  // False: the dict has a key that is not plain data, or distinct keys that JSON would merge.
  bool Index(const Value& dict, Entries* entries) {
    entries->reserve(dict.items.size() / 2);
    for (size_t i = 0; i + 1 < dict.items.size(); i += 2) {
      auto text = KeyText(dict.items[i]);
      if (!text) return false;
      const auto [entry, is_new] = entries->try_emplace(*std::move(text), i);
      if (!is_new && dict.items[entry->second].kind != dict.items[i].kind) return false;
      entry->second = i;
    }
    return true;
  }

  bool EqualDicts(const Value& expected, const Value& actual) {
    Entries wanted, got;
    if (!Index(expected, &wanted) || !Index(actual, &got)) return Differ(expected, actual);
    for (size_t i = 0; i + 1 < expected.items.size(); i += 2) {
      const std::string key = *KeyText(expected.items[i]);
      const auto entry = got.find(key);
      if (entry == got.end()) {
        difference_ =
            fmt::format("expected the key {}, which is missing", KeyName(expected.items[i]));
        return false;
      }
      if (!Equal(expected.items[wanted.at(key) + 1], actual.items[entry->second + 1])) {
        return Step(fmt::format("[{}]", KeyName(expected.items[i])));
      }
    }
    if (wanted.size() == got.size()) return true;
    difference_ = fmt::format("expected {} keys, got {}", wanted.size(), got.size());
    return false;
  }

  bool Differ(const Value& expected, const Value& actual) {
    difference_ = fmt::format("expected {}, got {}", Describe(expected), Describe(actual));
    return false;
  }
  bool Step(std::string step) {
    steps_.push_back(std::move(step));
    return false;
  }

  const Comparison& comparison_;
  std::unordered_map<std::string, Identity> identities_;
  std::string difference_;
  std::vector<std::string> steps_;
};

}  // namespace

std::string Describe(const Value& value) {
  const auto counted = [&](std::string_view what, size_t count) {
    return fmt::format("{} of {}", what, count);
  };
  switch (value.kind) {
    case Kind::kNull: return "null";
    case Kind::kBool:
    case Kind::kInteger:
    case Kind::kFloat: return Excerpt(value.text);
    case Kind::kString: return "\"" + Excerpt(value.text) + "\"";
    case Kind::kList: return counted("a list", value.items.size());
    case Kind::kSet: return counted("a set", value.items.size());
    case Kind::kDict: return counted("a dict", value.items.size() / 2);
    case Kind::kBytes: return counted("bytes", value.text.size());
    case Kind::kComplex: return "a complex number";
    case Kind::kDecimal: return "Decimal " + Excerpt(value.text);
    case Kind::kOpaque: return "an object of type " + Excerpt(value.text);
  }
  return "";
}

std::optional<std::string> FindDifference(const Comparison& comparison, const Value& expected,
                                          const Value& actual) {
  Comparer comparer(comparison);
  if (comparer.Equal(expected, actual)) return std::nullopt;
  // Data sets that verl reads wrap an expectation in a list, or don't; its harness takes both.
  if (comparison.profile == Profile::kVerlPrime && expected.kind == Kind::kList &&
      !expected.items.empty() && Comparer(comparison).Equal(expected.items[0], actual)) {
    return std::nullopt;
  }
  return comparer.Report();
}

}  // namespace assay
