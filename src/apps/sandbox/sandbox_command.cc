#include "apps/sandbox/sandbox_command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

#include "apps/cli/terminal.h"
#include "apps/sandbox/attached_run.h"
#include "apps/sandbox/copy_verb.h"
#include "base/text.h"
#include "net/form/query.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr const char* kUsualServer = "http://127.0.0.1:8080";

int Complain(const std::string& message, int exit_code) {
  std::fprintf(stderr, "assay sandbox: %s\n", message.c_str());
  return exit_code;
}

int Fail(const Error& error) {
  return Complain(error.message, ExitCodeOf(error));
}

// NAME=VALUE each. An Error names the option.
Result<std::map<std::string, std::string>> Pairs(const std::vector<std::string>& texts,
                                                 const std::string& option) {
  std::map<std::string, std::string> pairs;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos) {
      return Error{ErrorCode::kInvalidArgument, "client", 0,
                   option + ": must be NAME=VALUE, not '" + text + "'"};
    }
    pairs[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return pairs;
}

void WritePairs(std::string_view name, const std::map<std::string, std::string>& pairs,
                JsonWriter* json) {
  if (pairs.empty()) return;
  json->Key(name).BeginObject();
  for (const auto& [key, value] : pairs) json->Key(key).Bytes(value);
  json->EndObject();
}

// What came from a sandbox may hold anything: nothing of it commands the terminal.
std::string Printable(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const bool control = (c >= 0 && c < ' ') || c == '\x7f';
    safe += control ? '?' : c;
  }
  return safe;
}

void PrintTable(const TextTable& table) {
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
}

}  // namespace

void SandboxCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  command->Footer(
      "Examples:\n"
      "  assay sandbox create --memory-mb 2048          prints its id\n"
      "  assay sandbox cp ./project sb-1f0c2a:project\n"
      "  assay sandbox exec sb-1f0c2a -- make -C project test\n"
      "  assay sandbox shell sb-1f0c2a\n"
      "  assay sandbox rm sb-1f0c2a");
  const auto add = [&](const char* name, const char* about,
                       int (SandboxCommand::*run)(const SandboxClient&) const,
                       int failure = kExitUsage) {
    CommandLine* const app = command->Verb(name, about);
    server_.AddTo(
        app, "the server [ASSAY_URL in the environment, else " + std::string(kUsualServer) + "]");
    verbs_.push_back({app, run, failure});
    return app;
  };
  const auto of_one = [&](CommandLine* app) {
    app->Option("sandbox", sandbox_, "its id").Required();
    return app;
  };
  AddCreate(add("create", "make a sandbox, and print its id", &SandboxCommand::Create));
  CommandLine* const list = add("list", "those there are", &SandboxCommand::List);
  list->Option("--label", labels_, "only those with it: NAME=VALUE, may be repeated").OnceEach();
  AddExec(of_one(add("exec", "run a program in one, with this stdin, stdout, stderr and exit code",
                     &SandboxCommand::Exec, kExitNotRun)));
  AddShell(of_one(add("shell", "a shell in one", &SandboxCommand::Shell, kExitNotRun)));
  CommandLine* const copy =
      add("cp", "copy a file or a folder into one or out of it", &SandboxCommand::CopyFiles);
  copy->Option("from", from_, "SANDBOX:PATH, or a path here; -: stdin").Required();
  copy->Option("to", to_, "SANDBOX:PATH, or a path here; -: stdout").Required();
  CommandLine* const files = add("ls", "files in one", &SandboxCommand::ListFiles);
  files->Option("place", sandbox_, "SANDBOX or SANDBOX:PATH").Required();
  CommandLine* const remove = add("rm", "end sandboxes", &SandboxCommand::Remove);
  remove->Option("sandbox", sandboxes_, "their ids").Required();
  of_one(add("logs", "the end of what its start command wrote", &SandboxCommand::Logs));
  of_one(add("pause", "stop every process where it is", &SandboxCommand::Pause));
  of_one(add("resume", "let the processes go on", &SandboxCommand::Resume));
  for (CommandLine* each : {list, files}) each->Flag("--json", json_, "the server's answer");
}

