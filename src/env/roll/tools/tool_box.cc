#include "env/roll/tools/tool_box.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "text/json_reader.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.tools";
constexpr int64_t kMostFileBytes = 8 << 20;  // that edit changes, or that is a response
constexpr double kSetupSeconds = 600;
constexpr double kDiffSeconds = 120;

Error Told(std::string what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(what)};
}

bool IsTold(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument;
}

// The task's own fault: its image, its files or its setup.
Error OfTask(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, what};
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos && count < 2;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

std::string EndOf(const ProgramEnd& end, double timeout_s) {
  if (end.timed_out) return fmt::format("[killed after {:g} s]", timeout_s);
  if (end.out_of_memory) return "[killed: no memory is left]";
  if (!end.signal.empty()) return "[ended by " + end.signal + "]";
  const int64_t code = end.exit_code.value_or(0);
  return code == 0 ? "" : fmt::format("[exit code {}]", code);
}

void AddLine(const std::string& line, std::string* text) {
  if (line.empty()) return;
  if (!text->empty() && text->back() != '\n') *text += '\n';
  *text += line;
}

Program Git(const std::string& folder, std::vector<std::string> arguments) {
  Program program;
  program.argv = {"git", "-c", "safe.directory=*", "-c", "core.quotePath=false"};
  program.argv.insert(program.argv.end(), arguments.begin(), arguments.end());
  program.directory = folder;
  program.timeout_s = kDiffSeconds;
  program.output_bytes = kMostFileBytes;
  return program;
}

}  // namespace

// The middle is left out: a program's end says why it failed, its beginning what it did.
std::string ToolBox::Shortened(std::string text) const {
  const auto most = static_cast<size_t>(rules_.limits.tool_output_bytes);
  if (text.size() <= most) return text;
  const size_t kept = most / 2;
  const std::string left_out = fmt::format("\n[{} bytes left out]\n", text.size() - 2 * kept);
  return ReplaceInvalidUtf8(text.substr(0, kept)) + left_out +
         ReplaceInvalidUtf8(text.substr(text.size() - kept));
}

Status ToolBox::Open() {
  if (sandbox_) return {};
  ASSAY_ASSIGN_OR_RETURN(sandbox_, Sandbox::Make(judge_, order_.sandbox, stop_));
  if (!order_.files.empty()) {
    JsonError error;
    const auto files = JsonDocument::Parse(order_.files, &error);
    if (!files) return OfTask("its files are no JSON: " + error.message);
    for (const auto& file : files->root().Members()) {
      ASSAY_RETURN_IF_ERROR(sandbox_->Write(file.key, file.value.String()));
    }
  }
  if (!rules_.sandbox.setup.empty()) {
    Program setup;
    setup.command = rules_.sandbox.setup;
    setup.timeout_s = kSetupSeconds;
    ASSAY_ASSIGN_OR_RETURN(const ProgramEnd end, sandbox_->Run(setup));
    if (end.exit_code != 0) {
      std::string said = end.output + end.errors;
      if (said.size() > 500) said.erase(0, said.size() - 500);
      AddLine(EndOf(end, kSetupSeconds), &said);
      return OfTask("the sandbox's setup fails: " + ReplaceInvalidUtf8(said));
    }
  }
  if (rules_.response.from == ResponseFrom::kDiff) {
    ASSAY_ASSIGN_OR_RETURN(const ProgramEnd end,
                           sandbox_->Run(Git(rules_.response.path, {"rev-parse", "HEAD"})));
    if (end.exit_code != 0) {
      return OfTask("there is no commit to compare with: " + ReplaceInvalidUtf8(end.errors));
    }
    base_ = TrimAsciiSpace(end.output);
  }
  return {};
}

