// How the fences of code blocks name a language in a model's answer. Values: code extraction, which
// knows no language, is given them by whoever knows the one that was asked for.
#pragma once

#include <string>
#include <vector>

namespace assay {

// What the peers take for code in an answer without any fence.
enum class UnfencedCode {
  kNone,
  kPythonDefinition,  // the first top-level def or class with its imports
  kSqlQuery,          // the first query
  kAllLines,          // every line that isn't blank
};

// The peers' names for one language, exactly as they spell them.
struct PeerFences {
  std::vector<std::string> names;
  UnfencedCode unfenced = UnfencedCode::kNone;
};

struct Fences {
  std::vector<std::string> names;  // in lower case, by Assay's own rule
  PeerFences peer;
};

}  // namespace assay
