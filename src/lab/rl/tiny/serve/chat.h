// Requests for chat completions and their answers, as far as a small transformer has any use for
// them. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/rl/tiny/serve/generator.h"

namespace assay::tiny {

struct Chat {
  WriteAsk ask;
  std::string model;
  bool logprobs = false;
  bool token_ids = false;
};

// The prompt is all that was said, one behind the other; what an assistant has begun is gone on
// with. kInvalidArgument names the field.
Result<Chat> ReadChat(std::string_view body, int context);
std::string ChatAnswer(const Chat& chat, const Written& written);
// {"error": {"message", "type", "param"}}
std::string ChatRefusal(const Error& error);

}  // namespace assay::tiny
