// Bodies of POST /v1/score, parsed into values. Pure: what the submissions among the items name is
// found later (api/native/verify_batch.h). Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/native/verify_request.h"
#include "api/score/rubric.h"
#include "api/score/rubric_request.h"
#include "logic/model/kind.h"
#include "model/origin.h"
#include "swe/read/read_task.h"
#include "text/field_reader.h"

namespace assay {

struct ScoreBounds {
  static constexpr size_t kItems = 65'536;
  static constexpr double kLongestDeadlineS = 86'400;
  static constexpr double kDefaultDeadlineS = 3'600;
  static constexpr size_t kFactsBytes = 64 << 10;
};

struct ScorePuzzle {
  const logic::Kind* kind = nullptr;
  std::string facts;  // JSON
};

struct ScoreItem {
  std::string id;
  size_t rubric = 0;  // which of the request's
  Origin origin;
  std::string response;
  std::optional<std::string> prompt;
  std::optional<std::string> gold;
  std::optional<ScorePuzzle> puzzle;
  std::shared_ptr<const swe::TaskSource> swe;  // null: none; shared by items that name it
  std::optional<double> tokens;                // of the response, as its caller counts
  FieldErrors faults;                          // it isn't scored when it has any
  // Which of the request's submissions it is, where its rubric judges code.
  std::optional<size_t> submission;
};

// Refers to the request's document by its problems.
struct ScoreRequest {
  std::vector<Rubric> rubrics;
  std::vector<ScoreItem> items;
  VerifyRequest submissions;
  std::string tenant;  // whose sandboxes tests run in
  double deadline_s = ScoreBounds::kDefaultDeadlineS;
  bool stream = false;
};

// Faults of an item are with it; `errors` has those of the request around them, rubrics and routes
// among them. With any of these the request is not to be used.
ScoreRequest ParseScore(JsonValue body, const RubricRules& rules, const VerifyRules& verify,
                        FieldErrors* errors);

}  // namespace assay
