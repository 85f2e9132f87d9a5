#include "shadow/compare/read_reply.h"

#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"
#include "text/canonical_json.h"
#include "text/excerpt.h"
#include "text/json_member.h"

namespace assay::shadow {
namespace {

constexpr int64_t kCommandNotFound = 127;
// ScaleBox and we shorten texts over 1000 characters to their first and last 498 with "..." between
// them, but only those of tests that passed. What is named here is in either form.
constexpr size_t kLongText = 900;  // bytes
constexpr size_t kNamed = 400;     // of either end

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

// A string as it names a test, whether or not it was shortened; other values as they are.
std::string NameOf(JsonValue value) {
  if (!value.Is(JsonType::kString)) return CanonicalJson(value);
  std::string text = value.String();
  if (text.size() <= kLongText) return "\"" + text;
  return "\"" + text.substr(0, kNamed) + "..." + text.substr(text.size() - kNamed);
}

// What a test is: its input.
std::string KeyOf(JsonValue input) {
  if (!input.Is(JsonType::kObject)) return NameOf(input);
  std::map<std::string, std::string> members;
  for (const auto& [name, value] : input.Members()) members[name] = NameOf(value);
  std::string key;
  for (const auto& [name, value] : members) key += name + '\0' + value + '\0';
  return key;
}

// A reward, or that there is none: null and what is no finite number are a mask to the clients.
// Nothing: there is no such value.
std::optional<ItemView> RewardItem(JsonValue value) {
  if (value.IsNull()) return Outage("the reward is null");
  if (!value.Is(JsonType::kNumber)) return std::nullopt;
  if (!std::isfinite(value.Double())) return Outage("the reward is " + Excerpt(value.raw()));
  ItemView item;
  item.reward = value.Double();
  return item;
}

std::string OutputTextOf(JsonValue test_info) {
  const JsonValue output = test_info.Find("output");
  return output ? TextAt(output, "stdout") : std::string();
}

TestView EvaluatedTest(JsonValue json) {
  TestView test;
  test.passed = BoolAt(json, "passed").value_or(false);
  if (const JsonValue info = json.Find("test_info"); info.Is(JsonType::kObject)) {
    if (const JsonValue input = info.Find("input")) test.key = KeyOf(input);
    test.expectation = OutputTextOf(info);
  }
  const JsonValue exec = json.Find("exec_info");
  if (!exec.Is(JsonType::kObject)) return test;
  test.outage = !test.passed && IsOutage(exec);
  test.message = TextAt(exec, "message");
  test.no_verdict = !test.passed && StartsWith(test.message, "Judge Error: ");
  test.run = CommandResult(exec.Find("run_result"));
  if (!test.run) {
    test.run = CommandResult(exec.Find("compile_result"));
    if (test.run && test.message.empty()) test.message = "it doesn't compile";
  }
  return test;
}

// A file's content, so that texts are the same however they are escaped.
std::string ContentOf(JsonValue content) {
  return content.Is(JsonType::kString) ? "\"" + content.String() : std::string(content.raw());
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
    for (const auto& [name, content] : files.Members()) item.files[name] = ContentOf(content);
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
  if (rewards.IsNull()) return ReplyView{Outage("'rewards' is null")};
  if (!rewards.Is(JsonType::kArray)) {
    *fault = "it has no list 'rewards'";
    return std::nullopt;
  }
  ReplyView items;
  for (const JsonValue reward : rewards.Items()) {
    auto item = RewardItem(reward);
    items.push_back(item ? *std::move(item) : Outage("the reward is " + Excerpt(reward.raw())));
  }
  return items;
}

std::optional<ReplyView> ReadReward(JsonValue reply, std::string* fault) {
  auto item = RewardItem(reply);
  for (const char* name : {"score", "reward"}) {
    if (!item || item->outage) {
      if (auto named = RewardItem(reply.Find(name))) item = std::move(named);
    }
  }
  if (!item) {
    *fault = "it is neither a number nor an object with a number 'score' or 'reward'";
    return std::nullopt;
  }
  return ReplyView{*std::move(item)};
}

std::optional<ReplyView> ReadTestProgram(JsonValue reply, std::string* fault) {
  const JsonValue results = reply.Find("results");
  if (reply.IsNull() || results.IsNull()) return ReplyView{Outage("the results are null")};
  if (!results.Is(JsonType::kArray)) {
    *fault = "it has no list 'results'";
    return std::nullopt;
  }
  ItemView item;
  item.has_tests = true;
  for (const JsonValue result : results.Items()) {
    if (result.IsNull()) return ReplyView{Outage("a result is null")};
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
    // Piston's older replies have no status, and the signal for either limit.
    const JsonValue status = json.Find("status");
    run.killed = (!status || status.IsNull()) && !run.code && TextAt(json, "signal") == "SIGKILL";
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
  auto item = reply.IsNull() ? RewardItem(reply) : RewardItem(reply.Find("reward"));
  if (!item) {
    *fault = "it has no number 'reward'";
    return std::nullopt;
  }
  return ReplyView{*std::move(item)};
}

}  // namespace assay::shadow
