// POST /api/v2/execute and GET /api/v2/runtimes, as Piston has them, with open-r1's package for
// Codeforces: a request with an input.txt is a submission to judge, and its answer says "1" or "0".
// Everything else is a plain run.
//
// A submission's checker runs in a box of its own, so a program sees neither the expected output
// nor the checker. open-r1's client waits 30 s for bytes, six times, whatever the status; after
// that it counts a zero. A request with the same bytes takes its work up, so that six tries wait
// six times as long.
//
// In this order: reading a request, what is sent, judging, the routes.
#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "api/trainers/piston_judge.h"
#include "api/trainers/trainer_routes.h"
#include "base/text.h"
#include "model/limits.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr Patience kPatience{
    .waits = std::chrono::seconds(30), .tries = 6, .comes_back_in = std::chrono::seconds(120)};
constexpr double kUsualRunMs = 3000;
constexpr double kUsualCompileMs = 10'000;
constexpr double kCheckerSeconds = 10;
constexpr double kMiB = 1 << 20;
// Runs a checker with the arguments that Codeforces' have.
constexpr const char* kCheckerMain =
    "import runpy, sys\n"
    "sys.argv = ['checker.py', 'input.txt', 'correct_output.txt', 'output.txt']\n"
    "runpy.run_path('checker.py', run_name='__main__')\n";

// A request, and what of its run its answer needs.
struct Execution {
  std::string language;  // as the answer names it
  std::string version = "*";
  Submission submission;
  Origin origin;
  std::string tenant;
  bool judged = false;
  GraderConfig config;
  std::string input;
  std::optional<std::string> expected;
  std::optional<std::string> checker;
};

void SendMessage(const HttpReplyPtr& reply, int status, const std::string& message) {
  JsonWriter json;
  SendJson(reply, status, json.BeginObject().Key("message").Bytes(message).EndObject().Take());
}

// ---- reading a request ----

struct PistonFile {
  std::string name;
  std::string content;
};

std::optional<std::string> FromHex(std::string_view text) {
  std::string bytes;
  if (text.size() % 2 != 0) return std::nullopt;
  for (size_t i = 0; i < text.size(); i += 2) {
    const auto digit = [](char letter) {
      const size_t at = std::string_view("0123456789abcdef").find(letter);
      return at == std::string_view::npos ? -1 : static_cast<int>(at);
    };
    const std::string pair = AsciiLower(text.substr(i, 2));
    if (digit(pair[0]) < 0 || digit(pair[1]) < 0) return std::nullopt;
    bytes += static_cast<char>(digit(pair[0]) * 16 + digit(pair[1]));
  }
  return bytes;
}

// Nothing, and why.
std::optional<std::vector<PistonFile>> ReadFiles(JsonValue list, std::string* fault) {
  if (!list.Is(JsonType::kArray) || list.Count() == 0) {
    *fault = "files is required as an array";
    return std::nullopt;
  }
  std::vector<PistonFile> files;
  for (const JsonValue& item : list.Items()) {
    const std::string index = "files[" + std::to_string(files.size()) + "]";
    const JsonValue content = item.Find("content");
    if (!content.Is(JsonType::kString)) {
      *fault = index + ".content is required as a string";
      return std::nullopt;
    }
    const JsonValue name = item.Find("name");
    const JsonValue encoding = item.Find("encoding");
    PistonFile file{name.Is(JsonType::kString) && !name.String().empty()
                        ? name.String()
                        : "file" + std::to_string(files.size()) + ".code",
                    content.String()};
    std::optional<std::string> decoded = file.content;
    if (encoding.Is(JsonType::kString) && encoding.String() == "base64") {
      decoded = Base64Decode(file.content);
    } else if (encoding.Is(JsonType::kString) && encoding.String() == "hex") {
      decoded = FromHex(file.content);
    }
    if (!decoded) {
      *fault = index + ".content can't be decoded";
      return std::nullopt;
    }
    file.content = *std::move(decoded);
    files.push_back(std::move(file));
  }
  return files;
}

