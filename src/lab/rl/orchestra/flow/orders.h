// What a flow of rollouts has done by others: by inference servers, by the verifier, by the
// curriculum and by the trainer. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace assay::orchestra {

// A problem whose rollouts are to be made, as the curriculum names it.
struct GroupSpec {
  int64_t group = 0;
  int rollouts = 0;
  // Of an evaluation: it goes before others, into no batch, and is never too old.
  bool evaluation = false;
};

// One rollout of a group. A sample that is sent again has a new number.
struct SendRollout {
  int64_t rollout = 0;
  int64_t group = 0;
  int sample = 0;
  size_t server = 0;
};
// Nobody wants its answer any more; the slot is free at once.
struct CancelRollout {
  int64_t rollout = 0;
  size_t server = 0;
};
struct JudgeRollout {
  int64_t rollout = 0;
};
// The server is to stop between tokens, take the weights, and go on with what it was doing.
struct UpdateServer {
  size_t server = 0;
  int64_t version = 0;
};
// As many groups as there is room for; AddGroups brings them.
struct AskForGroups {
  int64_t count = 0;
};

struct FlowSample {
  int64_t rollout = 0;
  std::optional<double> reward;  // nothing: masked
  int64_t first_version = 0;     // that it was begun with
  int64_t last_version = 0;      // that it ended with
};
struct FinishedGroup {
  int64_t group = 0;
  std::vector<FlowSample> samples;  // in their order
};
// To the curriculum, which says whether to train on it: TakeGroup or DropGroup.
struct ReportGroup {
  FinishedGroup finished;
};
struct ReportEvaluation {
  FinishedGroup finished;
};
// Too old: to the curriculum, whose problem comes again.
struct ReturnGroup {
  int64_t group = 0;
};
// One that the curriculum knows of, and that is too old: nobody will ask for its rollouts.
struct ForgetGroup {
  int64_t group = 0;
};
// To the trainer, which says when it has taken it.
struct EmitBatch {
  int64_t step = 0;
  int64_t version = 0;  // the newest that was there
  std::vector<FinishedGroup> groups;
};

using Order = std::variant<SendRollout, CancelRollout, JudgeRollout, UpdateServer, AskForGroups,
                           ReportGroup, ReportEvaluation, ReturnGroup, ForgetGroup, EmitBatch>;

}  // namespace assay::orchestra
