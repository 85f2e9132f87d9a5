#include "lab/grow/subject/added_tests.h"

#include "base/check.h"
#include "text/json_reader.h"

namespace assay::grow {

std::string WithTests(std::string_view problem, const std::vector<NewTest>& tests,
                      const std::function<void(const NewTest&, JsonWriter*)>& write) {
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  ASSAY_CHECK(document.has_value());
  JsonWriter json(problem.size() + 4096);
  json.BeginObject();
  for (const JsonValue::Member& member : document->root().Members()) {
    json.Key(member.key);
    if (member.key != "tests" || !member.value.Is(JsonType::kArray)) {
      json.Raw(member.value.raw());
      continue;
    }
    json.BeginArray();
    for (const JsonValue test : member.value.Items()) json.Raw(test.raw());
    int number = 0;
    for (const NewTest& test : tests) {
      json.BeginObject().Key("id").String("grown " + std::to_string(++number));
      write(test, &json);
      json.EndObject();
    }
    json.EndArray();
  }
  return json.EndObject().Take();
}

}  // namespace assay::grow