// Milliseconds as seconds.
double Seconds(JsonValue body, std::string_view name, double usual_ms, std::string* fault) {
  const JsonValue value = body.Find(name);
  if (!value || value.IsNull()) return usual_ms / 1000;
  if (!value.Is(JsonType::kNumber) || value.Double() < 0) {
    *fault = "If specified, " + std::string(name) + " must be a non-negative number";
    return usual_ms / 1000;
  }
  return value.Double() > 0 ? value.Double() / 1000 : usual_ms / 1000;
}

// As LimitPolicy takes it: what no integer holds is cut down to what one does.
int64_t Bytes(double bytes) {
  if (!(bytes > 0)) return -1;  // NaN too
  return static_cast<int64_t>(std::min<double>(bytes, Limits::kMostBytes));
}

int64_t Memory(JsonValue body, std::string_view name) {
  const JsonValue value = body.Find(name);
  return value.Is(JsonType::kNumber) ? Bytes(value.Double()) : -1;
}

std::string VersionOf(const TrainerDeps& deps, std::string_view id) {
  for (const Toolchain& toolchain : deps.languages.toolchains()) {
    if (toolchain.language != id) continue;
    const size_t begin = toolchain.version.find_first_of("0123456789");
    if (begin == std::string::npos) break;
    const size_t end = toolchain.version.find_first_not_of("0123456789.", begin);
    return toolchain.version.substr(begin, end == std::string::npos ? end : end - begin);
  }
  return "0.0.0";
}

ProblemPtr PlainRun(std::string input) {
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  problem->tests.push_back({"0", Blob::FromString(std::move(input)), Blob::Empty()});
  return problem;
}

// Takes the package's own files out of `files`.
void ReadJudged(std::vector<PistonFile>* files, Execution* execution) {
  std::vector<PistonFile> rest;
  for (PistonFile& file : *files) {
    if (file.name == "input.txt") {
      execution->input = WithoutCarriageReturns(file.content);
    } else if (file.name == "correct_output.txt") {
      execution->expected = WithoutEmptyLines(WithoutCarriageReturns(file.content));
    } else if (file.name == "checker.py") {
      execution->checker = std::move(file.content);
    } else if (file.name == "grader_config") {
      execution->config = ParseGraderConfig(file.content);
    } else {
      rest.push_back(std::move(file));
    }
  }
  *files = std::move(rest);
}

bool HasInput(const std::vector<PistonFile>& files) {
  for (const PistonFile& file : files) {
    if (file.name == "input.txt") return true;
  }
  return false;
}

std::optional<Execution> ReadExecution(const TrainerDeps& deps, JsonValue body,
                                       std::string* fault) {
  const JsonValue name = body.Find("language");
  if (!name.Is(JsonType::kString) || name.String().empty()) {
    *fault = "language is required as a string";
    return std::nullopt;
  }
  if (!body.Find("version").Is(JsonType::kString)) {
    *fault = "version is required as a string";
    return std::nullopt;
  }
  auto files = ReadFiles(body.Find("files"), fault);
  if (!files) return std::nullopt;
  if (const JsonValue args = body.Find("args"); args.Is(JsonType::kArray) && args.Count() > 0) {
    *fault = "args are not supported: have the program read what it needs from stdin";
    return std::nullopt;
  }
  const auto of_package = CodeforcesLanguage(name.String());
  const auto language =
      deps.languages.Runnable(of_package ? std::string(of_package->id) : name.String(), fault);
  if (!language) {
    *fault = name.String() + "-* runtime is unknown: " + *fault;
    return std::nullopt;
  }
  Execution execution;
  execution.language = of_package ? std::string(of_package->name) : *language;
  execution.version = VersionOf(deps, *language);
  execution.judged = of_package && HasInput(*files);
  if (execution.judged) ReadJudged(&*files, &execution);
  if (files->empty()) {
    *fault = "files must include the program, before input.txt and the others";
    return std::nullopt;
  }
  const JsonValue given = body.Find("stdin");
  if (given && !given.IsNull() && !given.Is(JsonType::kString)) {
    *fault = "If specified, stdin must be a string";
    return std::nullopt;
  }
  fault->clear();
  double run_s = Seconds(body, "run_timeout", kUsualRunMs, fault);
  const double compile_s = Seconds(body, "compile_timeout", kUsualCompileMs, fault);
  if (!fault->empty()) return std::nullopt;
  int64_t memory = Memory(body, "run_memory_limit");
  if (execution.config.time_limit_s) {
    run_s = *execution.config.time_limit_s;
    if (run_s <= 0) {
      *fault = "grader_config: TIME_LIMIT must be more than 0";
      return std::nullopt;
    }
  }
  if (execution.config.memory_limit_mb) {
    memory = Bytes(*execution.config.memory_limit_mb * kMiB);
  }

  Submission& submission = execution.submission;
  submission.language = *language;
  submission.code = (*files)[0].content;
  if (of_package) submission.compile_flags = of_package->flags;
  for (size_t i = 1; i < files->size(); ++i) {
    submission.files[(*files)[i].name] = Blob::FromString(std::move((*files)[i].content));
  }
  std::string input = given.StringOrEmpty();
  if (input.empty() || input.back() != '\n') input += '\n';
  if (execution.judged) input = execution.config.files ? "" : execution.input;
  if (execution.judged && execution.config.files) {
    submission.files["input.txt"] = Blob::FromString(execution.input);
    submission.fetch_files = {"output.txt"};
  }
  submission.problem = PlainRun(std::move(input));
  submission.limits = deps.limits.OfRun(run_s, memory);
  submission.compile_limits = deps.limits.OfCompile(compile_s);
  return execution;
}

