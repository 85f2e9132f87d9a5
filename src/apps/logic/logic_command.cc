#include "apps/logic/logic_command.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "apps/cli/terminal.h"
#include "apps/logic/puzzle_rows.h"
#include "data/rows/data_files.h"
#include "logic/kinds.h"
#include "logic/response.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kExitRefused = 1;
constexpr int kExitUsage = 2;
constexpr int64_t kMostMade = 10'000'000;

int Fail(const std::string& message) {
  std::fprintf(stderr, "assay logic: %s\n", message.c_str());
  return kExitUsage;
}

// Other dice for each puzzle, so that one of a given seed is the same however many are made.
uint64_t SeedOf(const logic::Kind& kind, int difficulty, int64_t seed, int64_t number) {
  uint64_t mixed = Mix(static_cast<uint64_t>(seed) + kGoldenStep);
  for (const char c : kind.name()) mixed = Mix(mixed ^ static_cast<uint8_t>(c));
  mixed = Mix(mixed ^ static_cast<uint64_t>(difficulty));
  return Mix(mixed ^ static_cast<uint64_t>(number));
}

// The row's own members but `without`, left open for more.
void BeginCopy(JsonValue row, std::string_view without, JsonWriter* json) {
  json->BeginObject();
  for (const auto& [key, value] : row.Members()) {
    if (key != without) json->Key(key).Raw(value.raw());
  }
}

// A row of a file has one line.
std::string OnOneLine(std::string json) {
  std::replace(json.begin(), json.end(), '\n', ' ');
  return json;
}

}  // namespace

void LogicCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  kinds_verb_ = command->Verb("kinds", "list the kinds of puzzles");
  CommandLine* const make = command->Verb("make", "make puzzles, a row of a data set a line");
  make_verb_ = make;
  make->Option("--kind", kinds_, "only of this kind; may be repeated [all]").OnceEach();
  make->Option("--difficulty", difficulties_, "from 1 to 5; may be repeated [all]")
      .OnceEach()
      .Between(logic::kEasiest, logic::kHardest);
  make->Option("--count", count_, "puzzles of each kind and difficulty [10]").Between(1, kMostMade);
  make->Option("--seed", seed_, "which ones: the same for the same seed, everywhere [0]");
  CommandLine* const solve =
      command->Verb("solve", "copy rows, each with a right answer as its \"response\"");
  solve_verb_ = solve;
  CommandLine* const judge =
      command->Verb("judge", "say of each row's \"response\" whether its answer is right, and why");
  for (CommandLine* const verb : {solve, judge}) {
    verb->Option("files", files_,
                 "files of rows with a \"puzzle\", as make writes them: JSONL, JSON or Parquet, "
                 "also in gzip or Zstandard")
        .Required();
  }
  for (CommandLine* const verb : {make, solve, judge}) {
    verb->Option("--out", out_, "where the rows go, a JSON object a line [stdout]");
  }
}

int LogicCommand::Run(const Options& /*options*/) const {
  if (kinds_verb_->Given()) return ListKinds();
  if (make_verb_->Given()) return Make();
  return solve_verb_->Given() ? Solve() : Judge();
}

int LogicCommand::ListKinds() const {
  TextTable table({{"kind"}, {"what is asked for"}});
  for (const logic::Kind* kind : logic::AllKinds()) {
    table.AddRow({{std::string(kind->name())}, {std::string(kind->summary())}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int LogicCommand::Make() const {
  std::vector<const logic::Kind*> kinds;
  for (const std::string& name : kinds_) {
    kinds.push_back(logic::FindKind(name));
    if (kinds.back() == nullptr) {
      return Fail("--kind: there is no '" + name + "'; there are " + logic::KindNames());
    }
  }
  if (kinds.empty()) kinds = logic::AllKinds();
  std::vector<int> difficulties = difficulties_;
  if (difficulties.empty()) difficulties = {1, 2, 3, 4, 5};
  Result<LineFile> out = LineFile::Open(out_, {});
  if (!out.ok()) return Fail(out.error().message);
  for (const logic::Kind* kind : kinds) {
    for (const int difficulty : difficulties) {
      for (int64_t i = 0; i < count_; ++i) {
        Dice dice(SeedOf(*kind, difficulty, seed_, i));
        const std::string id = std::string(kind->name()) + "-" + std::to_string(difficulty) + "-" +
                               std::to_string(seed_) + "-" + std::to_string(i);
        const Status status = out->Write(PuzzleRow(kind->Make(difficulty, &dice), id));
        if (!status.ok()) return Fail(status.error().ToString());
      }
    }
  }
  const Status status = out->Finish();
  return status.ok() ? 0 : Fail(status.error().ToString());
}

Result<LineFile> LogicCommand::OpenOut() const {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> inputs, FindDataFiles(files_));
  return LineFile::Open(out_, inputs);
}

int LogicCommand::Solve() const {
  Result<LineFile> out = OpenOut();
  if (!out.ok()) return Fail(out.error().message);
  const auto counts =
      ForEachPuzzle(files_, &*out, [](const ReadPuzzle& puzzle) -> Result<std::string> {
        const Result<std::string> answer = puzzle.kind->Solve(puzzle.facts);
        if (!answer.ok()) return answer.error();
        JsonWriter json;
        BeginCopy(puzzle.row, "response", &json);
        json.Key("response").Bytes("```\n" + *answer + "\n```").EndObject();
        return OnOneLine(json.Take());
      });
  if (!counts.ok()) return Fail(counts.error().message);
  std::fprintf(stderr, "%lld puzzles solved, %lld rows without a solution\n",
               static_cast<long long>(counts->written), static_cast<long long>(counts->faulty));
  return counts->faulty == 0 ? 0 : kExitRefused;
}

int LogicCommand::Judge() const {
  Result<LineFile> out = OpenOut();
  if (!out.ok()) return Fail(out.error().message);
  std::map<std::string_view, int64_t> reasons;
  const auto counts =
      ForEachPuzzle(files_, &*out, [&](const ReadPuzzle& puzzle) -> Result<std::string> {
        const JsonValue response = puzzle.row.Find("response");
        if (!response.Is(JsonType::kString)) {
          return InvalidField("logic", "response", "must be a string");
        }
        const std::string text = response.String();
        const Result<logic::Judged> judged = logic::Judge(*puzzle.kind, puzzle.facts, text);
        if (!judged.ok()) return judged.error();
        ++reasons[judged->verdict.reason];
        JsonWriter json;
        json.BeginObject().Key("id").Bytes(puzzle.id).Key("kind").String(puzzle.kind->name());
        json.Key("right").Bool(judged->verdict.right).Key("reason").String(judged->verdict.reason);
        return json.Key("answer").Bytes(judged->answer).EndObject().Take();
      });
  if (!counts.ok()) return Fail(counts.error().message);
  std::fprintf(stderr, "%lld answers judged, %lld rows without a puzzle or a response\n",
               static_cast<long long>(counts->written), static_cast<long long>(counts->faulty));
  for (const auto& [reason, count] : reasons) {
    std::fprintf(stderr, "  %lld %s\n", static_cast<long long>(count), std::string(reason).c_str());
  }
  return counts->faulty == 0 ? 0 : kExitRefused;
}

}  // namespace assay