Result<std::string> ToolBox::Call(const ToolCall& call) {
  const auto tool = kToolNames.Find(call.name);
  const bool offered =
      tool && std::find(rules_.tools.begin(), rules_.tools.end(), call.name) != rules_.tools.end();
  if (!offered) {
    std::string names;
    for (const std::string& name : rules_.tools) names += (names.empty() ? "" : ", ") + name;
    return "There is no tool '" + ReplaceInvalidUtf8(call.name.substr(0, 100)) +
           "'; there are: " + names + ".";
  }
  const auto arguments = ReadToolArguments(*tool, call.arguments);
  if (!arguments.ok()) return arguments.error().message;
  if (*tool == Tool::kSubmit) {
    submitted_ = arguments->at("answer");
    return std::string("Submitted.");
  }
  ASSAY_RETURN_IF_ERROR(Open());
  Result<std::string> done = Do(*tool, *arguments);
  if (done.ok()) return Shortened(*std::move(done));
  if (!IsTold(done.error())) return done.error();
  return Shortened("Error: " + ReplaceInvalidUtf8(done.error().message));
}

Result<std::string> ToolBox::Do(Tool tool, const ToolArguments& arguments) {
  switch (tool) {
    case Tool::kBash: {
      Program program;
      program.command = arguments.at("command");
      return RunProgram(std::move(program));
    }
    case Tool::kPython: {
      Program program;
      program.argv = {"python3", "-"};
      program.input = arguments.at("code");
      return RunProgram(std::move(program));
    }
    case Tool::kReadFile: {
      ASSAY_ASSIGN_OR_RETURN(std::string text,
                             sandbox_->Read(arguments.at("path"), kMostFileBytes));
      return ReplaceInvalidUtf8(text);
    }
    case Tool::kWriteFile: {
      const std::string& content = arguments.at("content");
      ASSAY_RETURN_IF_ERROR(sandbox_->Write(arguments.at("path"), content));
      return fmt::format("Wrote {} bytes.", content.size());
    }
    case Tool::kEdit: return Edit(arguments);
    case Tool::kSubmit: break;
  }
  return std::string();
}

Result<std::string> ToolBox::Edit(const ToolArguments& arguments) {
  const std::string& path = arguments.at("path");
  const std::string& before = arguments.at("old");
  if (before.empty()) return Told("'old' is empty: nothing can be replaced.");
  ASSAY_ASSIGN_OR_RETURN(std::string text, sandbox_->Read(path, kMostFileBytes + 1));
  if (static_cast<int64_t>(text.size()) > kMostFileBytes) return Told("The file is too large.");
  const size_t count = CountOf(text, before);
  if (count == 0) return Told("'old' isn't in the file.");
  if (count > 1) return Told("'old' is in the file more than once: give more of what is around.");
  text.replace(text.find(before), before.size(), arguments.at("new"));
  ASSAY_RETURN_IF_ERROR(sandbox_->Write(path, std::move(text)));
  return std::string("Replaced.");
}

Result<std::string> ToolBox::RunProgram(Program program) {
  program.timeout_s = rules_.limits.tool_timeout_s;
  program.output_bytes = rules_.limits.tool_output_bytes * 2;
  ASSAY_ASSIGN_OR_RETURN(const ProgramEnd end, sandbox_->Run(program));
  std::string text = end.output;
  AddLine(end.errors, &text);
  text = Shortened(std::move(text));
  if (end.truncated) AddLine("[more was written than is kept]", &text);
  AddLine(EndOf(end, program.timeout_s), &text);
  return text.empty() ? std::string("[no output]") : text;
}

Result<std::string> ToolBox::Diff() {
  const std::string& folder = rules_.response.path;
  ASSAY_ASSIGN_OR_RETURN(const ProgramEnd added, sandbox_->Run(Git(folder, {"add", "-A"})));
  ASSAY_ASSIGN_OR_RETURN(
      const ProgramEnd diff,
      sandbox_->Run(Git(folder, {"diff", "--cached", "--no-color", "--no-ext-diff", "--no-textconv",
                                 "--binary", base_})));
  // A model may have broken its repository: there is no diff then, which is its own doing.
  return added.exit_code == 0 && diff.exit_code == 0 && !diff.truncated ? diff.output
                                                                        : std::string();
}

Result<std::string> ToolBox::Response() {
  if (!sandbox_) return std::string();
  Result<std::string> response = rules_.response.from == ResponseFrom::kDiff
                                     ? Diff()
                                     : sandbox_->Read(rules_.response.path, kMostFileBytes);
  if (!response.ok() && IsTold(response.error())) return std::string();
  return response;
}

}  // namespace assay::env
