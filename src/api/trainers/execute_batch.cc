// POST /execute_batch, as open-r1's RoutedSandbox (E2B) and RoutedMorphSandbox ask: scripts, which
// run as in a notebook's cell, and come back with what their last expression is worth. open-r1's
// scripts run a candidate against its tests and end in the share of those that passed.
//
// Both clients read the same answer: E2B's `execution` with its results, Morph's `text`. What is
// not known because of us says so in each client's own way: no `execution` is None to the first,
// and the text "nan" is a NaN to the second, which TRL leaves out of the batch like a None.
// Anything else would be a zero, for Morph's client one for the whole batch.
//
// Morph's client waits request_timeout, which is then above timeout; E2B's waits for ever, and we
// wait for ten minutes.
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "api/trainers/trainer_routes.h"
#include "base/text.h"
#include "trainers_embedded.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr double kPatientSeconds = 600;
constexpr size_t kMostScripts = 65'536;
constexpr const char* kScriptFile = "cell.py";
constexpr const char* kResultFile = "cell.json";

double PatienceSeconds(double timeout_s, double request_timeout_s) {
  return request_timeout_s > timeout_s ? request_timeout_s : kPatientSeconds;
}

// {"text": …, "error": {"name", "value", "traceback"} or null}, as the cell's runner writes it.
void WriteCell(const TestResult& test, bool is_cell, JsonWriter* json) {
  std::optional<JsonDocument> document;
  std::string text;
  const auto file = test.run.files.find(kResultFile);
  if (file != test.run.files.end()) {
    text = ReplaceInvalidUtf8(file->second->view());
    JsonError error;
    document = JsonDocument::Parse(text, &error);
  }
  const JsonValue value = document ? document->root().Find("text") : JsonValue();
  const JsonValue error = document ? document->root().Find("error") : JsonValue();
  const bool has_value = value.Is(JsonType::kString);
  json->Key("execution").BeginObject().Key("results").BeginArray();
  if (has_value) {
    json->BeginObject().Key("text").Bytes(value.String()).Key("is_main_result").Bool(true);
    json->EndObject();
  }
  json->EndArray().Key("logs").BeginObject().Key("stdout").BeginArray();
  if (!test.run.stdout_bytes.empty()) json->Bytes(test.run.stdout_bytes);
  json->EndArray().Key("stderr").BeginArray();
  if (!test.run.stderr_bytes.empty()) json->Bytes(test.run.stderr_bytes);
  json->EndArray().EndObject().Key("error");
  const bool failed = test.run.status != RunStatus::kExited || test.run.exit_code != 0;
  if (error.Is(JsonType::kObject)) {
    json->Raw(error.raw());
  } else if (failed) {
    json->BeginObject().Key("name").String("ProgramFailed").Key("value").Bytes(test.message);
    json->Key("traceback").String("").EndObject();
  } else {
    json->Null();
  }
  json->Key("execution_count").Int(1).EndObject();
  // Morph's sandbox gives the output when there is no value.
  json->Key("text").Bytes(has_value ? value.String() : is_cell ? "" : test.run.stdout_bytes);
}

bool TimedOut(const TestResult& test) {
  return test.run.status == RunStatus::kCpuLimit || test.run.status == RunStatus::kWallLimit;
}

void WriteItem(const std::optional<SubmissionResult>& result, const std::string& refusal,
               bool is_cell, JsonWriter* json) {
  json->BeginObject();
  const TestResult* test =
      result && !result->tests.empty() && result->tests[0].executed ? &result->tests[0] : nullptr;
  std::string exception = refusal;
  if (test != nullptr && !TimedOut(*test)) {
    WriteCell(*test, is_cell, json);
  } else {
    // A script that was not run says nothing about its candidate.
    const bool theirs = result && result->cause == Cause::kCandidate;
    json->Key("execution").Null().Key("text").String(theirs ? "" : "nan");
    if (exception.empty() && !result) exception = "not executed: the server is busy or stopping";
    if (exception.empty()) exception = test != nullptr ? "timed out" : result->message;
  }
  json->Key("exception_str");
  if (exception.empty()) {
    json->Null();
  } else {
    json->Bytes(exception);
  }
  json->EndObject();
}

