#include "api/problems/problems.h"

#include "api/problems/problem_reference.h"
#include "api/responses.h"
#include "base/log.h"
#include "base/text.h"
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

void SendStored(const HttpReplyPtr& reply, bool created, const std::string& name, size_t tests,
                bool persistent) {
  JsonWriter json;
  json.BeginObject().Key("sha256").String(name).Key("created").Bool(created);
  json.Key("tests").Int(static_cast<int64_t>(tests)).Key("persistent").Bool(persistent);
  json.EndObject();
  SendJson(reply, created ? 201 : 200, json.Take());
}

void Put(ApiContext& context, const HttpRequest& http, const std::string& name,
         const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  const std::string canonical = CanonicalJson(document->root());
  const std::string actual = Sha256Hex(canonical);
  if (actual != name) {
    return SendError(reply, kStyle, 400, "hash_mismatch",
                     "the body's canonical form has SHA-256 " + actual + ", the path says " + name);
  }
  const DiskStore* const disk = context.options.problem_disk;
  // Found, not merely present: a damaged copy is replaced.
  if (const ProblemPtr known = context.problems->Find(name)) {
    return SendStored(reply, false, name, known->tests.size(),
                      disk != nullptr && disk->Contains(name));
  }
  FieldErrors errors;
  const ProblemPtr problem = DecodeNamedProblem(document->root(), name, {}, context, &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  context.parsed->CountDecoded();
  const size_t tests = problem->tests.size();
  const Status status = context.problems->Put(name, canonical, problem);
  if (!status.ok()) {
    spdlog::warn("problem {} is not on disk: {}", name, status.error().ToString());
    if (!context.problems->Contains(name)) {
      return SendError(reply, kStyle, 413, "too_large",
                       "the problem fits neither in memory nor on disk: " + status.error().message);
    }
  }
  SendStored(reply, true, name, tests, disk != nullptr && status.ok());
}

void SendUnknown(const HttpReplyPtr& reply, const std::string& name) {
  SendError(reply, kStyle, 404, "unknown_problem", UnknownProblemText(name));
}

// Hands the request to the thread that may wait for the disk.
void Later(const std::shared_ptr<ApiContext>& context, size_t bytes, const HttpReplyPtr& reply,
           std::function<void()> work) {
  if (context->disk_thread->Submit(static_cast<int64_t>(bytes), std::move(work))) return;
  SendOverloaded(reply, kStyle, 1, "too many problems are being stored at once");
}

}  // namespace

HttpHandler MakePutProblemHandler(std::shared_ptr<ApiContext> context) {
  return
      [context = std::move(context)](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
        const auto name = NameIn(*http, reply);
        if (!name) return;
        // The context owns the thread that runs this.
        Later(context, http->body.size(), reply,
              [context = context.get(), http, name, reply] { Put(*context, *http, *name, reply); });
      };
}

HttpHandler MakeGetProblemHandler(std::shared_ptr<ApiContext> context) {
  return
      [context = std::move(context)](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
        const auto name = NameIn(*http, reply);
        if (!name) return;
        if (http->method == "HEAD") {
          if (!context->problems->Contains(*name)) return SendUnknown(reply, *name);
          return SendJson(reply, 200, "");
        }
        Later(context, 0, reply, [context = context.get(), name, reply] {
          auto text = context->problems->Text(*name);
          if (!text) return SendUnknown(reply, *name);
          SendJson(reply, 200, *std::move(text));
        });
      };
}

HttpHandler MakeListProblemsHandler(std::shared_ptr<ApiContext> context) {
  return [context = std::move(context)](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
    const auto list = context->problems->List();
    JsonWriter json;
    json.BeginObject().Key("count").Int(static_cast<int64_t>(list.size()));
    json.Key("problems").BeginArray();
    for (size_t i = 0; i < std::min(list.size(), kMostListed); ++i) {
      json.BeginObject().Key("sha256").String(list[i].name);
      json.Key("in_memory").Bool(list[i].in_memory).Key("persistent").Bool(list[i].on_disk);
      json.Key("bytes").Int(list[i].bytes).EndObject();
    }
    json.EndArray().EndObject();
    SendJson(reply, 200, json.Take());
  };
}

}  // namespace assay
