// What to tell a person about a request that was refused. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// The sentence of a native refusal, its field first: the choices of a field can be many. Of another
// body its beginning.
std::string RefusalText(std::string_view body);

}  // namespace assay
