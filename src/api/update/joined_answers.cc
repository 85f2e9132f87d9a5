#include "api/update/joined_answers.h"

#include <array>

#include "net/http_text.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::array<std::string_view, 3> kAnswers = {"observations", "dones", "valids"};

bool IsList(std::string_view key) {
  return key == "kernels" || key == "sessions";
}

std::optional<JsonDocument> Object(std::string_view text) {
  JsonError error;
  auto document = JsonDocument::Parse(text, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return std::nullopt;
  return document;
}

void WriteItems(const JsonValue& list, JsonWriter* json) {
  if (list.Is(JsonType::kArray)) {
    for (const JsonValue& item : list.Items()) json->Raw(item.raw());
  } else if (list.Is(JsonType::kObject)) {
    CopyMembers(list, json);
  }
}

// The arrays of an answer; nothing: it isn't one for so many items.
std::optional<std::array<std::vector<JsonValue>, kAnswers.size()>> Arrays(
    const std::optional<JsonDocument>& answer, size_t size) {
  if (!answer) return std::nullopt;
  std::array<std::vector<JsonValue>, kAnswers.size()> arrays;
  for (size_t i = 0; i < kAnswers.size(); ++i) {
    const JsonValue array = answer->root().Find(kAnswers[i]);
    if (!array.Is(JsonType::kArray)) return std::nullopt;
    arrays[i] = array.Items();
    if (arrays[i].size() != size) return std::nullopt;
  }
  return arrays;
}

}  // namespace

std::string JoinedLists(std::string_view first, std::string_view second) {
  const auto own = Object(first);
  const auto others = Object(second);
  if (!own || !others) return std::string(first);
  JsonWriter json;
  json.BeginObject();
  for (const auto& [key, value] : own->root().Members()) {
    json.Key(key);
    if (!IsList(key)) {
      json.Raw(value.raw());
      continue;
    }
    const bool array = value.Is(JsonType::kArray);
    array ? json.BeginArray() : json.BeginObject();
    WriteItems(value, &json);
    WriteItems(others->root().Find(key), &json);
    array ? json.EndArray() : json.EndObject();
  }
  return json.EndObject().Take();
}

std::optional<std::vector<std::string>> TrajectoriesOf(std::string_view body) {
  const auto document = Object(body);
  const JsonValue list = document ? document->root().Find("trajectory_ids") : JsonValue();
  if (!list.Is(JsonType::kArray)) return std::nullopt;
  std::vector<std::string> names;
  for (const JsonValue& name : list.Items()) {
    if (!name.Is(JsonType::kString)) return std::nullopt;
    names.push_back(name.String());
  }
  return names;
}

std::string PartOfBatch(std::string_view body, const std::vector<size_t>& items) {
  const auto document = Object(body);
  const size_t size = document->root().Find("trajectory_ids").Count();
  JsonWriter json(body.size());
  json.BeginObject();
  for (const auto& [key, value] : document->root().Members()) {
    json.Key(key);
    const auto all = value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
    if (all.size() != size) {
      json.Raw(value.raw());
      continue;
    }
    json.BeginArray();
    for (const size_t item : items) json.Raw(all[item].raw());
    json.EndArray();
  }
  return json.EndObject().Take();
}

HttpResponse JoinedBatch(size_t size, const std::vector<size_t>& own, HttpResponse own_answer,
                         const std::vector<size_t>& others, HttpResponse others_answer) {
  if (own_answer.status != 200) return own_answer;
  if (others_answer.status != 200) return others_answer;
  const auto own_document = Object(own_answer.body);
  const auto others_document = Object(others_answer.body);
  const auto first = Arrays(own_document, own.size());
  const auto second = Arrays(others_document, others.size());
  if (!first || !second) {
    HttpResponse response;
    response.status = 500;
    response.body = ErrorText(500, "the parts of the answer don't fit together");
    return response;
  }
  JsonWriter json;
  json.BeginObject();
  for (size_t i = 0; i < kAnswers.size(); ++i) {
    std::vector<JsonValue> whole(size);
    for (size_t k = 0; k < own.size(); ++k) whole[own[k]] = (*first)[i][k];
    for (size_t k = 0; k < others.size(); ++k) whole[others[k]] = (*second)[i][k];
    json.Key(kAnswers[i]).BeginArray();
    for (const JsonValue& value : whole) json.Raw(value.raw());
    json.EndArray();
  }
  own_answer.body = json.EndObject().Take();
  return own_answer;
}

}  // namespace assay
