// A history of 50,000 verdicts as runs of reinforcement learning leave it, in which 40 faults are
// planted: what the detectors are measured against. Written before them, and knows nothing of them.
//
// The background: ten runs that draw groups of 8 or 16 rollouts from shuffled epochs of 420
// problems, whose solve rates spread from 3 to 97 in a hundred (training sets are filtered by them)
// and rise while the run learns; rollouts of a group have much in common. Programs fail in the
// usual ways, some use nearly all their time, some are the same as earlier ones, a few of those
// answer otherwise, honest ones bear marks now and then and on some problems more often, boxes are
// lost, clients leave.
//
// Map: the shapes (Planted, PlantedHistory), chances, the world (MakeProblems, MakeRuns, Plant),
// one verdict (Judge), and what makes one a repetition of an earlier one (Repeat).
// Test-only; deterministic in its seed.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "history/record/verdict_record.h"

namespace assay {

struct Planted {
  std::string kind;     // of the finding that is due
  std::string subject;  // a problem, run or node
  // Findings on the same subject that the fault brings along: neither due nor false. (A judge whose
  // word varies is planted where programs repeat: elsewhere nothing of it is in the history.)
  std::vector<std::string> brings = {};
};

class PlantedHistory {
 public:
  explicit PlantedHistory(uint64_t seed, bool with_faults = true) : random_(seed) {
    MakeProblems();
    MakeRuns();
    if (with_faults) Plant();
    for (const Run& run : runs_) Roll(run);
    std::stable_sort(verdicts.begin(), verdicts.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    for (size_t i = 0; i < verdicts.size(); ++i) verdicts[i].id = static_cast<int64_t>(i) + 1;
  }

  std::vector<VerdictRecord> verdicts;  // in the order of their time
  std::vector<Planted> planted;

 private:
  static constexpr int kProblems = 420;
  static constexpr int kRuns = 10;
  static constexpr int kNodes = 6;
  static constexpr int kVerdictsARun = 5'000;

  struct Problem {
    std::string name;
    double solve = 0.5;
    int tests = 10;
    std::vector<int> hard_tests;
    double limit_ms = 2000;
    double usual_share = 0.1;  // of the limit, of a right program
    double share_spread = 0.5;
    double repeats = 0.05;  // share of programs that are the same as earlier ones
    bool yes_no = false;
    bool function = false;
    bool checker = false;
    // Faults.
    int broken_test = -1;
    bool vacuous = false;
    double checker_crash = 0.0005;
    double flips = 0.005;          // of repeated programs
    std::map<Mark, double> hacks;  // share of rollouts from the discovery on
    double early_exits = 0;
  };
  struct Run {
    std::string name;
    int group = 8;
    int prompts = 16;     // of a step
    double learns = 0.8;  // by how much the logit rises over the run
    double begins = 0;
    double step_s = 300;
    // Faults.
    bool same_rollouts = false;
    std::vector<int> rewarded;  // the only problems that pass; empty: all
    int jump_at = -1;
    double jump = 0;
  };
  struct Program {
    std::string hash;
    VerdictRecord verdict;
  };

  bool Chance(double p) { return std::bernoulli_distribution(std::clamp(p, 0.0, 1.0))(random_); }
  double Uniform(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random_);
  }
  int Below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  double Normal(double spread) { return std::normal_distribution<double>(0, spread)(random_); }
  double Beta(double a, double b) {
    const double x = std::gamma_distribution<double>(a)(random_);
    return x / (x + std::gamma_distribution<double>(b)(random_));
  }
  static double Logit(double p) { return std::log(p / (1 - p)); }
  static double Logistic(double x) { return 1 / (1 + std::exp(-x)); }
  std::string Hash() {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string hash;
    for (int i = 0; i < 64; ++i) hash += kDigits[Below(16)];
    return hash;
  }

  void MakeProblems() {
    constexpr double kLimits[] = {1000, 2000, 4000, 6000, 10000};
    for (int i = 0; i < kProblems; ++i) {
      Problem problem;
      problem.name = Hash();
      const int kind = Below(4);
      const double solve = kind == 0 ? Beta(1, 6) : kind == 3 ? Beta(6, 1) : Beta(2, 2);
      problem.solve = std::clamp(solve, 0.03, 0.97);
      problem.tests = 3 + Below(50);
      problem.hard_tests = {Below(problem.tests), Below(problem.tests)};
      problem.limit_ms = kLimits[Below(5)];
      problem.usual_share = Chance(0.08) ? Uniform(0.3, 0.45) : Uniform(0.02, 0.25);
      problem.repeats = Uniform(0.02, 0.12);
      problem.function = Chance(0.3);
      problem.yes_no = !problem.function && Chance(0.12);
      problem.checker = !problem.function && Chance(0.2);
      problems_.push_back(std::move(problem));
    }
  }

