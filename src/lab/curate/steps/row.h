// Row: a row of a data set with what steps look at, and how fields are found in it. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lab/curate/recipe/recipe.h"
#include "text/json_reader.h"

namespace assay::curate {

struct Row {
  JsonValue root;
  int64_t number = 0;    // over all files, from 1
  std::string file;      // without folders
  int64_t file_row = 0;  // from 1
  std::string id;        // empty: it has none
  std::string text;      // valid UTF-8; empty: it has none
  std::string answer;    // of a solution that ends in "#### 18", what follows the mark
  // Members of a JSON object that steps want to be kept with the row; empty: none.
  std::string notes;

  // "train.jsonl, row 7 (id x)".
  std::string Where() const;
};

// The first of the fields that is there and not null; nothing: none is.
JsonValue FieldOf(JsonValue root, const Fields& fields);

// A text as it is, a number as it is written, true and false; of a list of chat messages what users
// say in them, one after the other. Empty: it is nothing of that kind. Valid UTF-8, as all
// texts of a JsonDocument.
std::string TextOf(JsonValue value);

// Fills in id, text and answer from the root.
void FillIn(const Recipe& recipe, Row* row);

}  // namespace assay::curate
