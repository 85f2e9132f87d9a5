#include "apps/redteam/redteam.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include "text/json_writer.h"

namespace assay {
namespace {

// An attack that is accepted, or a twin that isn't.
bool IsWrong(const RedteamResult& result) {
  if (result.answer == RedteamAnswer::kNone) return false;
  const bool accepted = result.answer == RedteamAnswer::kAccepted;
  return accepted == (result.program->kind == RedteamKind::kAttack);
}

Result<service::Answer> AskOnce(RedteamRoute route, const std::string& body,
                                service::Judge& judge) {
  switch (route) {
    case RedteamRoute::kVerify: return judge.Verify(body);
    case RedteamRoute::kMath: return judge.VerifyMath(body);
    case RedteamRoute::kEvaluate: break;
  }
  return judge.EvaluateBatch(body);
}

RedteamAnswer Ask(RedteamRoute route, const std::string& body, service::Judge& judge) {
  constexpr int kAttempts = 100;  // of a server that is busy
  for (int attempt = 1;; ++attempt) {
    const auto response = AskOnce(route, body, judge);
    const bool busy = response.ok() && (response->status == 429 || response->status == 503);
    if (!busy || attempt == kAttempts) return ReadRedteamAnswer(route, response);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

// The answers to all bodies, asked at the same time.
std::vector<RedteamAnswer> AskAtOnce(RedteamRoute route, const std::vector<std::string>& bodies,
                                     service::Judge& judge) {
  std::vector<RedteamAnswer> answers(bodies.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < bodies.size(); ++i) {
    threads.emplace_back([&, i] { answers[i] = Ask(route, bodies[i], judge); });
  }
  for (std::thread& thread : threads) thread.join();
  return answers;
}

// Tellers in all slots, then readers in all slots, so that whichever box a reader gets has had a
// teller before; then both side by side. One success of any reader is enough.
RedteamAnswer JudgeReader(const RedteamProgram& program, service::Judge& judge, int parallel) {
  const size_t slots = static_cast<size_t>(std::max(1, parallel));
  AskAtOnce(program.route, std::vector(slots, program.teller), judge);
  auto answers = AskAtOnce(program.route, std::vector(slots, program.request), judge);
  std::vector<std::string> both;
  for (size_t i = 0; i < slots; ++i) {
    both.push_back(program.teller);
    both.push_back(program.request);
  }
  const auto beside = AskAtOnce(program.route, both, judge);
  for (size_t i = 1; i < beside.size(); i += 2) answers.push_back(beside[i]);
  const auto has = [&](RedteamAnswer answer) {
    return std::find(answers.begin(), answers.end(), answer) != answers.end();
  };
  if (has(RedteamAnswer::kAccepted)) return RedteamAnswer::kAccepted;
  return has(RedteamAnswer::kNone) ? RedteamAnswer::kNone : RedteamAnswer::kRejected;
}

struct Score {
  int attacks = 0;
  int accepted = 0;
  int twins = 0;
  int rejected = 0;
  int no_verdict = 0;

  void Add(const RedteamResult& result) {
    const bool attack = result.program->kind == RedteamKind::kAttack;
    ++(attack ? attacks : twins);
    if (IsWrong(result)) ++(attack ? accepted : rejected);
    if (result.answer == RedteamAnswer::kNone) ++no_verdict;
  }
};

std::map<std::string, Score> ScoreByCategory(const std::vector<RedteamResult>& results) {
  std::map<std::string, Score> scores;
  for (const RedteamResult& result : results) scores[result.program->category].Add(result);
  return scores;
}

Score TotalScore(const std::vector<RedteamResult>& results) {
  Score total;
  for (const RedteamResult& result : results) total.Add(result);
  return total;
}

std::string Row(const std::string& name, const Score& score) {
  return fmt::format("{:<28} {:>8} {:>9} {:>7} {:>9} {:>11}\n", name, score.attacks, score.accepted,
                     score.twins, score.rejected, score.no_verdict);
}

}  // namespace

std::vector<RedteamResult> JudgeRedteam(const std::vector<RedteamProgram>& programs,
                                        service::Judge& judge, int parallel, std::FILE* progress) {
  std::vector<RedteamResult> results(programs.size());
  std::atomic<size_t> next{0};
  const auto note = [&](size_t i, RedteamAnswer answer) {
    results[i] = {&programs[i], answer};
    if (progress != nullptr) std::fputc(IsWrong(results[i]) ? '!' : '.', progress);
  };
  const auto work = [&] {
    for (size_t i = next++; i < programs.size(); i = next++) {
      if (!programs[i].teller.empty()) continue;
      note(i, Ask(programs[i].route, programs[i].request, judge));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < std::max(1, parallel); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  // Nobody else's runs come between a teller and its reader.
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!programs[i].teller.empty()) note(i, JudgeReader(programs[i], judge, parallel));
  }
  if (progress != nullptr) std::fputc('\n', progress);
  return results;
}

void PrintRedteamScorecard(const std::vector<RedteamResult>& results, std::FILE* out) {
  std::string text = fmt::format("{:<28} {:>8} {:>9} {:>7} {:>9} {:>11}\n", "category", "attacks",
                                 "accepted", "honest", "rejected", "no verdict");
  for (const auto& [category, score] : ScoreByCategory(results)) text += Row(category, score);
  text += Row("all", TotalScore(results));
  for (const RedteamResult& result : results) {
    if (result.answer == RedteamAnswer::kNone) {
      text += "no verdict: " + result.program->name + "\n";
    } else if (IsWrong(result)) {
      const bool attack = result.program->kind == RedteamKind::kAttack;
      text += (attack ? "attack accepted: " : "honest twin rejected: ") + result.program->name;
      text += '\n';
    }
  }
  std::fputs(text.c_str(), out);
}

std::string RedteamJson(const std::vector<RedteamResult>& results) {
  JsonWriter json;
  const auto counts = [&](const Score& score) {
    json.BeginObject().Key("attacks").Int(score.attacks).Key("accepted").Int(score.accepted);
    json.Key("twins").Int(score.twins).Key("rejected").Int(score.rejected);
    json.Key("no_verdict").Int(score.no_verdict).EndObject();
  };
  const auto names = [&](const char* key, auto wanted) {
    json.Key(key).BeginArray();
    for (const RedteamResult& result : results) {
      if (wanted(result)) json.String(result.program->name);
    }
    json.EndArray();
  };
  json.BeginObject().Key("total");
  counts(TotalScore(results));
  json.Key("categories").BeginObject();
  for (const auto& [category, score] : ScoreByCategory(results)) {
    json.Key(category);
    counts(score);
  }
  json.EndObject();
  names("accepted_attacks", [](const RedteamResult& result) {
    return IsWrong(result) && result.program->kind == RedteamKind::kAttack;
  });
  names("rejected_twins", [](const RedteamResult& result) {
    return IsWrong(result) && result.program->kind == RedteamKind::kHonest;
  });
  names("no_verdict",
        [](const RedteamResult& result) { return result.answer == RedteamAnswer::kNone; });
  json.EndObject();
  return json.Take();
}

int RedteamExitCode(const std::vector<RedteamResult>& results) {
  const Score total = TotalScore(results);
  if (total.accepted + total.rejected > 0) return 1;
  return total.no_verdict > 0 ? kExitNoVerdict : 0;
}

void RedteamCommand::AddTo(CommandLine* command) {
  command->Option("--corpus", corpus_, "folder of the corpus [" + DefaultRedteamCorpus() + "]");
  server_.AddTo(command, "a running server");
  command->Option("--only", only_, "programs whose name contains this (\"asserts/\", \".py\")");
  command
      ->Option("--repeat", repeat_,
               "how often each test of a problem is there: from four tests on those of a "
               "program in Python share a process, which is restored between them [1]")
      .Between(1, 100);
  command->Option("--parallel", parallel_, "requests under way [what the slots can use]");
  command->Flag("--json", json_, "the scorecard as one JSON object");
}

int RedteamCommand::Run(const Options& options) const {
  const auto fail = [](const Error& error) {
    std::fprintf(stderr, "assay redteam: %s\n", error.message.c_str());
    return ExitCodeOf(error);
  };
  auto programs = LoadRedteamCorpus(corpus_.empty() ? DefaultRedteamCorpus() : corpus_, repeat_);
  if (!programs.ok()) return fail(programs.error());
  programs->erase(std::remove_if(programs->begin(), programs->end(),
                                 [&](const RedteamProgram& program) {
                                   return program.name.find(only_) == std::string::npos;
                                 }),
                  programs->end());

  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return fail(judge.error());
  // Other servers may be smaller than ours.
  constexpr int kRemote = 4;
  const int parallel = parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge, kRemote);
  const auto results = JudgeRedteam(*programs, **judge, parallel, json_ ? nullptr : stderr);
  if (json_) {
    std::puts(RedteamJson(results).c_str());
  } else {
    PrintRedteamScorecard(results, stdout);
  }
  return RedteamExitCode(results);
}

}  // namespace assay
