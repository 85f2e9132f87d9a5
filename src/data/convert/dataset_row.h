// DatasetRow: a row of a data set, read field by field. Rows come from requests and from files that
// others wrote; a field is a value, or the JSON text of one (SandboxFusion keeps rows in columns of
// text). The first fault is kept with the field's path, and readers go on with nothing in its
// place, so that whoever reads a row needn't look for faults between fields.
//
// Not thread-safe. Refers to the row's document; what its texts are decoded to is the row's own.
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
  // `where`: what faults call the row; empty: fields go by their names alone.
  DatasetRow(JsonValue row, std::string where);
  DatasetRow(const DatasetRow&) = delete;
  DatasetRow& operator=(const DatasetRow&) = delete;

  // Whether the field is there and not null.
  bool Has(std::string_view name) const;
  std::string Text(std::string_view name);
  std::string TextOr(std::string_view name, std::string_view fallback);
  // The value itself, or the one that its text describes. Nothing when there is none.
  JsonValue Json(std::string_view name);
  // The same, where the text may also be a literal of Python's, or base64 of a packed pickle: how
  // data sets keep tests in a column of texts. A text that is none of these is itself.
  JsonValue Packed(std::string_view name) { return Unpacked(row_.Find(name)); }
  // Of any value of the row, or beside it. `why`: what a text that is itself has against being
  // packed.
  JsonValue Unpacked(JsonValue value, std::string* why = nullptr);
  std::vector<std::string> Texts(std::string_view name);
  // An object of the row to read on in; without one every field of it is missing. Stays valid.
  DatasetRow& Part(std::string_view name);
  // A field's value as JSON, "null" when it isn't there.
  std::string Raw(std::string_view name) const;

  void Fault(std::string message);
  // `what` goes on from the field's name: "must be a list".
  void FaultAt(std::string field, std::string_view what);
  const std::optional<std::string>& fault() const { return first_->message; }
  // Of the fault; empty: it is no single field's.
  const std::string& fault_field() const { return first_->field; }
  JsonValue value() const { return row_; }

 private:
  struct Decoded {
    std::string text;
    std::optional<JsonDocument> document;
  };

  struct FirstFault {
    std::optional<std::string> message;
    std::string field;
  };

  DatasetRow(JsonValue row, std::string where, std::shared_ptr<FirstFault> first);
  std::string Path(std::string_view name) const;
  JsonValue Decode(std::string text, std::string* error);

  const JsonValue row_;
  const std::string where_;
  const std::shared_ptr<FirstFault> first_;  // shared with its parts
  std::list<Decoded> decoded_;               // stay where they are
  std::list<std::pair<std::string, std::unique_ptr<DatasetRow>>> parts_;
};

}  // namespace assay
