// Results of POST /v1/score as JSON. Pure; thread-safe.
#pragma once

#include <string>

#include "api/score/score_board.h"

namespace assay {

std::string RenderScore(const ScoreItem& item, size_t index, const Rubric& rubric,
                        const ItemScore& score);

}  // namespace assay
