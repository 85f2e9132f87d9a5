// The two forms of an audit: JSON for programs, a table for people.
#include <array>
#include <cstdio>

#include "base/text.h"
#include "math/profiles/audit.h"

namespace assay::math {
namespace {

constexpr std::array<Outcome, 4> kAllOutcomes = {Outcome::kCorrect, Outcome::kIncorrect,
                                                 Outcome::kUnparseable, Outcome::kUndecided};

// A JSON string. Answers are model text and may be cut inside a character: ill-formed bytes become
// U+FFFD so that the document stays valid.
std::string Quote(std::string_view raw) {
  const std::string text = ReplaceInvalidUtf8(raw);
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      case '\n': quoted += "\\n"; break;
      case '\r': quoted += "\\r"; break;
      case '\t': quoted += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char escape[8];
          std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned char>(c));
          quoted += escape;
        } else {
          quoted += c;
        }
    }
  }
  return quoted + "\"";
}

std::string Fixed(double value, int digits) {
  // printf would use the locale's decimal point.
  int64_t scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const int64_t scaled = static_cast<int64_t>(value * static_cast<double>(scale) + 0.5);
  std::string fraction = std::to_string(scaled % scale);
  fraction.insert(0, static_cast<size_t>(digits) - fraction.size(), '0');
  return std::to_string(scaled / scale) + "." + fraction;
}

std::string CountsJson(const AuditCounts& counts) {
  std::string json = "{";
  const auto add = [&](std::string_view name, int64_t value) {
    json.append("\"").append(name).append("\":").append(std::to_string(value)).append(",");
  };
  add("total", counts.total);
  add("agree", counts.agree);
  add("false_positive", counts.false_positive);
  add("false_negative", counts.false_negative);
  add("undecided", counts.undecided);
  add("undecided_expected", counts.undecided_expected);
  add("unparseable", counts.unparseable);
  add("unparseable_expected", counts.unparseable_expected);
  return json + "\"agreement\":" + Fixed(counts.Agreement(), 6) + "}";
}

std::string GroupJson(const std::map<std::string, AuditCounts>& group) {
  std::string json = "{";
  for (const auto& [name, counts] : group) {
    if (json.size() > 1) json += ",";
    json += Quote(name) + ":" + CountsJson(counts);
  }
  return json + "}";
}

std::string ResultJson(const ResponseResult& result) {
  return "{\"verdict\":" + Quote(OutcomeName(result.outcome)) +
         ",\"reason\":" + Quote(ToString(result.reason)) + ",\"rule\":" + Quote(result.rule) +
         ",\"extraction\":" + Quote(ExtractRuleName(result.extract_rule)) +
         ",\"gold\":" + Quote(result.gold_answer) + ",\"answer\":" + Quote(result.answer) +
         ",\"gold_normal\":" + Quote(result.gold_normal) +
         ",\"answer_normal\":" + Quote(result.answer_normal) + "}";
}

// For a cell of a table: one line, bounded.
std::string Cell(std::string_view text, size_t width) {
  std::string cell = ReplaceInvalidUtf8(text);
  for (char& c : cell) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  if (cell.size() > width) {
    cell.resize(width - 3);
    while (!cell.empty() && !IsValidUtf8(cell)) cell.pop_back();
    cell += "...";
  }
  return cell;
}

void Pad(std::string* line, size_t column) {
  if (line->size() < column) line->append(column - line->size(), ' ');
  *line += ' ';
}

constexpr size_t kNameWidth = 40;
constexpr size_t kNumberWidth = 9;

std::string Header(std::string_view name) {
  std::string line(name);
  size_t column = kNameWidth;
  for (const char* title :
       {"total", "agree", "agree %", "false+", "false-", "undecided", "unparsed"}) {
    Pad(&line, column);
    line += title;
    column += kNumberWidth + 1;
  }
  return line + "\n";
}

std::string Row(std::string_view name, const AuditCounts& counts) {
  std::string line = Cell(name, kNameWidth - 1);
  size_t column = kNameWidth;
  const auto add = [&](const std::string& value) {
    Pad(&line, column);
    line += value;
    column += kNumberWidth + 1;
  };
  add(std::to_string(counts.total));
  add(std::to_string(counts.agree));
  add(Fixed(100 * counts.Agreement(), 2));
  add(std::to_string(counts.false_positive));
  add(std::to_string(counts.false_negative));
  add(std::to_string(counts.undecided));
  add(std::to_string(counts.unparseable));
  return line + "\n";
}

std::string Group(std::string_view name, const std::map<std::string, AuditCounts>& group) {
  std::string table = "\n" + Header(name);
  for (const auto& [key, counts] : group) table += Row(key.empty() ? "(none)" : key, counts);
  return table;
}

