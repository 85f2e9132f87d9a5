#include "apps/cli/failure.h"

#include <cstdio>

namespace assay {

std::string FailureText(const Error& error) {
  return error.IsOfTheirs() ? error.ToSentence() : error.ToString();
}

int TellFailure(std::string_view command, const Error& error) {
  std::fprintf(stderr, "assay %s: %s\n", std::string(command).c_str(), FailureText(error).c_str());
  return error.IsOfTheirs() ? 2 : 1;
}

}  // namespace assay