void SandboxCommand::AddCreate(CommandLine* app) {
  app->Option("--name", name_, "for people");
  app->Option("--image", image_, "its files [this host's toolchains]");
  app->Option("--cpus", cpus_, "processors' worth of time");
  app->Option("--memory-mb", memory_mb_, "memory in MiB, files included");
  app->Option("--disk-mb", disk_mb_, "files in MiB");
  app->Option("--processes", processes_, "processes and threads");
  app->Option("--lifetime-s", lifetime_s_, "when it ends, used or not");
  app->Option("--idle-s", idle_s_, "how long after its last use it ends");
  app->Option("--label", labels_, "NAME=VALUE, may be repeated").OnceEach();
  app->Option("--env", env_, "NAME=VALUE for every process, may be repeated").OnceEach();
  app->Flag("--json", json_, "all that the server says of it, rather than its id");
}

void SandboxCommand::AddExec(CommandLine* app) {
  app->Option("argv", argv_, "the program and its arguments, behind --").Required();
  app->Option("--env", env_, "NAME=VALUE, may be repeated").OnceEach();
  app->Option("--directory", directory_, "where it runs [/home/user]");
  app->Option("--timeout", timeout_s_, "kill it after so many seconds");
  app->Flag("--no-stdin", no_stdin_, "its stdin is empty: this one is left alone");
  app->Flag("--terminal", terminal_, "it gets a terminal");
  app->Footer(
      "Exit codes: the program's, or 128 and the number of the signal that ended it.\n"
      "124: it was killed after --timeout. 125: nobody knows how it ended, or it could\n"
      "not be started; stderr says why. Ctrl-C interrupts the program, a third one\n"
      "gives it up and kills it.\n"
      "Examples:\n"
      "  assay sandbox exec sb-1f0c2a -- python3 -c 'print(6 * 7)'\n"
      "  assay sandbox exec sb-1f0c2a -- bash -c 'sort | uniq -c' < words.txt");
}

void SandboxCommand::AddShell(CommandLine* app) {
  app->Option("--env", env_, "NAME=VALUE, may be repeated").OnceEach();
  app->Option("--directory", directory_, "where it begins [/home/user]");
  app->Footer("Its exit codes are those of exec. Every key goes to the shell, Ctrl-C too.");
}

int SandboxCommand::Run(const Options&) const {
  for (const Verb& verb : verbs_) {
    if (!verb.app->Given()) continue;
    ServerArguments named = server_;
    const char* variable = ::getenv("ASSAY_URL");
    if (named.url.empty()) named.url = variable == nullptr ? "" : variable;
    if (named.url.empty()) named.url = kUsualServer;
    const auto server = NamedServer(named);
    if (!server.ok()) return Complain(server.error().message, verb.failure);
    return (this->*verb.run)(SandboxClient(*server));
  }
  return kExitUsage;  // unreachable: a subcommand is required
}

int SandboxCommand::Create(const SandboxClient& client) const {
  const auto labels = Pairs(labels_, "--label");
  if (!labels.ok()) return Fail(labels.error());
  const auto env = Pairs(env_, "--env");
  if (!env.ok()) return Fail(env.error());
  JsonWriter json;
  json.BeginObject();
  if (!name_.empty()) json.Key("name").Bytes(name_);
  if (!image_.empty()) json.Key("image").Bytes(image_);
  const auto number = [&](const char* key, auto value) {
    if (value != 0) json.Key(key).Double(static_cast<double>(value));
  };
  const auto count = [&](const char* key, int64_t value) {
    if (value != 0) json.Key(key).Int(value);
  };
  number("cpus", cpus_);
  count("memory_mb", memory_mb_);
  count("disk_mb", disk_mb_);
  count("processes", processes_);
  number("lifetime_s", lifetime_s_);
  number("idle_s", idle_s_);
  WritePairs("labels", *labels, &json);
  WritePairs("env", *env, &json);
  const auto made = client.Ask("POST", "", json.EndObject().Take());
  if (!made.ok()) return Fail(made.error());
  std::printf("%s\n", json_ ? made->text().c_str() : Printable(made->Text("id")).c_str());
  return 0;
}

