// TestList: a list of tests as trainers send it: a list, its JSON text, or base64 of a packed
// pickle. A pickle is read as data; nothing of it is ever run.
//
// Immutable; refers to the request's document, and keeps what it unpacked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "text/json_reader.h"

namespace assay {

class TestList {
 public:
  // Nothing, and why, when there is no list. `where` names the field.
  static std::optional<TestList> Read(JsonValue tests, const std::string& where,
                                      std::string* fault);

  const std::vector<JsonValue>& items() const { return items_; }

 private:
  struct Unpacked {
    std::string text;
    std::optional<JsonDocument> document;
  };

  std::shared_ptr<const Unpacked> unpacked_;  // null: the list is the request's own
  std::vector<JsonValue> items_;
};

}  // namespace assay
