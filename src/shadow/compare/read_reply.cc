#include "shadow/compare/read_reply.h"

#include "text/canonical_json.h"
#include "text/excerpt.h"
#include "text/json_member.h"

namespace assay::shadow {
namespace {

constexpr int64_t kCommandNotFound = 127;

ItemView Outage(std::string why) {
  ItemView item;
  item.outage = true;
  item.outage_why = std::move(why);
  return item;
}

std::optional<bool> BoolAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kBool) ? std::optional(value.Bool()) : std::nullopt;
}

std::optional<double> MaybeNumberAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kNumber) ? std::optional(value.Double()) : std::nullopt;
}

// SandboxFusion's CommandRunResult; nothing for null.
std::optional<RunView> CommandResult(JsonValue json) {
  if (!json.Is(JsonType::kObject)) return std::nullopt;
  RunView run;
  run.timed_out = TextAt(json, "status") == "TimeLimitExceeded";
  if (const auto code = MaybeNumberAt(json, "return_code"); code && !run.timed_out) {
    run.code = static_cast<int64_t>(*code);
  }
  run.output = TextAt(json, "stdout");
  run.seconds = MaybeNumberAt(json, "execution_time").value_or(-1);
  return run;
}

// Whether the sandbox itself failed: its clients see no difference to a program that fails. A
// total time-out is the limit of the request, not an outage.
bool IsOutage(JsonValue exec_info) {
  return TextAt(exec_info, "status") == "SandboxError" &&
         TextAt(exec_info, "message") != "Total Timeout";
}

std::string OutputTextOf(JsonValue test_info) {
  const JsonValue output = test_info.Find("output");
  return output ? TextAt(output, "stdout") : std::string();
}

TestView EvaluatedTest(JsonValue json) {
  TestView test;
  test.passed = BoolAt(json, "passed").value_or(false);
  if (const JsonValue info = json.Find("test_info"); info.Is(JsonType::kObject)) {
    if (const JsonValue input = info.Find("input")) test.key = CanonicalJson(input);
    test.expectation = OutputTextOf(info);
  }
  const JsonValue exec = json.Find("exec_info");
  if (!exec.Is(JsonType::kObject)) return test;
  test.outage = !test.passed && IsOutage(exec);
  test.message = TextAt(exec, "message");
  test.run = CommandResult(exec.Find("run_result"));
  if (!test.run) {
    test.run = CommandResult(exec.Find("compile_result"));
    if (test.run && test.message.empty()) test.message = "it doesn't compile";
  }
  return test;
}

// What a script's last expression is, or what it wrote: nothing when it came to no end. Morph's
// sandbox has a text of its own, E2B's a list of results.
std::optional<std::string> ValueOfScript(JsonValue script) {
  if (const JsonValue text = script.Find("text"); text.Is(JsonType::kString)) return text.String();
  const JsonValue results = script.Find("execution").Find("results");
  if (!results.Is(JsonType::kArray)) return std::nullopt;
  for (const JsonValue result : results.Items()) {
    if (BoolAt(result, "is_main_result").value_or(false)) return TextAt(result, "text");
  }
  return "";
}

}  // namespace

std::optional<ReplyView> ReadRunCode(JsonValue reply, std::string* fault) {
  const std::string status = TextAt(reply, "status");
  if (status.empty()) {
    *fault = "it has no status";
    return std::nullopt;
  }
  if (status == "SandboxError") {
    return ReplyView{Outage("SandboxError: " + Excerpt(TextAt(reply, "message"), 200))};
  }
  ItemView item;
  item.compile = CommandResult(reply.Find("compile_result"));
  item.run = CommandResult(reply.Find("run_result"));
  // A compiler that isn't there is the sandbox's fault, whoever reports it as a run.
  if (item.compile && item.compile->code == kCommandNotFound) {
    return ReplyView{Outage("its compiler is missing")};
  }
  if (const JsonValue files = reply.Find("files"); files.Is(JsonType::kObject)) {
    for (const auto& [name, content] : files.Members()) item.files[name] = content.raw();
  }
  return ReplyView{std::move(item)};
}

