// From the replies of each route to a ReplyView. The shapes are those of SandboxFusion, ScaleBox,
// Piston and the trainers' reward servers (docs/compatibility.md, docs/trainers.md), as their
// clients read them: fields that no client looks at may be missing.
//
// Pure; any thread. Each gives nothing when the reply hasn't the shape, and says why in `fault`.
#pragma once

#include <optional>
#include <string>

#include "shadow/compare/reply_view.h"
#include "text/json_reader.h"

namespace assay::shadow {

std::optional<ReplyView> ReadRunCode(JsonValue reply, std::string* fault);
std::optional<ReplyView> ReadEvaluation(JsonValue reply, std::string* fault);
std::optional<ReplyView> ReadRewards(JsonValue reply, std::string* fault);      // OpenRLHF
std::optional<ReplyView> ReadReward(JsonValue reply, std::string* fault);       // slime
std::optional<ReplyView> ReadTestProgram(JsonValue reply, std::string* fault);  // open-instruct
std::optional<ReplyView> ReadPiston(JsonValue reply, std::string* fault);
std::optional<ReplyView> ReadScripts(JsonValue reply, std::string* fault);    // open-r1's routers
std::optional<ReplyView> ReadGymReward(JsonValue reply, std::string* fault);  // NeMo-Gym

}  // namespace assay::shadow
