#include "env/roll/tools/tool_table.h"

#include <algorithm>

#include "base/check.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

struct Argument {
  std::string_view name;
  std::string_view about;
};

struct Description {
  Tool tool;
  std::string_view about;
  std::vector<Argument> arguments;
};

const Description& Of(Tool tool) {
  static const std::vector<Description> table = {
      {Tool::kBash,
       "Run a command with bash and see what it writes. Each call is a new shell in the home "
       "directory; files and background processes stay.",
       {{"command", "The command, or a whole script."}}},
      {Tool::kReadFile,
       "Read a text file.",
       {{"path", "Absolute, or relative to the home directory."}}},
      {Tool::kWriteFile,
       "Write a file, in the place of what was there. Folders above it are made.",
       {{"path", "Absolute, or relative to the home directory."}, {"content", "All of the file."}}},
      {Tool::kEdit,
       "Replace a text that is in a file exactly once.",
       {{"path", "Absolute, or relative to the home directory."},
        {"old", "The text to replace, with white space and all."},
        {"new", "What stands there instead."}}},
      {Tool::kPython,
       "Run a Python program and see what it writes. Nothing is kept between calls but files.",
       {{"code", "The program."}}},
      {Tool::kSubmit, "Hand in the final answer. This ends the task.", {{"answer", "The answer."}}},
  };
  const auto found = std::find_if(table.begin(), table.end(),
                                  [tool](const Description& each) { return each.tool == tool; });
  ASSAY_CHECK(found != table.end());
  return *found;
}

Error Told(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env.tool", 0, std::move(what)};
}

}  // namespace

std::string ToolsJson(const std::vector<std::string>& tools) {
  JsonWriter json;
  json.BeginArray();
  for (const std::string& name : tools) {
    const auto tool = kToolNames.Find(name);
    ASSAY_CHECK(tool.has_value());
    const Description& description = Of(*tool);
    json.BeginObject().Key("type").String("function").Key("function").BeginObject();
    json.Key("name").String(name).Key("description").String(description.about);
    json.Key("parameters").BeginObject().Key("type").String("object");
    json.Key("properties").BeginObject();
    for (const Argument& argument : description.arguments) {
      json.Key(argument.name).BeginObject().Key("type").String("string");
      json.Key("description").String(argument.about).EndObject();
    }
    json.EndObject().Key("required").BeginArray();
    for (const Argument& argument : description.arguments) json.String(argument.name);
    json.EndArray().Key("additionalProperties").Bool(false);
    json.EndObject().EndObject().EndObject();
  }
  return json.EndArray().Take();
}

Result<ToolArguments> ReadToolArguments(Tool tool, std::string_view text) {
  JsonError error;
  const auto json = JsonDocument::Parse(text, &error);
  if (!json) return Told("The arguments are no JSON: " + error.message);
  const JsonValue root = json->root();
  if (!root.Is(JsonType::kObject)) return Told("The arguments are no JSON object.");
  const std::vector<Argument>& known = Of(tool).arguments;
  ToolArguments arguments;
  for (const Argument& argument : known) {
    const JsonValue value = root.Find(argument.name);
    if (!value) return Told("The argument '" + std::string(argument.name) + "' is missing.");
    if (!value.Is(JsonType::kString)) {
      return Told("The argument '" + std::string(argument.name) + "' must be a text.");
    }
    arguments.emplace(argument.name, value.String());
  }
  for (const auto& member : root.Members()) {
    const bool there = std::any_of(known.begin(), known.end(), [&](const Argument& argument) {
      return argument.name == member.key;
    });
    if (!there) return Told("There is no argument '" + member.key.substr(0, 100) + "'.");
  }
  return arguments;
}

}  // namespace assay::env
