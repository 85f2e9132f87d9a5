#include "api/problems/find_problem.h"

#include "api/problems/decode_problem.h"
#include "base/text.h"
#include "text/canonical_json.h"

namespace assay {
namespace {

// Gives the problem the name that it has in the store, so that it is one problem however it came,
// and keeps its text for bundles. Arguments of function calls are passed on as they were sent, the
// order of their keys included, which the canonical form forgets: the text itself names them.
void Identify(JsonValue json, const std::string& text_key, const TenantProblems& store,
              Problem* problem) {
  const std::string canonical = CanonicalJson(json);
  const std::string name = Sha256Hex(canonical);
  problem->identity = problem->mode == ProblemMode::kFunctionCall ? text_key : name;
  store.KeepText(problem->identity, name, canonical);
}

ProblemPtr Decode(const ProblemSource& source, const ApiLanguages& languages,
                  const TenantProblems& store, FieldErrors* errors) {
  const std::string_view text = source.json.raw();
  const std::string key = GivenKey({"problem", text});
  const auto given = store.Given(key, text.size(), [&]() -> std::optional<GivenProblem> {
    auto problem = DecodeProblem(source.json, source.path, languages, errors);
    if (!problem) return std::nullopt;
    Identify(source.json, key, store, problem.get());
    return GivenProblem{std::move(problem), nullptr};
  });
  return given ? given->problem : nullptr;
}

}  // namespace

std::vector<FoundProblem> DecodeGiven(const std::vector<ProblemSource>& sources,
                                      const ApiLanguages& languages, const TenantProblems& store) {
  std::vector<FoundProblem> found(sources.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].name.empty()) continue;
    found[i].problem = Decode(sources[i], languages, store, &found[i].faults);
  }
  return found;
}

bool FindInMemory(const std::vector<ProblemSource>& sources, const TenantProblems& store,
                  std::vector<FoundProblem>* found) {
  bool all = true;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i].name.empty()) continue;
    FoundProblem& one = (*found)[i];
    // Without a disk there is nothing to wait for, and the answer is final.
    one.problem =
        store.has_disk() ? store.FindInMemory(sources[i].name) : store.Find(sources[i].name);
    if (one.problem) continue;
    one.unknown = !store.has_disk();
    all = all && one.unknown;
  }
  return all;
}

void FindNamed(const std::vector<ProblemSource>& sources, const TenantProblems& store,
               std::vector<FoundProblem>* found) {
  for (size_t i = 0; i < sources.size(); ++i) {
    FoundProblem& one = (*found)[i];
    if (sources[i].name.empty() || one.problem || one.unknown) continue;
    one.problem = store.Find(sources[i].name);
    one.unknown = one.problem == nullptr;
  }
}

}  // namespace assay
