#include "api/kernels/observation_route.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "api/kernels/cell_output.h"
#include "api/shared/caller_tenant.h"
#include "base/mutex.h"
#include "base/text.h"
#include "text/json_member.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr const char* kKind = kTrajectoryKind;
constexpr size_t kMostActions = 4096;
constexpr size_t kMostShown = 100 << 10;
constexpr Nanoseconds kCellTime = std::chrono::seconds(10);  // theirs
constexpr int kCellSeconds = 10;

using Request = std::shared_ptr<const HttpRequest>;

struct Observation {
  std::string text;
  bool is_object = false;  // with what is known of the code, beside the text
  bool success = false;
  bool timeout = false;
  int64_t lines = 0;
  std::string failure;  // of ours: the code said nothing
  bool done = false;
  bool valid = false;
};

// All actions of a request, until the last of them is answered.
class Batch {
 public:
  Batch(HttpReplyPtr reply, size_t size)
      : reply_(std::move(reply)), observations_(size), missing_(size) {}

  void Set(size_t index, Observation observation) ASSAY_EXCLUDES(mutex_) {
    {
      MutexLock lock(mutex_);
      observations_[index] = std::move(observation);
      if (--missing_ > 0) return;
    }
    Send();
  }

 private:
  void Send() ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    // What isn't known is no observation: the whole request is asked again, as on a server of
    // theirs that failed.
    for (const Observation& one : observations_) {
      if (!one.failure.empty()) {
        return SendError(reply_, kStyle, 503, "unavailable", one.failure);
      }
    }
    JsonWriter json;
    json.BeginObject().Key("observations").BeginArray();
    for (const Observation& one : observations_) Write(one, &json);
    json.EndArray().Key("dones").BeginArray();
    for (const Observation& one : observations_) json.Bool(one.done);
    json.EndArray().Key("valids").BeginArray();
    for (const Observation& one : observations_) json.Bool(one.valid);
    SendJson(reply_, 200, json.EndArray().EndObject().Take());
  }
  static void Write(const Observation& one, JsonWriter* json) {
    if (!one.is_object) {
      json->Bytes(one.text);
      return;
    }
    json->BeginObject().Key("obs").Bytes(one.text).Key("metrics").BeginObject();
    json->Key("code_success").Bool(one.success).Key("code_lines").Int(one.lines).EndObject();
    json->Key("timeout").Bool(one.timeout).EndObject();
  }

  const HttpReplyPtr reply_;
  Mutex mutex_;
  std::vector<Observation> observations_ ASSAY_GUARDED_BY(mutex_);
  size_t missing_ ASSAY_GUARDED_BY(mutex_);
};

