// What is read alike of rows in our own form and of public ones.
//
// Internal to the room. Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lab/problems/model/problem.h"
#include "text/json_reader.h"

namespace assay::lab {

// The row's own name for itself; `otherwise` where it has none.
std::string IdOfRow(JsonValue row, const std::string& otherwise);
// What the row says to people, from the first column that says something.
std::string StatementOfRow(JsonValue row);
// Of a list of messages what users say; a text is itself.
std::string StatementOfMessages(JsonValue messages);
// The limits object, with what is looked at in it.
void TakeLimits(JsonValue limits, LabelledProblem* problem);
// Programs that check or make inputs: in our form, or texts as CodeContests+ has them. The Error
// names the field.
Status TakeHelpers(JsonValue row, LabelledProblem* problem);
// Those by one name, or by none, are numbered.
void NameSolutions(std::vector<Solution>* solutions);
// Texts by path. The Error names the field at fault, below `where`.
Result<std::map<std::string, std::string>> FilesOf(JsonValue files, const std::string& where);

inline constexpr char kReadStage[] = "problem.row";

}  // namespace assay::lab
