#include "apps/logic/puzzle_rows.h"

#include <cstdio>

#include "data/rows/rows.h"
#include "logic/kinds.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int64_t kMostNamed = 20;

Result<ReadPuzzle> ReadRow(JsonValue row, int64_t number) {
  ReadPuzzle puzzle{.id = std::to_string(number), .row = row, .kind = nullptr, .facts = {}};
  const JsonValue id = row.Find("id");
  if (id.Is(JsonType::kString)) puzzle.id = id.String();
  if (id.Is(JsonType::kNumber)) puzzle.id = id.raw();
  const JsonValue given = row.Find("puzzle");
  const JsonValue kind = given.Find("kind");
  if (!kind.Is(JsonType::kString)) {
    return InvalidField("logic", "puzzle.kind", "must be a string; `assay logic make` writes rows");
  }
  puzzle.kind = logic::FindKind(kind.String());
  if (puzzle.kind == nullptr) {
    return InvalidField("logic", "puzzle.kind",
                        "there is no '" + kind.String() + "'; see `assay logic kinds`");
  }
  puzzle.facts = given.Find("facts");
  if (!puzzle.facts.Is(JsonType::kObject)) {
    return InvalidField("logic", "puzzle.facts", "must be an object");
  }
  return puzzle;
}

}  // namespace

std::string PuzzleRow(const logic::Puzzle& puzzle, const std::string& id) {
  JsonWriter json;
  json.BeginObject().Key("id").String(id);
  json.Key("data_source").String("logic/" + puzzle.kind);
  json.Key("difficulty").Int(puzzle.difficulty);
  json.Key("prompt").String(puzzle.prompt);
  json.Key("puzzle").BeginObject().Key("kind").String(puzzle.kind);
  json.Key("facts").Raw(puzzle.facts).EndObject();
  return json.EndObject().Take();
}

Result<RowCounts> ForEachPuzzle(const std::vector<std::string>& files, LineFile* out,
                                const OnPuzzle& on_puzzle) {
  RowCounts counts;
  int64_t number = 0;
  const auto one = [&](std::string_view text) -> Status {
    ++number;
    JsonError error;
    const auto document = JsonDocument::Parse(text, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, "logic", 0, error.message};
    const Result<ReadPuzzle> puzzle = ReadRow(document->root(), number);
    const Result<std::string> line =
        puzzle.ok() ? on_puzzle(*puzzle) : Result<std::string>(puzzle.error());
    if (line.ok()) {
      ++counts.written;
      return out->Write(*line);
    }
    if (++counts.faulty <= kMostNamed) {
      std::fprintf(stderr, "row %lld: %s\n", static_cast<long long>(number),
                   line.error().message.c_str());
    }
    return Status();
  };
  const Status status = ForEachRowOf(files, one);
  if (!status.ok()) return status.error();
  const Status flushed = out->Finish();
  if (!flushed.ok()) return flushed.error();
  if (counts.faulty > kMostNamed) {
    std::fprintf(stderr, "… and %lld more rows\n",
                 static_cast<long long>(counts.faulty - kMostNamed));
  }
  return counts;
}

}  // namespace assay