  void MakeRuns() {
    for (int i = 0; i < kRuns; ++i) {
      Run run;
      run.name = "run-" + std::to_string(i);
      run.group = Chance(0.5) ? 8 : 16;
      run.prompts = Chance(0.5) ? 16 : 24;
      run.learns = Uniform(0.2, 1.6);
      run.begins = Uniform(0, 20'000);
      run.step_s = Uniform(120, 600);
      runs_.push_back(run);
    }
    infrastructure_.assign(kNodes, 0.002);
  }

  int Steps(const Run& run) const { return kVerdictsARun / (run.group * run.prompts); }

  void Plant() {
    std::vector<int> free(kProblems);
    for (int i = 0; i < kProblems; ++i) free[static_cast<size_t>(i)] = i;
    std::shuffle(free.begin(), free.end(), random_);
    const auto take = [&](auto fits) -> Problem& {
      const auto found = std::find_if(
          free.begin(), free.end(), [&](int i) { return fits(problems_[static_cast<size_t>(i)]); });
      const int index = *found;
      free.erase(found);
      return problems_[static_cast<size_t>(index)];
    };
    const auto any = [](const Problem&) { return true; };
    const auto plant = [&](int count, const std::string& kind, auto fits, auto change,
                           std::vector<std::string> brings = {}) {
      for (int i = 0; i < count; ++i) {
        Problem& problem = take(fits);
        change(problem);
        planted.push_back({kind, problem.name, brings});
      }
    };
    const auto hack = [&](Mark mark) {
      return [this, mark](Problem& problem) { problem.hacks[mark] = Uniform(0.25, 0.7); };
    };
    const auto reads = [](const Problem& problem) { return !problem.function; };
    plant(4, "problem_all_fail", any, [&](Problem& p) { p.broken_test = Below(p.tests); });
    plant(3, "problem_all_pass", any, [&](Problem& p) { p.vacuous = true; });
    plant(
        4, "checker_crashes", [](const Problem& p) { return p.checker; },
        [&](Problem& p) { p.checker_crash = Uniform(0.1, 0.6); });
    plant(
        4, "near_limit", [](const Problem& p) { return p.solve > 0.2; },
        [&](Problem& p) { p.usual_share = Uniform(0.75, 0.95), p.share_spread = 0.2; },
        {"verdict_flips"});
    plant(3, "verdict_flips", any,
          [&](Problem& p) { p.flips = Uniform(0.3, 0.5), p.repeats = Uniform(0.15, 0.25); });
    plant(4, "pass_without_reading", reads, hack(Mark::kPassWithoutReading));
    plant(4, "constant_output", any, hack(Mark::kConstantOutput));
    plant(4, "special_cased_inputs", any, hack(Mark::kSpecialCasedInputs));
    plant(
        2, "early_exit", [](const Problem& p) { return p.function; },
        [&](Problem& p) { p.early_exits = Uniform(0.2, 0.5); });

    std::vector<int> runs(kRuns);
    for (int i = 0; i < kRuns; ++i) runs[static_cast<size_t>(i)] = i;
    std::shuffle(runs.begin(), runs.end(), random_);
    for (size_t i = 0; i < 6; ++i) {
      Run& run = runs_[static_cast<size_t>(runs[i])];
      if (i < 2) {
        for (int k = 0; k < 4; ++k) run.rewarded.push_back(Below(kProblems));
        planted.push_back({"reward_concentrated", run.name, {"groups_without_variance"}});
      } else if (i < 4) {
        run.same_rollouts = true;
        planted.push_back({"groups_without_variance", run.name, {}});
      } else {
        run.jump_at = Steps(run) / 3 + Below(Steps(run) / 3);
        run.jump = Uniform(1.6, 2.6);
        planted.push_back({"reward_jump", run.name, {}});
      }
    }
    for (const size_t node : {size_t{1}, size_t{4}}) {
      infrastructure_[node] = Uniform(0.03, 0.1);
      planted.push_back({"infrastructure_share", "node-" + std::to_string(node), {}});
    }
  }

  void Roll(const Run& run) {
    const int steps = Steps(run);
    std::vector<int> epoch;  // what is left of it: loaders shuffle
    for (int step = 0; step < steps; ++step) {
      for (int prompt = 0; prompt < run.prompts; ++prompt) {
        if (epoch.empty()) {
          for (int i = 0; i < kProblems; ++i) epoch.push_back(i);
          std::shuffle(epoch.begin(), epoch.end(), random_);
        }
        const bool favoured = !run.rewarded.empty() && Chance(0.05);
        const int index = favoured ? run.rewarded[static_cast<size_t>(Below(4))] : epoch.back();
        if (!favoured) epoch.pop_back();
        const double common = Normal(0.5);  // of the group
        const bool solved_by_all = Chance(problems_[static_cast<size_t>(index)].solve);
        for (int sample = 0; sample < run.group; ++sample) {
          VerdictRecord record;
          record.time = 1.7e9 + run.begins + step * run.step_s + Uniform(0, run.step_s * 0.4);
          record.run = run.name;
          record.step = step;
          record.group = run.name + "/" + std::to_string(step) + "/" + std::to_string(prompt);
          record.sample = std::to_string(sample);
          record.tenant = "default";
          record.route = "/v1/verify";
          double solve = Logistic(Logit(problems_[static_cast<size_t>(index)].solve) + common +
                                  run.learns * step / steps +
                                  (run.jump_at >= 0 && step >= run.jump_at ? run.jump : 0));
          if (run.same_rollouts && !Chance(0.01)) solve = solved_by_all ? 0.999 : 0.001;
          if (!run.rewarded.empty()) {
            const bool among =
                std::find(run.rewarded.begin(), run.rewarded.end(), index) != run.rewarded.end();
            solve = among ? 0.97 : 0.004;
          }
          Judge(index, solve, static_cast<double>(step) / steps, run.same_rollouts, &record);
          verdicts.push_back(std::move(record));
        }
      }
    }
  }

  // `progress`: through the run; hacks are discovered in its middle.
  void Judge(int index, double solve, double progress, bool alike, VerdictRecord* record) {
    const Problem& problem = problems_[static_cast<size_t>(index)];
    const auto node = static_cast<size_t>(Below(kNodes));
    record->node = "node-" + std::to_string(node);
    record->problem = problem.name;
    record->language = Chance(0.8) ? "python" : "cpp";
    record->tests_total = problem.tests;
    record->cpu_limit_ms = problem.limit_ms;
    record->wait_ms = std::exp(Normal(1.2)) * 20;
    record->code_sha256 = Hash();
    record->memory_mb = 10 + std::exp(Normal(0.6)) * 15;
    if (Chance(infrastructure_[node])) {
      return Masked(Verdict::kInternalError, Cause::kInfrastructure, "infrastructure", record);
    }
    if (Chance(0.005)) return Masked(Verdict::kSkipped, Cause::kCancelled, "cancelled", record);
    if (Chance(0.015)) return Fail(Verdict::kWrongAnswer, "no_code", -1, record);
    if (problem.checker && Chance(problem.checker_crash)) {
      record->checker_failed = true;
      return Masked(Verdict::kJudgeError, Cause::kProblem, "checker_crashed", record);
    }
    // Rollouts that are all alike repeat each other, and no other group's.
    if (!alike && Chance(problem.repeats) && Repeat(problem, record)) return;
    Solve(problem, solve, progress, record);
    record->total_ms = record->cpu_ms * 1.3 + 20;
    std::vector<Program>& known = programs_[problem.name];
    if (known.size() < 20) known.push_back({record->code_sha256, *record});
  }

  void Solve(const Problem& problem, double solve, double progress, VerdictRecord* record) {
    for (const auto& [mark, share] : problem.hacks) {
      if (progress < 0.45 || !Chance(share)) continue;
      record->marks.Add(mark);
      return Accept(problem, 0.02, record);
    }
    if (Chance(problem.early_exits) || (problem.function && Chance(0.003))) {
      record->marks.Add(Mark::kEarlyExit);
      return Fail(Verdict::kRuntimeError, "no_reply", 0, record);
    }
    if (Chance(0.004)) record->marks.Add(Mark::kSpecialCasedInputs);
    const double share = problem.usual_share * std::exp(Normal(problem.share_spread)) *
                         (record->language == "python" ? 1.2 : 0.6);
    if (Chance(0.02)) {  // the compiler, or the parser, whatever the problem
      return Fail(Verdict::kCompileError, "compile_error", -1, record);
    }
    if (problem.vacuous && Chance(0.997)) return Accept(problem, std::min(share, 0.5), record);
    if (Chance(solve)) {
      if (problem.broken_test >= 0) {
        return Fail(Verdict::kWrongAnswer, "different_output", problem.broken_test, record);
      }
      if (share > 1) {
        record->cpu_ms = problem.limit_ms * std::min(share, 1.25);
        return Fail(Verdict::kTimeLimit, "cpu_limit", problem.tests - 1, record);
      }
      if (!problem.function && Chance(0.002)) record->marks.Add(Mark::kPassWithoutReading);
      if (Chance(0.002)) record->marks.Add(Mark::kConstantOutput);
      return Accept(problem, share, record);
    }
    int first = Chance(0.4) ? problem.hard_tests[static_cast<size_t>(Below(2))]
                            : static_cast<int>(std::exp(Uniform(0, std::log(problem.tests)))) - 1;
    if (problem.broken_test >= 0) first = std::min(first, problem.broken_test);
    const double how = Uniform(0, 1);
    if (how < 0.78) {
      if (Chance(problem.yes_no ? 0.08 : 0.01)) record->marks.Add(Mark::kConstantOutput);
      return Fail(Verdict::kWrongAnswer, "different_output", first, record);
    }
    if (how < 0.9) return Fail(Verdict::kRuntimeError, "exit_code", first, record);
    record->cpu_ms = problem.limit_ms * Uniform(1, 1.25);
    Fail(Verdict::kTimeLimit, "cpu_limit", first, record);
  }

  // A program that was judged before: from the cache, or run again.
  bool Repeat(const Problem& problem, VerdictRecord* record) {
    const std::vector<Program>& known = programs_[problem.name];
    if (known.empty()) return false;
    const Program& program = known[static_cast<size_t>(Below(static_cast<int>(known.size())))];
    const VerdictRecord& before = program.verdict;
    record->code_sha256 = program.hash;
    record->language = before.language;
    record->marks = before.marks;
    record->cached = record->node == before.node;  // each has a cache of its own
    record->cpu_ms = before.cpu_ms * (record->cached ? 1 : Uniform(0.95, 1.05));
    const bool near = std::abs(before.cpu_ms / problem.limit_ms - 1) < 0.03;
    if (!record->cached && (Chance(problem.flips) || (near && Chance(0.2)))) {
      if (before.score.value_or(0) > 0) {
        Fail(Verdict::kWrongAnswer, "different_output", 0, record);
      } else {
        Accept(problem, 0.1, record);
      }
      return true;
    }
    record->verdict = before.verdict;
    record->cause = before.cause;
    record->reason = before.reason;
    record->score = before.score;
    record->tests_passed = before.tests_passed;
    record->first_failed = before.first_failed;
    return true;
  }

  static void Accept(const Problem& problem, double share, VerdictRecord* record) {
    record->verdict = Verdict::kAccepted;
    record->cause = Cause::kCandidate;
    record->reason = "accepted";
    record->score = 1;
    record->tests_passed = problem.tests;
    record->cpu_ms = problem.limit_ms * share;
  }
  static void Fail(Verdict verdict, const std::string& reason, int first, VerdictRecord* record) {
    record->verdict = verdict;
    record->cause = Cause::kCandidate;
    record->reason = reason;
    record->score = 0;
    record->first_failed = first;
    record->tests_passed = std::max(first, 0);
  }
  static void Masked(Verdict verdict, Cause cause, const std::string& reason,
                     VerdictRecord* record) {
    record->verdict = verdict;
    record->cause = cause;
    record->reason = reason;
    record->score.reset();
  }

  std::mt19937_64 random_;
  std::vector<Problem> problems_;
  std::vector<Run> runs_;
  std::vector<double> infrastructure_;  // share of lost verdicts, by node
  std::map<std::string, std::vector<Program>> programs_;
};

}  // namespace assay