// ---- what is sent ----

void SendStages(const HttpReplyPtr& reply, const Execution& execution, const RunResult* compile,
                const PistonStage& run) {
  JsonWriter json;
  json.BeginObject();
  if (compile != nullptr) {
    WriteStage("compile", StageOf(*compile), &json);
  } else if (execution.judged) {
    // The package's script has a compile step for every language.
    WriteStage("compile", {.out = "Skipping compile\n", .code = 0}, &json);
  }
  WriteStage("run", run, &json);
  json.Key("language").Bytes(execution.language).Key("version").String(execution.version);
  SendJson(reply, 200, json.EndObject().Take());
}

// Of a program that ran; nothing when it didn't, and the reply is then answered.
const RunResult* RanOrAnswered(const HttpReplyPtr& reply, const Execution& execution,
                               const std::optional<SubmissionResult>& result) {
  if (!result) {
    SendMessage(reply, 503, "the server is stopping; send the same request again");
    return nullptr;
  }
  if (!result->tests.empty() && result->tests[0].executed) return &result->tests[0].run;
  if (result->cause != Cause::kCandidate) {
    SendMessage(reply, 400, result->message);
  } else if (result->compile) {
    // Piston repeats the stage that failed for the one that never was.
    SendStages(reply, execution, &*result->compile, StageOf(*result->compile));
  } else {
    SendStages(reply, execution, nullptr,
               {.err = result->message + "\n", .code = 1, .status = "RE"});
  }
  return nullptr;
}

// ---- judging ----

void SubmitOne(const TrainerDeps& deps, const PatienceDesk::PlacePtr& place, Submission submission,
               std::function<void(const std::optional<SubmissionResult>&)> then) {
  std::vector<Submission> one;
  one.push_back(std::move(submission));
  const auto batch = std::make_shared<PersistentBatch>(
      deps.batch, std::move(one),
      [then = std::move(then)](const PersistentBatch::Results& results) { then(results[0]); });
  place->SetWork([batch] { batch->Cancel(); });
  batch->Start();
}

