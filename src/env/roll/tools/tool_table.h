// The tools that are built in, as a model is told of them, and their arguments, as it gives them.
//
// Pure; thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace assay::env {

enum class Tool { kBash, kReadFile, kWriteFile, kEdit, kPython, kSubmit };
inline constexpr auto kToolNames = MakeEnumNames<Tool>({{Tool::kBash, "bash"},
                                                        {Tool::kReadFile, "read_file"},
                                                        {Tool::kWriteFile, "write_file"},
                                                        {Tool::kEdit, "edit"},
                                                        {Tool::kPython, "python"},
                                                        {Tool::kSubmit, "submit"}});
static_assert(kToolNames.IsWholeUpTo(Tool::kSubmit));

// The "tools" of a request to the model: a JSON array. REQUIRES: each is built in.
std::string ToolsJson(const std::vector<std::string>& tools);

using ToolArguments = std::map<std::string, std::string, std::less<>>;
// All arguments of a tool are texts. kInvalidArgument: what is wrong, for the model to read.
Result<ToolArguments> ReadToolArguments(Tool tool, std::string_view json);

}  // namespace assay::env
