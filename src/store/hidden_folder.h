// A folder inside another whose name nobody can guess: what is in it can't be asked for by who may
// not list the other. In the tier `landlock` a program may ask whether any path is there, and the
// names of what is stored are hashes of what it guesses at.
//
// Servers that share the outer folder find the same one. Stateless.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

// The path of the hidden folder in `directory`, which is made when absent.
Result<std::string> HiddenFolder(const std::string& directory);

}  // namespace assay
