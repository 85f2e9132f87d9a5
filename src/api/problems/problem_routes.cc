#include "api/problems/problem_routes.h"

#include "api/problems/problem_source.h"
#include "api/problems/problems_of.h"
#include "api/problems/store_problem.h"
#include "api/problems/unknown_fields.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "langs/shared_process.h"
#include "text/canonical_json.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
// A list longer than this helps nobody.
constexpr size_t kMostListed = 10'000;

// The last part of the path, in lower case. Answers and returns nullopt when it is no hash.
std::optional<std::string> NameIn(const HttpRequest& http, const HttpReplyPtr& reply) {
  std::string name = AsciiLower(http.path.substr(http.path.rfind('/') + 1));
  if (DiskStore::IsKey(name)) return name;
  SendError(reply, kStyle, 400, "invalid_hash",
            "the path must end in a SHA-256: 64 hexadecimal digits");
  return std::nullopt;
}

// `sent`: the problem as it came.
void SendStored(const HttpReplyPtr& reply, bool created, const std::string& name, JsonValue sent,
                const Problem& problem, bool persistent) {
  std::vector<std::string> warnings;
  if (const std::string hint = SharedProcessHint(problem); !hint.empty()) {
    warnings.push_back(hint +
                       ": they may need to share a process with the program, and verdicts then say "
                       "\"separation\": \"none\"");
  }
  WarnOfUnknownInProblem(sent, {}, &warnings);
  JsonWriter json;
  json.BeginObject().Key("sha256").String(name).Key("created").Bool(created);
  json.Key("tests").Int(static_cast<int64_t>(problem.tests.size()));
  json.Key("persistent").Bool(persistent);
  if (!warnings.empty()) {
    json.Key("warnings").BeginArray();
    for (const std::string& warning : warnings) json.Bytes(warning);
    json.EndArray();
  }
  json.EndObject();
  SendJson(reply, created ? 201 : 200, json.Take());
}

void Put(const ProblemRoutesDeps& deps, const HttpRequest& http, const std::string& name,
         const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  const std::string canonical = CanonicalJson(document->root());
  const std::string actual = Sha256Hex(canonical);
  if (actual != name) {
    return SendError(reply, kStyle, 400, "hash_mismatch",
                     "the body's canonical form has SHA-256 " + actual + ", the path says " + name);
  }
  const StoreOutcome stored = StoreProblem(document->root(), canonical, name, deps.languages,
                                           ProblemsOf(http, deps.problems));
  if (!stored.faults.empty()) return SendInvalid(reply, kStyle, stored.faults);
  if (!stored.problem) return SendError(reply, kStyle, 413, "too_large", stored.too_large);
  SendStored(reply, stored.created, name, document->root(), *stored.problem, stored.persistent);
}

void SendUnknown(const HttpReplyPtr& reply, const std::string& name) {
  SendError(reply, kStyle, 404, "unknown_problem", UnknownProblemText(name));
}

// Hands the request to a thread that may wait for the disk.
void Later(Executor& threads, size_t bytes, const HttpReplyPtr& reply, std::function<void()> work) {
  if (threads.Submit(static_cast<int64_t>(bytes), std::move(work))) return;
  SendOverloaded(reply, kStyle, 1, "too many problems are being stored at once");
}

void SendKnown(const HttpReplyPtr& reply, bool known, const std::string& name) {
  if (!known) return SendUnknown(reply, name);
  SendJson(reply, 200, "");
}

void Head(const ProblemRoutesDeps& deps, const TenantProblems& problems, const std::string& name,
          const HttpReplyPtr& reply) {
  if (problems.InMemory(name) || !problems.has_disk()) {
    return SendKnown(reply, problems.InMemory(name), name);
  }
  Later(deps.readers, 0, reply,
        [problems, name, reply] { SendKnown(reply, problems.Contains(name), name); });
}

void Get(const ProblemRoutesDeps& deps, const TenantProblems& problems, const std::string& name,
         const HttpReplyPtr& reply) {
  Later(deps.readers, 0, reply, [problems, name, reply] {
    auto text = problems.Text(name);
    if (!text) return SendUnknown(reply, name);
    SendJson(reply, 200, *std::move(text));
  });
}

void List(const ProblemRoutesDeps& deps, const HttpReplyPtr& reply) {
  auto list = deps.problems.List();
  const auto all = static_cast<int64_t>(list.size());
  std::erase_if(list, [](const auto& one) { return one.name.empty(); });
  JsonWriter json;
  json.BeginObject().Key("count").Int(all);
  json.Key("problems").BeginArray();
  for (size_t i = 0; i < std::min(list.size(), kMostListed); ++i) {
    json.BeginObject().Key("sha256").String(list[i].name);
    json.Key("in_memory").Bool(list[i].in_memory).Key("persistent").Bool(list[i].on_disk);
    json.Key("bytes").Int(list[i].bytes).EndObject();
  }
  json.EndArray().EndObject();
  SendJson(reply, 200, json.Take());
}

}  // namespace

void RegisterProblemRoutes(Router& router, const ProblemRoutesDeps& deps) {
  constexpr char kOne[] = "/v1/problems/{sha256}";
  router.Add("PUT", kOne, [deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
    const auto name = NameIn(*http, reply);
    if (!name) return;
    Later(deps.writer, http->body.size(), reply,
          [deps, http, name, reply] { Put(deps, *http, *name, reply); });
  });
  router.Add("GET", kOne, [deps](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
    const auto name = NameIn(*http, reply);
    if (!name) return;
    const TenantProblems problems = ProblemsOf(*http, deps.problems);
    if (http->method == "HEAD") return Head(deps, problems, *name, reply);
    Get(deps, problems, *name, reply);
  });
  router.Add("GET", "/v1/problems",
             [deps](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) { List(deps, reply); });
}

}  // namespace assay
