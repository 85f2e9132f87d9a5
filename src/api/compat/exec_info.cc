#include "api/compat/exec_info.h"

#include <csignal>

#include "base/text.h"

namespace assay {
namespace {

bool TimedOut(const RunResult& run) {
  return run.status == RunStatus::kCpuLimit || run.status == RunStatus::kWallLimit;
}

void WriteCommandResult(const RunResult* run, TextBudget* budget, JsonWriter* json) {
  if (run == nullptr) {
    json->Null();
    return;
  }
  json->BeginObject().Key("status").String(TimedOut(*run) ? "TimeLimitExceeded" : "Finished");
  json->Key("execution_time").Double(ToSeconds(run->wall_time)).Key("return_code");
  if (const auto code = ReturnCode(*run)) {
    json->Int(*code);
  } else {
    json->Null();
  }
  json->Key("stdout").Bytes(budget->Take(run->stdout_bytes)).Key("stderr");
  if (run->status == RunStatus::kStartFailed) {
    json->Bytes(std::string(budget->Take(run->stderr_bytes)) + run->start_error +
                ": command not found");
  } else {
    json->Bytes(budget->Take(run->stderr_bytes));
  }
  json->EndObject();
}

}  // namespace

std::optional<int> ReturnCode(const RunResult& run) {
  switch (run.status) {
    case RunStatus::kExited: return run.exit_code;
    case RunStatus::kSignalled: return -run.signal;
    case RunStatus::kMemoryLimit: return -SIGKILL;
    case RunStatus::kOutputLimit: return -SIGXFSZ;
    case RunStatus::kStartFailed: return 127;
    case RunStatus::kCpuLimit:
    case RunStatus::kWallLimit:
    case RunStatus::kCancelled: return std::nullopt;
  }
  return std::nullopt;
}

ExecInfo DeriveExecInfo(const RunResult* compile, const RunResult* run) {
  ExecInfo info;
  info.compile = compile;
  info.run = run;
  for (const RunResult* part : {compile, run}) {
    if (part != nullptr && ReturnCode(*part) != 0) info.status = "Failed";
  }
  return info;
}

void WriteExecInfo(const ExecInfo& info, std::string_view pod_name,
                   const std::map<std::string, BlobPtr>* files, TextBudget* budget,
                   JsonWriter* json) {
  json->BeginObject().Key("status").String(info.status).Key("message").Bytes(info.message);
  json->Key("compile_result");
  WriteCommandResult(info.compile, budget, json);
  json->Key("run_result");
  WriteCommandResult(info.run, budget, json);
  json->Key("executor_pod_name");
  if (pod_name.empty()) {
    json->Null();
  } else {
    json->Bytes(pod_name);
  }
  json->Key("files").BeginObject();
  if (files != nullptr) {
    for (const auto& [name, contents] : *files) {
      if (!budget->TakeText(contents->size() / 3 * 4 + 4)) continue;
      json->Key(ReplaceInvalidUtf8(name)).String(Base64Encode(contents->view()));
    }
  }
  json->EndObject().EndObject();
}

}  // namespace assay
