// How a verdict record lies in a row: the columns, in one order for writing and reading.
//
// Pure but for the statement; not thread-safe.
#pragma once

#include "history/record/verdict_record.h"
#include "history/store/sqlite.h"

namespace assay {

// The tables and their index, when they aren't there.
extern const char* const kHistorySchema;
extern const char* const kInsertVerdict;
extern const char* const kInsertDetail;
// "SELECT <the columns> FROM verdicts", to go on with a WHERE.
extern const char* const kSelectVerdicts;
extern const char* const kSelectDetail;  // by id

// Bound without copies: the record outlives the step.
void BindVerdict(const VerdictRecord& record, SqlStatement* insert);
void BindDetail(int64_t id, const VerdictDetail& detail, SqlStatement* insert);
VerdictRecord ReadVerdict(const SqlStatement& row);
VerdictDetail ReadDetail(const SqlStatement& row);

}  // namespace assay