std::optional<ReplyView> ReadEvaluation(JsonValue reply, std::string* fault) {
  ItemView item;
  item.accepted = BoolAt(reply, "accepted");
  if (!item.accepted) {
    *fault = "it has no 'accepted'";
    return std::nullopt;
  }
  const JsonValue tests = reply.Find("tests");
  if (tests.Is(JsonType::kArray)) {
    item.has_tests = true;
    for (const JsonValue test : tests.Items()) item.tests.push_back(EvaluatedTest(test));
  }
  for (const TestView& test : item.tests) {
    if (!test.outage || *item.accepted) continue;
    return ReplyView{Outage("a test ended as SandboxError: " + Excerpt(test.message, 200))};
  }
  return ReplyView{std::move(item)};
}

std::optional<ReplyView> ReadRewards(JsonValue reply, std::string* fault) {
  const JsonValue rewards = reply.Find("rewards");
  if (!rewards.Is(JsonType::kArray)) {
    *fault = "it has no list 'rewards'";
    return std::nullopt;
  }
  ReplyView items;
  for (const JsonValue reward : rewards.Items()) {
    if (reward.Is(JsonType::kNumber)) {
      items.emplace_back().reward = reward.Double();
    } else {
      items.push_back(Outage("the reward is " + Excerpt(reward.raw())));
    }
  }
  return items;
}

std::optional<ReplyView> ReadReward(JsonValue reply, std::string* fault) {
  ItemView item;
  if (reply.Is(JsonType::kNumber)) {
    item.reward = reply.Double();
  } else {
    item.reward = MaybeNumberAt(reply, "score");
    if (!item.reward) item.reward = MaybeNumberAt(reply, "reward");
  }
  if (!item.reward) {
    *fault = "it is neither a number nor an object with a number 'score' or 'reward'";
    return std::nullopt;
  }
  return ReplyView{std::move(item)};
}

std::optional<ReplyView> ReadTestProgram(JsonValue reply, std::string* fault) {
  const JsonValue results = reply.Find("results");
  if (!results.Is(JsonType::kArray)) {
    *fault = "it has no list 'results'";
    return std::nullopt;
  }
  ItemView item;
  item.has_tests = true;
  for (const JsonValue result : results.Items()) {
    TestView& test = item.tests.emplace_back();
    test.passed = (result.Is(JsonType::kNumber) && result.Double() > 0) ||
                  (result.Is(JsonType::kBool) && result.Bool());
  }
  return ReplyView{std::move(item)};
}

std::optional<ReplyView> ReadPiston(JsonValue reply, std::string* fault) {
  const auto stage = [&](const char* name) -> std::optional<RunView> {
    const JsonValue json = reply.Find(name);
    if (!json.Is(JsonType::kObject)) return std::nullopt;
    RunView run;
    run.timed_out = TextAt(json, "status") == "TO";
    if (const auto code = MaybeNumberAt(json, "code"); code && !run.timed_out) {
      run.code = static_cast<int64_t>(*code);
    }
    run.output = TextAt(json, "stdout");
    if (const auto wall_ms = MaybeNumberAt(json, "wall_time")) run.seconds = *wall_ms / 1000;
    return run;
  };
  ItemView item;
  item.run = stage("run");
  if (!item.run) {
    *fault = "it has no 'run'";
    return std::nullopt;
  }
  if (TextAt(reply.Find("run"), "status") == "XX") {  // Piston's word for its own failure
    return ReplyView{Outage("status XX: " + Excerpt(TextAt(reply.Find("run"), "message"), 200))};
  }
  item.compile = stage("compile");
  return ReplyView{std::move(item)};
}

std::optional<ReplyView> ReadScripts(JsonValue reply, std::string* fault) {
  if (!reply.Is(JsonType::kArray)) {
    *fault = "it is no list";
    return std::nullopt;
  }
  ReplyView items;
  for (const JsonValue script : reply.Items()) {
    const auto value = ValueOfScript(script);
    // What wasn't executed is NaN to one of the clients.
    if (value == "nan") {
      items.push_back(Outage(Excerpt(TextAt(script, "exception_str"), 200)));
      continue;
    }
    RunView run;
    run.timed_out = !value;
    run.output = value.value_or("");
    items.emplace_back().run = std::move(run);
  }
  return items;
}

std::optional<ReplyView> ReadGymReward(JsonValue reply, std::string* fault) {
  ItemView item;
  item.reward = MaybeNumberAt(reply, "reward");
  if (!item.reward) {
    *fault = "it has no number 'reward'";
    return std::nullopt;
  }
  return ReplyView{std::move(item)};
}

}  // namespace assay::shadow
