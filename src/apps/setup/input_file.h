// Files named on the command line. Any thread, but only one reads standard input.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// "-" is standard input. kInvalidArgument names the file that can't be read.
Result<std::string> ReadWholeFile(const std::string& path);
// The same, when it is UTF-8: text that goes into a JSON string.
Result<std::string> ReadTextFile(const std::string& path);

// A file that holds one secret: a line of ASCII without blanks. `option`: what named it, which a
// fault begins with. A fault never quotes the secret.
Result<std::string> ReadSecret(const std::string& option, const std::string& path);
// The text of one, without what surrounds it; `source`: where it is from.
Result<std::string> SecretOf(const std::string& source, std::string_view text);

}  // namespace assay
