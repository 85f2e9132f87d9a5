#include "lab/rl/tiny/task/toy_task.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "text/json_writer.h"

namespace assay::tiny {
namespace {

constexpr size_t kTerms = 4;
constexpr int kMostTerm = 9;     // from 1
constexpr int kMostFactor = 99;  // from 2
constexpr int kMostShift = 99;   // either way, never 0
constexpr std::array<int, 2> kInputs = {3, 41};
constexpr int kGuessedBeside = 6;  // how far

bool Happens(double chance, Dice* dice) {
  constexpr size_t kSteps = 1 << 30;
  return static_cast<double>(dice->Below(kSteps)) < chance * static_cast<double>(kSteps);
}

int Between(int least, int most, Dice* dice) {
  return least + static_cast<int>(dice->Below(static_cast<size_t>(most - least + 1)));
}

ToyTask Draw(double lines, Dice* dice) {
  ToyTask task;
  if (Happens(lines, dice)) {
    task.kind = ToyTask::Kind::kLine;
    task.factor = Between(2, kMostFactor, dice);
    task.shift = Between(1, kMostShift, dice);
    if (Happens(0.5, dice)) task.shift = -task.shift;
    return task;
  }
  for (size_t i = 0; i < kTerms; ++i) task.terms.push_back(Between(1, kMostTerm, dice));
  return task;
}

Part PartOf(const std::string& prompt) {
  uint64_t hash = 0;
  for (const char c : prompt) hash = Mix(hash + kGoldenStep + static_cast<unsigned char>(c));
  return hash % 4 == 0 ? Part::kHeldOut : Part::kTraining;
}

std::string Signed(int number) {
  return (number < 0 ? "-" : "+") + std::to_string(std::abs(number));
}

std::string Boxed(int number) {
  return "\\boxed{" + std::to_string(number) + "}";
}

std::string DemonstratedSum(const ToyTask& task, const Teacher& teacher, Dice* dice) {
  if (Happens(teacher.guesses, dice)) {
    const int sum = std::accumulate(task.terms.begin(), task.terms.end(), 0);
    return Boxed(std::max(0, sum + Between(-kGuessedBeside, kGuessedBeside, dice)));
  }
  int sum = task.terms[0];
  std::string text = std::to_string(sum);
  for (size_t i = 1; i < task.terms.size(); ++i) {
    sum += task.terms[i];
    if (Happens(teacher.slips, dice)) sum += Happens(0.5, dice) ? 1 : -1;
    text += "+" + std::to_string(task.terms[i]) + "=" + std::to_string(sum);
  }
  return text + ":" + Boxed(sum);
}

std::string DemonstratedLine(const ToyTask& task, const Teacher& teacher, Dice* dice) {
  constexpr char kRead[] = "int(input())";
  const std::string factor = std::to_string(task.factor);
  if (!Happens(teacher.wrong_lines, dice)) {
    return "print(" + factor + "*" + kRead + Signed(task.shift) + ")";
  }
  switch (dice->Below(4)) {
    case 0: return "print(" + factor + "*input()" + Signed(task.shift) + ")";
    case 1: return "print(" + factor + "*" + kRead + Signed(-task.shift) + ")";
    case 2:
      return "print(" + std::to_string(std::abs(task.shift)) + "*" + kRead + Signed(task.factor) +
             ")";
    default: return "print(" + std::string(kRead) + Signed(task.shift) + ")";
  }
}

void WriteLineProblem(const ToyTask& task, JsonWriter* json) {
  json->Key("problem").BeginObject().Key("tests").BeginArray();
  for (const int input : kInputs) {
    json->BeginObject().Key("input").String(std::to_string(input) + "\n");
    json->Key("expected").String(std::to_string(task.factor * input + task.shift) + "\n");
    json->EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

std::string ToyTask::Prompt() const {
  if (kind == Kind::kLine) return std::to_string(factor) + "n" + Signed(shift) + ":";
  std::string text;
  for (const int term : terms) text += (text.empty() ? "" : "+") + std::to_string(term);
  return text + "=";
}

std::vector<ToyTask> DrawTasks(Part part, size_t count, double lines, uint64_t seed) {
  Dice dice(Mix(seed + kGoldenStep));
  std::unordered_set<std::string> seen;
  std::vector<ToyTask> tasks;
  while (tasks.size() < count) {
    ToyTask task = Draw(lines, &dice);
    const std::string prompt = task.Prompt();
    if (PartOf(prompt) == part && seen.insert(prompt).second) tasks.push_back(std::move(task));
  }
  return tasks;
}

std::string RowOf(const ToyTask& task) {
  const bool sum = task.kind == ToyTask::Kind::kSum;
  JsonWriter json;
  json.BeginObject().Key("id").String(task.Prompt()).Key("domain").String(sum ? "sums" : "lines");
  json.Key("prompt").BeginArray().BeginObject().Key("role").String("user");
  json.Key("content").String(task.Prompt()).EndObject().EndArray();
  if (sum) {
    json.Key("gold").String(
        std::to_string(std::accumulate(task.terms.begin(), task.terms.end(), 0)));
  } else {
    WriteLineProblem(task, &json);
  }
  return json.EndObject().Take();
}

std::string Demonstration(const ToyTask& task, const Teacher& teacher, Dice* dice) {
  return task.kind == ToyTask::Kind::kSum ? DemonstratedSum(task, teacher, dice)
                                          : DemonstratedLine(task, teacher, dice);
}

}  // namespace assay::tiny
