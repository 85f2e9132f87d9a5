// ScoreCheck: what POST /v1/score would say of an environment's rubric and of each of its tasks,
// from that route's own readers: no rule of it stands here again. A response isn't there yet; an
// empty one stands for it.
//
// Beyond what the route refuses: given problems are decoded, and golds of math functions must be
// answers that can be judged. Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/score/rubric.h"
#include "api/shared/languages.h"
#include "env/model/manifest.h"
#include "env/model/task.h"

namespace assay::env {

class ScoreCheck {
 public:
  ScoreCheck();

  // Faults go to `faults`. The rubric, if it can be used.
  std::optional<Rubric> CheckRubric(const Manifest& manifest, const YamlDocument& document,
                                    std::vector<Fault>* faults) const;

  // Of an item of a usable rubric. Fields that nobody reads go to `notes`.
  std::vector<RowFault> CheckItem(const Manifest& manifest, const Rubric& rubric, const Task& task,
                                  std::vector<RowFault>* notes) const;

 private:
  const LanguageTable table_;
  // Every language counts as there: the check is of the tasks, not of this machine.
  const ApiLanguages languages_;
};

}  // namespace assay::env
