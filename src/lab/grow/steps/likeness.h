// Likeness: a word for inputs of about the same size, sign and answer, so that few tests meet many
// different ones. Small numbers and lengths have words of their own, as programs count from there.
//
// Pure; thread-safe.
#pragma once

#include <string>

#include "lab/grow/values/shape.h"

namespace assay::grow {

std::string LikenessOf(const Arguments& input, const DataValue& answer);

}  // namespace assay::grow