// The request, as far as its answer needs it.
struct Echo {
  struct Item {
    std::optional<size_t> submission;  // which one; nothing: refused
    std::string refusal;
    bool is_cell = false;
  };
  std::vector<Item> items;
};

HttpResponse Render(const Echo& echo, const PersistentBatch::Results& results) {
  JsonWriter json;
  json.BeginArray();
  for (const Echo::Item& item : echo.items) {
    const bool known = item.submission && *item.submission < results.size();
    WriteItem(known ? results[*item.submission] : std::nullopt, item.refusal, item.is_cell, &json);
  }
  HttpResponse response;
  response.body = json.EndArray().Take();
  return response;
}

Submission MakeSubmission(const TrainerDeps& deps, std::string language, std::string script,
                          bool is_cell, double timeout_s) {
  Submission submission;
  submission.language = std::move(language);
  if (is_cell) {
    submission.code = Embedded_notebook_cell_py();
    submission.files[kScriptFile] = Blob::FromString(std::move(script));
    submission.fetch_files = {kResultFile};
  } else {
    submission.code = std::move(script);
  }
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  submission.problem = std::move(problem);
  submission.limits = deps.limits.OfRun(timeout_s, deps.limits.default_memory_bytes);
  submission.compile_limits = deps.limits.OfCompile(timeout_s);
  return submission;
}

void Handle(const TrainerDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const JsonValue scripts = fields.Array("scripts", Presence::kRequired);
  const std::vector<std::string> languages = fields.Strings("languages", Presence::kRequired);
  const double timeout_s = fields.Number("timeout", Presence::kRequired).value_or(1);
  const double request_timeout_s =
      fields.Number("request_timeout", Presence::kOptionalOrNull).value_or(0);
  if (timeout_s <= 0) fields.Fault("timeout", "value_error", "Input should be above 0");
  const auto items = scripts ? scripts.Items() : std::vector<JsonValue>();
  if (items.size() > kMostScripts) {
    fields.Fault("scripts", "too_long", "Input should have at most 65536 items");
  }
  if (errors.empty() && items.size() != languages.size()) {
    fields.Fault("languages", "value_error", "Input should have an entry for each script");
  }
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);

  auto echo = std::make_shared<Echo>();
  std::vector<Submission> submissions;
  for (size_t i = 0; i < items.size(); ++i) {
    Echo::Item& item = echo->items.emplace_back();
    FieldErrors faults;
    auto script = ReadText(items[i], FieldPath{} / "scripts" / i, &faults);
    auto language = deps.languages.Runnable(languages[i], &item.refusal);
    if (!script) item.refusal = "scripts[" + std::to_string(i) + "] is no text";
    if (!script || !language) continue;
    item.is_cell = *language == kDefaultLanguage;
    item.submission = submissions.size();
    submissions.push_back(
        MakeSubmission(deps, *std::move(language), *std::move(script), item.is_cell, timeout_s));
    Label(http, &submissions.back());
  }
  const Patience patience{.waits = FromSeconds(PatienceSeconds(timeout_s, request_timeout_s))};
  const auto place = deps.desk.Open(KeyOfTries(http), patience, reply);
  const auto batch = std::make_shared<PersistentBatch>(
      deps.batch, std::move(submissions), [place, echo](const PersistentBatch::Results& results) {
        place->Send(Render(*echo, results));
      });
  place->SetWork([batch] { batch->Cancel(); },
                 [batch, echo] { return std::optional(Render(*echo, batch->Known())); });
  batch->Start();
}

}  // namespace

void RegisterExecuteBatchRoutes(Router& router, const TrainerDeps& deps) {
  router.Add("POST", "/execute_batch",
             [&deps](const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
               Handle(deps, *http, reply);
             });
}

}  // namespace assay
