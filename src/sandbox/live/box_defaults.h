// What a box's processes have where nobody says anything else. Plain values.
#pragma once

#include <map>
#include <string>

namespace assay {

struct BoxDefaults {
  std::map<std::string, std::string> env;  // its user and home directory stay what they are
  std::string directory;                   // empty: the home directory
};

}  // namespace assay
