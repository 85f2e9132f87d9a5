// Records and findings as JSON: for the routes and for the events. Pure, thread-safe.
#pragma once

#include <string>

#include "history/findings/finding.h"
#include "history/record/verdict_record.h"
#include "text/json_writer.h"

namespace assay {

// The members of a record, into an object that is open.
void WriteRecordMembers(const VerdictRecord& record, JsonWriter* json);
void WriteFindingMembers(const Finding& finding, JsonWriter* json);

// Events: {"type": "verdict", "time": …, the record's members}.
std::string VerdictEvent(const VerdictRecord& record);
std::string FindingEvent(const Finding& finding, double time);

// The node begins or ceases to drain.
std::string DrainEvent(bool draining, const std::string& reason, double time);

}  // namespace assay
