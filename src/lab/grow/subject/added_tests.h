// Tests added to the list of a problem. Pure; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/grow/subject/candidate.h"
#include "text/json_writer.h"

namespace assay::grow {

// The problem with them, as JSON; `write` puts input and expected into the object of each.
// REQUIRES: `problem` is JSON.
std::string WithTests(std::string_view problem, const std::vector<NewTest>& tests,
                      const std::function<void(const NewTest&, JsonWriter*)>& write);

}  // namespace assay::grow
