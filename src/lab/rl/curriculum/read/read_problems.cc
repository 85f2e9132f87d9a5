#include "lab/rl/curriculum/read/read_problems.h"

#include <cmath>
#include <optional>
#include <string_view>

#include "data/rows/rows.h"
#include "text/json_reader.h"

namespace assay::curriculum {
namespace {

Error Fault(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "curriculum.problems", 0, message};
}

// A member's name may have dots of its own, so that is looked for first.
JsonValue At(JsonValue row, std::string_view path) {
  if (const JsonValue whole = row.Find(path)) return whole;
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return {};
  const JsonValue inner = row.Find(path.substr(0, dot));
  return inner ? At(inner, path.substr(dot + 1)) : JsonValue();
}

struct Field {
  std::string name;
  JsonValue value;
};

std::optional<Field> FirstOf(JsonValue row, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const JsonValue value = At(row, name);
    if (value && !value.IsNull()) return Field{name, value};
  }
  return std::nullopt;
}

std::string NamesOf(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

Result<std::string> TextOf(const Field& field) {
  if (field.value.Is(JsonType::kString)) return field.value.String();
  if (field.value.Is(JsonType::kNumber)) return std::string(field.value.raw());
  return Fault(field.name + ": must be a text or a number");
}

Result<uint32_t> CountOf(const Field& field) {
  constexpr double kMost = 1 << 30;
  const double number = field.value.Is(JsonType::kNumber) ? field.value.Double() : -1;
  if (!(number >= 0 && number <= kMost) || std::trunc(number) != number) {
    return Fault(field.name + ": must be a whole number of rollouts");
  }
  return static_cast<uint32_t>(number);
}

Result<Rate> RateOf(JsonValue row, const ProblemFields& fields) {
  const auto solved = FirstOf(row, fields.solved);
  const auto of = FirstOf(row, fields.of);
  Rate rate;
  if (!solved) return rate;
  if (!of) {
    return Fault(solved->name + " says how many rollouts solved it, but of how many is missing: " +
                 NamesOf(fields.of));
  }
  ASSAY_ASSIGN_OR_RETURN(rate.solved, CountOf(*solved));
  ASSAY_ASSIGN_OR_RETURN(rate.of, CountOf(*of));
  if (rate.solved > rate.of) return Fault(solved->name + ": must not be above " + of->name);
  return rate;
}

}  // namespace

Result<ReadProblems> ReadProblemRows(const std::vector<std::string>& paths,
                                     const ProblemFields& fields) {
  ReadProblems read;
  const auto table = std::make_shared<ProblemTable>();
  const auto on_row = [&](std::string_view json) -> Status {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    if (!document) return Fault(error.message);
    const auto id = FirstOf(document->root(), fields.id);
    if (!id) return Fault("the row has no name: " + NamesOf(fields.id));
    ASSAY_ASSIGN_OR_RETURN(const std::string name, TextOf(*id));
    std::string domain = "all";
    if (const auto given = FirstOf(document->root(), fields.domain)) {
      ASSAY_ASSIGN_OR_RETURN(domain, TextOf(*given));
    }
    ASSAY_ASSIGN_OR_RETURN(const Rate rate, RateOf(document->root(), fields));
    if (rate.known()) ++read.measured;
    return table->Add(name, domain, rate);
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf(paths, on_row));
  if (table->size() == 0) return Fault("there are no rows");
  read.problems = table;
  return read;
}

}  // namespace assay::curriculum
