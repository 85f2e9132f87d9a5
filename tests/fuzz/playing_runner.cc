#include "playing_runner.h"

#include <algorithm>

namespace assay {
namespace {

using Texts = std::vector<std::string>;

// What drivers write to their reply descriptor, and the process of separated asserts.
const Texts& Replies() {
  static const Texts replies = {
      R"({"status":"ok","value":3})",
      R"({"status":"ok","value":[1,2],"args":[[3]]})",
      R"({"status":"ok"})",
      R"({"status":"ok","value":1e999})",
      R"({"status":"ok","value":)" + std::string(2000, '[') + "}",
      R"({"status":"passed","nonce":"?"})",
      R"({"status":"failed"})",
      R"({"status":"failed","kind":"assertion","message":"no"})",
      R"({"status":"error","kind":"missing_function"})",
      R"({"status":"error","kind":"unserializable","type":"set"})",
      R"({"status":"error","kind":"bad_arguments"})",
      R"({"status":"error","type":"ValueError","message":"x"})",
      R"({"status":"calls","calls":"f 1\nf 2\n","count":2})",
      R"({"status":"calls","calls":"","count":0})",
      R"({"status":"calls","calls":"x","count":99999999999999999999})",
      R"({"status":"missing","count":1})",
      R"({"status":"malformed","message":"?"})",
      R"({"status":"live"})",
      R"({"status":"broken","type":"NameError"})",
      R"({"status":"idle"})",
      R"({"status":"passed"})",
      R"({"status":"ok","status":"ok","value":1})",
      "{}",
      "[]",
      "null",
      "1",
      "\n",
      "1\n2\n",
      "[1]\n[2]\n[3]\n",
      "\"x\"\n",
      "{",
      R"({"status":"ok","value":"\ud800"})",
      "\xff\n",
      "r 3\nr 4\n",
  };
  return replies;
}

std::string NonceIn(std::string_view input) {
  constexpr std::string_view kKey = R"("nonce":")";
  const size_t at = input.find(kKey);
  if (at == input.npos) return "";
  const size_t begin = at + kKey.size();
  return std::string(input.substr(begin, input.find('"', begin) - begin));
}

std::string Output(std::string_view input, Dice* dice) {
  static const Texts kOutputs = {"",
                                 "1\n",
                                 "3",
                                 "yes\n",
                                 "YES",
                                 "0.5\n",
                                 "1e-9",
                                 "nan",
                                 "inf\n",
                                 "\n",
                                 "99999999999999999999999",
                                 "a b c",
                                 "100",
                                 "\xff\xfe"};
  switch (dice->Below(6)) {
    case 0: return std::string(input);
    case 1: return Mutated(std::string(input), "1 2 3", 3, dice);
    case 2: return dice->Bytes(100);
    case 3: return dice->OneIn(50) ? std::string(1 << 20, 'x') : "";
    default: return Mutated(dice->Of(kOutputs), "", 1, dice);
  }
}

std::string Reply(std::string_view input, Dice* dice) {
  switch (dice->Below(8)) {
    case 0: return "";
    case 1: return dice->Bytes(60);
    case 2: return dice->Of(Replies()) + dice->Of(Replies());
    case 3: return R"({"status":"passed","nonce":")" + NonceIn(input) + "\"}";
    case 4: {  // a driver's message that broke off
      const std::string& whole = dice->Of(Replies());
      return whole.substr(0, dice->Below(whole.size() + 1));
    }
    case 5: return Mutated(dice->Of(Replies()), dice->Of(Replies()), 3, dice);
    default: return dice->Of(Replies());
  }
}

void End(const RunRequest& request, bool natural, Dice* dice, RunResult* run) {
  static const std::vector<int> kCodes = {0, 0, 0, 1, 2, 3, 4, 5, 7, 8, 16, 42, 43, 127, 200, 255};
  if (natural || dice->OneIn(2)) {
    run->status = RunStatus::kExited;
    run->exit_code = natural && !dice->OneIn(3) ? 0 : dice->Of(kCodes);
    return;
  }
  // Only a program of the candidate's own making may be one that can't be started.
  const bool artifact = request.argv.front().front() != '/';
  static const std::vector<RunStatus> kEndings = {RunStatus::kSignalled, RunStatus::kCpuLimit,
                                                  RunStatus::kWallLimit, RunStatus::kMemoryLimit,
                                                  RunStatus::kOutputLimit};
  run->status = artifact && dice->OneIn(6) ? RunStatus::kStartFailed : dice->Of(kEndings);
  if (run->status == RunStatus::kStartFailed) run->start_error = "Exec format error";
  run->signal = static_cast<int>(1 + dice->Below(64));
}

void Leave(const RunRequest& request, Dice* dice, RunResult* run) {
  for (const std::string& name : request.fetch) {
    if (dice->OneIn(8)) continue;
    if (name.find('*') == std::string::npos) {
      run->files[name] = Blob::FromString(dice->Bytes(20));
    } else if (name.rfind("feedback/", 0) == 0) {
      static const Texts kFeedback = {"score.txt", "judgemessage.txt", "nextpass.in",
                                      "x",         ".assay",           "team\xff"};
      for (size_t i = dice->Below(4); i > 0; --i) {
        run->files["feedback/" + dice->Of(kFeedback)] =
            Blob::FromString(dice->OneIn(2) ? "0.5" : dice->Bytes(20));
      }
    } else {
      run->files["Main.class"] = Blob::FromString(dice->Bytes(20));
    }
  }
}

}  // namespace

Result<RunResult> PlayingRunner::Run(const RunRequest& request, const CancelToken* cancel) {
  const int64_t number = ++runs_;
  RunResult run;
  run.tier = tier();
  if (cancel != nullptr && cancel->cancelled()) {
    run.status = RunStatus::kCancelled;
    return run;
  }
  Dice dice(seed_ * 1'000'003 + static_cast<uint64_t>(number));
  const std::string_view input = request.stdin_bytes ? request.stdin_bytes->view() : "";
  const bool compile = request.purpose.find("compile") != std::string::npos;
  End(request, !dice.OneIn(3), &dice, &run);
  // Otherwise little would get beyond the compiler.
  if (compile && !dice.OneIn(4)) run.status = RunStatus::kExited, run.exit_code = 0;
  run.cpu_time = std::min(Nanoseconds(dice.Below(1'000'000'000)), request.limits.cpu_time * 3 / 2);
  run.wall_time = run.cpu_time + Nanoseconds(dice.Below(1000));
  if (dice.OneIn(8)) run.starved_time = run.wall_time;
  run.memory_peak_bytes = static_cast<int64_t>(dice.Below(1 << 30));
  run.stdout_bytes = Output(input, &dice);
  if (dice.OneIn(3)) run.stderr_bytes = dice.Bytes(60);
  if (request.reply) run.reply_bytes = Reply(input, &dice);
  Leave(request, &dice, &run);
  return run;
}

}  // namespace assay
