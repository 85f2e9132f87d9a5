// ToolBox: does what a model calls, in one sandbox of the rollout's own, which is made at the first
// call.
//
// What a call comes to is a text for the model: what a program wrote, or what is wrong with the
// call. An Error is a fault of the sandbox, as Sandbox has it, but for kInvalidArgument: the task's
// own image, files or setup don't work.
//
// Blocks; used by one thread at a time.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "env/model/rollout_rules.h"
#include "env/roll/model/message.h"
#include "env/roll/tools/sandbox.h"
#include "env/roll/tools/tool_table.h"
#include "service/judge.h"

namespace assay::env {

struct ToolBoxOrder {
  SandboxOrder sandbox;
  std::string files;  // JSON object of texts by path; empty: none
};

class ToolBox {
 public:
  // All outlive the box. `stop` ends its waiting for room, and may be null.
  ToolBox(const RolloutRules& rules, ToolBoxOrder order, service::Judge* judge,
          const std::atomic<bool>* stop)
      : rules_(rules), order_(std::move(order)), judge_(judge), stop_(stop) {}

  Result<std::string> Call(const ToolCall& call);
  // What `submit` was given last.
  const std::optional<std::string>& submitted() const { return submitted_; }
  // The rules' file or diff as it is now. Without any call there is neither: an empty text.
  Result<std::string> Response();
  // Of the sandbox; empty while there is none.
  std::string sandbox_id() const { return sandbox_ ? sandbox_->id() : ""; }

 private:
  Status Open();
  Result<std::string> Do(Tool tool, const ToolArguments& arguments);
  Result<std::string> Edit(const ToolArguments& arguments);
  Result<std::string> RunProgram(Program program);
  Result<std::string> Diff();
  std::string Shortened(std::string text) const;

  const RolloutRules& rules_;
  const ToolBoxOrder order_;
  service::Judge* const judge_;
  const std::atomic<bool>* const stop_;
  std::unique_ptr<Sandbox> sandbox_;
  std::string base_;  // commit that a diff is to
  std::optional<std::string> submitted_;
};

}  // namespace assay::env