std::string Shown(const CellOutput& output, const CellEnd& end) {
  std::string text = output.out + ShownText(output);
  for (const CellEvent& error : output.errors) text += error.traceback;
  if (end.status == CellStatus::kTimeout) {
    text = "Execution time out after " + std::to_string(kCellSeconds) + " seconds";
  } else if (end.status != CellStatus::kOk) {
    if (!end.message.empty()) text += end.message;
    if (!output.err.empty()) text += "\nStderr: " + output.err;
  } else if (!output.err.empty()) {
    text += "\nWarnings: " + output.err;
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  text.erase(0, std::min(text.find_first_not_of(" \n"), text.size()));
  if (text.size() > kMostShown) {
    text = ReplaceInvalidUtf8(text.substr(0, kMostShown)) + "\n...[output truncated]...";
  }
  return text.empty() ? "Script executed successfully (no output)" : text;
}

Observation OfCell(const std::string& action, const std::string& code, const CellOutput& output,
                   const Result<CellEnd>& end) {
  Observation observation;
  if (!end.ok()) {
    observation.failure = end.error().message;
    return observation;
  }
  observation.is_object = true;
  observation.text = ObservationText(action, Shown(output, *end));
  observation.success = end->status == CellStatus::kOk;
  observation.timeout = end->status == CellStatus::kTimeout;
  observation.lines = 1 + std::count(code.begin(), code.end(), '\n');
  observation.valid = true;
  return observation;
}

std::string InputOf(const std::string& action, JsonValue extra) {
  constexpr std::string_view kBegin = "```input\n";
  const size_t begin = action.find(kBegin);
  const size_t end = begin == action.npos ? begin : action.find("\n```", begin + kBegin.size());
  if (end == action.npos) return TextAt(extra, "stdin");
  const size_t from = begin + kBegin.size();
  return std::string(TrimAsciiSpace(std::string_view(action).substr(from, end - from)));
}

struct Asked {
  std::vector<std::string> trajectories;
  std::vector<std::string> actions;
  std::vector<JsonValue> extras;
  std::vector<bool> finish;
};

Asked Parse(JsonValue body, FieldErrors* errors) {
  FieldReader reader(body, {}, errors);
  Asked asked;
  asked.trajectories = reader.Strings("trajectory_ids", Presence::kRequired);
  asked.actions = reader.Strings("actions", Presence::kRequired);
  const size_t size = asked.trajectories.size();
  if (errors->empty() && size == 0) {
    reader.Fault("trajectory_ids", "too_short", "List should have at least 1 item");
  }
  if (size > kMostActions) {
    reader.Fault("trajectory_ids", "too_long", "List should have at most 4096 items");
  }
  if (errors->empty() && asked.actions.size() != size) {
    reader.Fault("actions", "value_error", "Length of actions must match trajectory_ids");
  }
  asked.extras.resize(size);
  if (const JsonValue extras = reader.Array("extra_fields", Presence::kOptionalOrNull)) {
    const auto items = extras.Items();
    if (items.size() != size) {
      reader.Fault("extra_fields", "value_error",
                   "Length of extra_fields must match trajectory_ids");
    } else {
      asked.extras = items;
    }
  }
  asked.finish.resize(size);
  const JsonValue finish = reader.Array("finish", Presence::kOptionalOrNull);
  const std::vector<JsonValue> finished = finish ? finish.Items() : std::vector<JsonValue>();
  for (size_t i = 0; i < size; ++i) {
    const JsonValue own = asked.extras[i].Find("finish");
    const JsonValue value = own ? own : i < finished.size() ? finished[i] : JsonValue();
    asked.finish[i] = value.Is(JsonType::kBool) && value.Bool();
  }
  return asked;
}

void Observe(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr || !RefuseSandboxToken(*http, kStyle, reply)) return;
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  const Asked asked = Parse(body->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const std::string tenant = TenantOf(*http);
  const auto batch = std::make_shared<Batch>(reply, asked.actions.size());
  for (size_t i = 0; i < asked.actions.size(); ++i) {
    const std::string& action = asked.actions[i];
    const KernelName name{tenant, kKind, asked.trajectories[i]};
    Observation none;
    if (asked.finish[i]) {
      if (const KernelPtr kernel = kernels->FindNamed(name)) kernels->Close(tenant, kernel->id());
      none.done = none.valid = true;
      batch->Set(i, std::move(none));
      continue;
    }
    const auto code = name.name.empty() ? std::nullopt : CodeOfAction(action);
    if (!code) {
      batch->Set(i, std::move(none));
      continue;
    }
    const std::string input = InputOf(action, asked.extras[i]);
    kernels->Open(
        name, UsualSandbox(*kernels), "",
        [batch, i, action, code = *code, input](Result<KernelPtr> kernel, bool) {
          if (!kernel.ok()) {
            return batch->Set(i, OfCell(action, code, {}, kernel.error()));
          }
          CellRequest cell;
          cell.code = code;
          cell.input = input;
          cell.timeout = kCellTime;
          RunCell(*kernel, std::move(cell), nullptr,
                  [batch, i, action, code](const CellOutput& output, const Result<CellEnd>& end) {
                    batch->Set(i, OfCell(action, code, output, end));
                  });
        });
  }
}

}  // namespace

void RegisterObservationRoute(Router& router, const KernelDeps& deps) {
  router.Add("POST", "/get_observation", [&deps](const Request& http, const HttpReplyPtr& reply) {
    Observe(deps, http, reply);
  });
}

}  // namespace assay
