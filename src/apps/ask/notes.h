// What a verdict says beside its tests, for people: its warnings, and by which rule the program was
// found in an answer. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// One sentence each. `result_json`: a result object; of anything else there is nothing to say.
std::vector<std::string> NotesOf(std::string_view result_json);

}  // namespace assay
