#include "apps/ask/notes.h"

#include "text/json_member.h"

namespace assay {

std::vector<std::string> NotesOf(std::string_view result_json) {
  std::vector<std::string> notes;
  JsonError ignored;
  const auto document = JsonDocument::Parse(result_json, &ignored);
  if (!document) return notes;
  const JsonValue warnings = document->root().Find("warnings");
  if (warnings.Is(JsonType::kArray)) {
    for (const JsonValue& warning : warnings.Items()) {
      if (warning.Is(JsonType::kString)) notes.push_back("warning: " + warning.String());
    }
  }
  const JsonValue extracted = document->root().Find("extracted");
  if (const std::string rule = TextAt(extracted, "rule"); !rule.empty()) {
    notes.push_back("the program was found by the rule " + rule + " of the profile " +
                    TextAt(extracted, "profile"));
  }
  return notes;
}

}  // namespace assay