void RunChecker(const TrainerDeps& deps, const PatienceDesk::PlacePtr& place,
                const std::shared_ptr<const Execution>& execution, const SubmissionResult& first,
                const std::string& output) {
  Submission submission;
  submission.origin = execution->origin;
  submission.tenant = execution->tenant;
  submission.language = kDefaultLanguage;
  submission.code = kCheckerMain;
  submission.files["checker.py"] = Blob::FromString(*execution->checker);
  submission.files["input.txt"] = Blob::FromString(execution->input);
  submission.files["correct_output.txt"] = Blob::FromString(*execution->expected);
  submission.files["output.txt"] = Blob::FromString(output);
  submission.problem = PlainRun("");
  submission.limits = deps.limits.OfRun(kCheckerSeconds, deps.limits.default_memory_bytes);
  submission.compile_limits = deps.limits.OfCompile(kCheckerSeconds);
  auto judged = std::make_shared<const SubmissionResult>(first);
  SubmitOne(deps, place, std::move(submission),
            [place, execution, judged](const std::optional<SubmissionResult>& result) {
              const RunResult* checked = RanOrAnswered(place, *execution, result);
              if (checked == nullptr) return;
              std::string said;
              for (const char byte : checked->stdout_bytes) {
                if (byte != ' ' && (byte < '\t' || byte > '\r')) said += byte;
              }
              const bool exited = checked->status == RunStatus::kExited;
              const RunResult* compile = judged->compile ? &*judged->compile : nullptr;
              SendStages(place, *execution, compile,
                         VerdictStage(judged->tests[0].run, said == "1" || said == "100", "checker",
                                      exited ? checked->exit_code : 124));
            });
}

void OnRan(const TrainerDeps& deps, const PatienceDesk::PlacePtr& place,
           const std::shared_ptr<const Execution>& execution,
           const std::optional<SubmissionResult>& result) {
  const RunResult* run = RanOrAnswered(place, *execution, result);
  if (run == nullptr) return;
  const RunResult* compile = result->compile ? &*result->compile : nullptr;
  if (!execution->judged) return SendStages(place, *execution, compile, StageOf(*run));
  if (const auto failed = FailureStage(*run, execution->config)) {
    return SendStages(place, *execution, compile, *failed);
  }
  std::string output = run->stdout_bytes;
  if (execution->config.files) {
    const auto written = run->files.find("output.txt");
    output = written == run->files.end() ? "" : std::string(written->second->view());
  }
  output = WithoutEmptyLines(output);
  if (!execution->expected) {
    return SendStages(place, *execution, compile,
                      {.out = output, .err = run->stderr_bytes, .code = 0, .run = run});
  }
  if (execution->checker) return RunChecker(deps, place, execution, *result, output);
  SendStages(place, *execution, compile,
             VerdictStage(*run, SameToCodeforces(*execution->expected, output), "diff"));
}

// ---- the routes ----

void Execute(const TrainerDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const std::string key = KeyOfTries(http);
  if (deps.desk.TakeUp(key, reply)) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  std::string fault;
  auto read = ReadExecution(deps, document->root(), &fault);
  if (!read) return SendMessage(reply, 400, fault);
  Label(http, &read->submission);
  read->origin = read->submission.origin;
  read->tenant = read->submission.tenant;
  auto submission = std::move(read->submission);
  const auto execution = std::make_shared<const Execution>(*std::move(read));
  const auto place = deps.desk.Open(key, kPatience, reply);
  SubmitOne(deps, place, std::move(submission),
            [&deps, place, execution](const std::optional<SubmissionResult>& result) {
              OnRan(deps, place, execution, result);
            });
}

std::string Runtimes(const TrainerDeps& deps) {
  JsonWriter json;
  json.BeginArray();
  for (const Toolchain& toolchain : deps.languages.toolchains()) {
    if (!toolchain.available) continue;
    json.BeginObject().Key("language").String(toolchain.language);
    json.Key("version").String(VersionOf(deps, toolchain.language)).Key("aliases").BeginArray();
    for (const char* name : {"c++17", "cf_c++17", "c++20", "cf_c++20", "cf_python3", "cf_java"}) {
      const auto language = CodeforcesLanguage(name);
      if (language->id == toolchain.language) json.String(name);
    }
    json.EndArray().EndObject();
  }
  return json.EndArray().Take();
}

}  // namespace

void RegisterPistonRoutes(Router& router, const TrainerDeps& deps) {
  router.Add("POST", "/api/v2/execute",
             [&deps](const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
               Execute(deps, *http, reply);
             });
  router.Add("GET", "/api/v2/runtimes",
             [&deps](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
               SendJson(reply, 200, Runtimes(deps));
             });
}

}  // namespace assay
