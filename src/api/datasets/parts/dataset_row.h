// DatasetRow: a row of a data set, read field by field. Rows come from requests and from files that
// others wrote; a field is a value, or the JSON text of one (SandboxFusion keeps rows in columns of
// text). The first fault is kept with the field's path, and readers go on with nothing in its
// place, so that a class reads a row without looking for faults between fields.
//
// Not thread-safe. Refers to the row's document.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/json_reader.h"

namespace assay {

class DatasetRow {
 public:
  // `where`: what faults call the row.
  DatasetRow(JsonValue row, std::string where);
  DatasetRow(const DatasetRow&) = delete;
  DatasetRow& operator=(const DatasetRow&) = delete;

  // Whether the field is there and not null.
  bool Has(std::string_view name) const;
  std::string Text(std::string_view name);
  std::string TextOr(std::string_view name, std::string_view fallback);
  // The value itself, or the one that its text describes. Nothing when there is none.
  JsonValue Json(std::string_view name);
  std::vector<std::string> Texts(std::string_view name);
  // An object of the row to read on in; without one every field of it is missing. Stays valid.
  DatasetRow& Part(std::string_view name);
  // A field's value as JSON, "null" when it isn't there.
  std::string Raw(std::string_view name) const;

  void Fault(std::string message);
  const std::optional<std::string>& fault() const { return *fault_; }
  JsonValue value() const { return row_; }

 private:
  struct Decoded {
    std::string text;
    std::optional<JsonDocument> document;
  };

  DatasetRow(JsonValue row, std::string where, std::shared_ptr<std::optional<std::string>> fault);
  std::string Path(std::string_view name) const;
  JsonValue Decode(JsonValue value, std::string_view name);

  const JsonValue row_;
  const std::string where_;
  const std::shared_ptr<std::optional<std::string>> fault_;  // shared with its parts
  std::list<Decoded> decoded_;                               // stay where they are
  std::list<std::pair<std::string, std::unique_ptr<DatasetRow>>> parts_;
};

}  // namespace assay