constexpr size_t kAnswerWidth = 48;

std::string Judged(const ResponseResult& result) {
  return std::string(OutcomeName(result.outcome)) + " (" + std::string(ToString(result.reason)) +
         ", " + std::string(ExtractRuleName(result.extract_rule)) + ")";
}

}  // namespace

std::string AuditReport::ToJson() const {
  std::string json =
      "{\"profile\":" + Quote(profile_) + ",\"rules_version\":" + Quote(kMathRulesVersion) +
      ",\"total\":" + CountsJson(total_) + ",\"by_category\":" + GroupJson(by_category_) +
      ",\"by_reason\":" + GroupJson(by_reason_) +
      ",\"by_extraction\":" + GroupJson(by_extraction_) + ",\"disagreements\":[";
  for (size_t i = 0; i < disagreements_.size(); ++i) {
    const AuditDisagreement& item = disagreements_[i];
    if (i > 0) json += ",";
    json += "{\"id\":" + Quote(item.id) + ",\"category\":" + Quote(item.category) +
            ",\"expected\":" + (item.expected ? "true" : "false") +
            ",\"result\":" + ResultJson(item.result) + "}";
  }
  return json + "]}";
}

std::string AuditReport::ToTable() const {
  std::string table = Header("profile " + profile_) + Row("all", total_);
  table += Group("category", by_category_);
  table += Group("reason", by_reason_);
  table += Group("extraction", by_extraction_);
  for (const AuditDisagreement& item : disagreements_) {
    table += "\n" + Cell(item.id, kAnswerWidth) + " [" + item.category + "] expected " +
             (item.expected ? "correct" : "not correct") + ", judged " + Judged(item.result) +
             "\n  gold   " + Cell(item.result.gold_answer, kAnswerWidth) + "\n  answer " +
             Cell(item.result.answer, kAnswerWidth) + "\n";
  }
  return table;
}

std::string AuditComparison::ToJson() const {
  std::string json = "{\"first\":" + Quote(first_) + ",\"second\":" + Quote(second_) +
                     ",\"total\":" + std::to_string(total_) +
                     ",\"different\":" + std::to_string(differences_.size()) + ",\"matrix\":{";
  for (const Outcome a : kAllOutcomes) {
    if (a != kAllOutcomes.front()) json += ",";
    json += Quote(OutcomeName(a)) + ":{";
    for (const Outcome b : kAllOutcomes) {
      if (b != kAllOutcomes.front()) json += ",";
      json += Quote(OutcomeName(b)) + ":" + std::to_string(Count(a, b));
    }
    json += "}";
  }
  json += "},\"differences\":[";
  for (size_t i = 0; i < differences_.size(); ++i) {
    const Difference& item = differences_[i];
    if (i > 0) json += ",";
    json += "{\"id\":" + Quote(item.id) + ",\"category\":" + Quote(item.category) +
            ",\"expected\":" + (item.expected ? "true" : "false") +
            ",\"first\":" + ResultJson(item.first) + ",\"second\":" + ResultJson(item.second) + "}";
  }
  return json + "]}";
}

std::string AuditComparison::ToTable() const {
  std::string table = "first: " + first_ + ", second: " + second_ +
                      ", items: " + std::to_string(total_) +
                      ", different: " + std::to_string(differences_.size()) + "\n";
  std::string header = "first \\ second";
  constexpr size_t kOutcomeWidth = 14;
  size_t column = kOutcomeWidth;
  for (const Outcome b : kAllOutcomes) {
    Pad(&header, column);
    header += OutcomeName(b);
    column += kOutcomeWidth;
  }
  table += header + "\n";
  for (const Outcome a : kAllOutcomes) {
    std::string line(OutcomeName(a));
    column = kOutcomeWidth;
    for (const Outcome b : kAllOutcomes) {
      Pad(&line, column);
      line += std::to_string(Count(a, b));
      column += kOutcomeWidth;
    }
    table += line + "\n";
  }
  for (const Difference& item : differences_) {
    table += "\n" + Cell(item.id, kAnswerWidth) + " [" + item.category + "] expected " +
             (item.expected ? "correct" : "not correct") + "\n  gold   " +
             Cell(item.first.gold_answer, kAnswerWidth) + "\n  first  " + Judged(item.first) +
             "  " + Cell(item.first.answer, kAnswerWidth) + "\n  second " + Judged(item.second) +
             "  " + Cell(item.second.answer, kAnswerWidth) + "\n";
  }
  return table;
}

}  // namespace assay::math