int SandboxCommand::List(const SandboxClient& client) const {
  const auto labels = Pairs(labels_, "--label");
  if (!labels.ok()) return Fail(labels.error());
  std::string query = "?limit=1000";
  for (const auto& [key, value] : *labels) query += "&label=" + PercentEncode(key + ":" + value);
  TextTable table({{"id"}, {"name"}, {"state"}, {"made"}, {"ends"}});
  std::string cursor;
  do {
    const auto page =
        client.Ask("GET", query + (cursor.empty() ? "" : "&cursor=" + PercentEncode(cursor)));
    if (!page.ok()) return Fail(page.error());
    if (json_) std::printf("%s\n", page->text().c_str());
    const JsonValue sandboxes = page->root().Find("sandboxes");
    if (!sandboxes.Is(JsonType::kArray))
      return Complain("that is no list of sandboxes", kExitNoVerdict);
    for (const JsonValue& each : sandboxes.Items()) {
      table.AddRow({{Printable(TextOf(each, "id"))},
                    {Printable(TextOf(each, "name"))},
                    {TextOf(each, "state")},
                    {TextOf(each, "created_at")},
                    {TextOf(each, "expires_at")}});
    }
    cursor = page->Text("next");
  } while (!cursor.empty());
  if (!json_) PrintTable(table);
  return 0;
}

int SandboxCommand::Exec(const SandboxClient& client) const {
  const auto env = Pairs(env_, "--env");
  if (!env.ok()) return Complain(env.error().message, kExitNotRun);
  AttachedRun run;
  run.sandbox = sandbox_;
  run.argv = argv_;
  run.env = *env;
  run.directory = directory_;
  run.timeout_s = timeout_s_;
  run.input = !no_stdin_;
  run.terminal = terminal_;
  return RunAttached(client, run);
}

int SandboxCommand::Shell(const SandboxClient& client) const {
  const auto env = Pairs(env_, "--env");
  if (!env.ok()) return Complain(env.error().message, kExitNotRun);
  AttachedRun run;
  run.sandbox = sandbox_;
  run.argv = {"/bin/bash", "-l"};
  run.env = *env;
  run.directory = directory_;
  run.terminal = ::isatty(STDIN_FILENO) == 1;
  if (const char* kind = ::getenv("TERM"); run.terminal && kind != nullptr) {
    run.env.try_emplace("TERM", kind);
  }
  return RunAttached(client, run);
}

int SandboxCommand::CopyFiles(const SandboxClient& client) const {
  return Copy(client, ParsePlace(from_), ParsePlace(to_));
}

int SandboxCommand::ListFiles(const SandboxClient& client) const {
  CopyPlace place = ParsePlace(sandbox_);
  if (place.sandbox.empty()) place = {sandbox_, "."};
  const auto answer =
      client.Ask("GET", SandboxPath(place.sandbox) + "/files/list" + PathQuery(place.path));
  if (!answer.ok()) return Fail(answer.error());
  if (json_) {
    std::printf("%s\n", answer->text().c_str());
    return 0;
  }
  const JsonValue entries = answer->root().Find("entries");
  if (!entries.Is(JsonType::kArray)) return Complain("that is no list of files", kExitNoVerdict);
  TextTable table({{"mode"}, {"bytes", TextTable::Align::kRight}, {"modified"}, {"path"}});
  for (const JsonValue& each : entries.Items()) {
    const std::string link = TextOf(each, "link_target");
    const bool folder = TextOf(each, "kind") == "directory";
    table.AddRow({{TextOf(each, "mode")},
                  {TextOf(each, "bytes")},
                  {TextOf(each, "modified_at")},
                  {Printable(TextOf(each, "path") + (folder ? "/" : "") +
                             (link.empty() ? "" : " -> " + link))}});
  }
  PrintTable(table);
  return 0;
}

int SandboxCommand::Remove(const SandboxClient& client) const {
  int exit_code = 0;
  for (const std::string& sandbox : sandboxes_) {
    const auto removed = client.Ask("DELETE", SandboxPath(sandbox));
    if (!removed.ok()) exit_code = Fail(removed.error());
  }
  return exit_code;
}

int SandboxCommand::Logs(const SandboxClient& client) const {
  const auto answer = client.Ask("GET", SandboxPath(sandbox_) + "/logs");
  if (!answer.ok()) return Fail(answer.error());
  const std::string coded = answer->Text("base64");
  const std::string logs = coded.empty() ? answer->Text("logs") : Base64Decode(coded).value_or("");
  std::fwrite(logs.data(), 1, logs.size(), stdout);
  return 0;
}

int SandboxCommand::Pause(const SandboxClient& client) const {
  const auto paused = client.Ask("POST", SandboxPath(sandbox_) + "/pause");
  return paused.ok() ? 0 : Fail(paused.error());
}

int SandboxCommand::Resume(const SandboxClient& client) const {
  const auto resumed = client.Ask("POST", SandboxPath(sandbox_) + "/resume");
  return resumed.ok() ? 0 : Fail(resumed.error());
}

}  // namespace assay
