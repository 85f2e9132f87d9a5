#include "api/problems/problem_reference.h"

#include "api/problems/decode_problem.h"
#include "base/text.h"

namespace assay {
namespace {

ProblemReference FindByName(JsonValue json, const FieldPath& path, const ApiContext& context,
                            FieldErrors* errors) {
  FieldReader fields(json, path, errors);
  if (json.Count() > 1) {
    fields.Fault("sha256", "value_error", "A problem is either named or given, not both");
    return {};
  }
  const auto text = fields.String("sha256", Presence::kRequired);
  if (!text) return {};
  const std::string name = AsciiLower(*text);
  if (!DiskStore::IsKey(name)) {
    fields.Fault("sha256", "value_error", "Input should be 64 hexadecimal digits");
    return {};
  }
  ProblemReference reference;
  reference.problem = context.problems->Find(name);
  if (!reference.problem) reference.unknown = UnknownProblemText(name);
  return reference;
}

}  // namespace

std::string UnknownProblemText(const std::string& name) {
  return "problem " + name + " is not known to this server (any more): send it with PUT " +
         "/v1/problems/" + name + " and try again";
}

ProblemPtr DecodeNamedProblem(JsonValue json, const std::string& identity, const FieldPath& path,
                              const ApiContext& context, FieldErrors* errors) {
  FieldErrors own;
  const ProblemPtr problem = DecodeProblem(json, path, context, &own);
  for (const FieldError& error : own.errors()) errors->Add(error.path, error.type, error.message);
  if (!own.empty() || !problem) return nullptr;
  auto named = std::make_shared<Problem>(*problem);  // shares the test data
  named->identity = identity;
  return named;
}

ProblemReference ReadProblem(JsonValue json, const FieldPath& path, const ApiContext& context,
                             FieldErrors* errors) {
  if (json.Find("sha256")) return FindByName(json, path, context, errors);
  const std::string key = ParsedKey({"problem", json.raw()});
  const auto decode = [&]() -> std::optional<ParsedProblem> {
    auto problem = DecodeNamedProblem(json, key, path, context, errors);
    if (!problem) return std::nullopt;
    return ParsedProblem{std::move(problem), nullptr};
  };
  const auto parsed = context.parsed->Get(key, json.raw().size(), decode);
  return {parsed ? parsed->problem : nullptr, std::nullopt};
}

}  // namespace assay
