// Failures of commands that open nothing but what whoever started them has named: what is wrong
// with that is said in a sentence, without our steps (Error::IsOfTheirs). Any thread.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

std::string FailureText(const Error& error);
// Says it on stderr, after "assay COMMAND: ". Returns the exit code: 2 for what is wrong with what
// they named, else 1.
int TellFailure(std::string_view command, const Error& error);

}  // namespace assay
