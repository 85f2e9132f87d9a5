#include "apps/commands/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/ask/batch.h"
#include "apps/ask/bundle_file.h"
#include "apps/ask/single_run.h"
#include "apps/cli/terminal.h"
#include "apps/package/package_command.h"
#include "apps/setup/input_file.h"
#include "apps/setup/machine.h"
#include "base/text.h"
#include "data/packages/load_package.h"
#include "text/json_reader.h"

namespace assay {
namespace {

int Fail(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay run: %s\n", message.c_str());
  return exit_code;
}

}  // namespace

void RunCommand::AddTo(CommandLine* command) {
  command->Option("file", file_, "program to judge; the language follows from its extension");
  command->Option("--batch", batch_,
                  "instead: submissions, one JSON object of POST /v1/verify a line, with "
                  "\"expect\" (a verdict or "
                  "a list of them; [AC]) for what is right; - is stdin");
  command->Option("--package", package_,
                  "instead: a folder with an ICPC or Kattis problem package; all its "
                  "submissions are judged");
  command->Option("--package-time-limit-s", package_time_limit_s_,
                  "time limit of the package's problem [what it says]");
  command->Option("--package-total-time-s", package_total_time_s_,
                  "what isn't judged by then is shown as such; 0: no end [3600]");
  command->Option("--language", language_, "language of the file [by its extension]");
  command->Option("--input", inputs_, "file with the program's stdin; - is stdin; once for a test")
      .OnceEach();
  command
      ->Option("--expect", expects_,
               "file with the expected stdout, but for a byte order mark; without one the program "
               "is only run")
      .OnceEach();
  command->Option("--compare", compare_,
                  "default, exact, lines, tokens, float, yesno, unordered_lines, icpc, or a "
                  "checker of testlib's: testlib-wcmp, testlib-rcmp6… [default]");
  command->Option("--checker", checker_,
                  "source of a special judge that reads the output; its language follows from "
                  "the extension");
  command->Option("--checker-kind", checker_kind_,
                  "scalebox, testlib, icpc or cms [testlib when it includes testlib.h, else "
                  "scalebox]");
  command->Option("--interactor", interactor_, "source of a judge that talks with the program");
  command->Option("--interactor-kind", interactor_kind_, "testlib or icpc [testlib]");
  command->Option("--cpu-time-s", cpu_time_s_, "CPU time limit of a test [10]");
  command->Option("--wall-time-s", wall_time_s_, "wall time limit of a test [the CPU limit]");
  command->Option("--memory-mb", memory_mb_, "memory limit of a test, in MiB [1024]");
  server_.AddTo(command);
  command->Option("--parallel", parallel_, "batch: requests under way [what the slots can use]");
  command->Option("--bundle", bundle_,
                  "file for verdict bundles, one a line, that `assay rejudge` reproduces");
  command->Flag("--embed-tests", embed_tests_, "bundles hold their problems, even large ones");
  command->Flag("--json", json_, "results as JSON lines (as when stdout is no terminal)");
  command->Flag("--table", table_, "results as text even when stdout is no terminal");
  command->Flag("--stop", stop_, "batch: send no more after the first one that is not as expected");
}

int RunCommand::Run(const Options& options) const {
  if (static_cast<int>(!file_.empty()) + !batch_.empty() + !package_.empty() != 1) {
    return Fail(kExitUsage, "give either a file, --batch or --package (see --help)");
  }
  if (embed_tests_ && bundle_.empty()) return Fail(kExitUsage, "--embed-tests needs --bundle");
  if (json_ && table_) return Fail(kExitUsage, "--json and --table exclude each other");
  if (!package_.empty()) return RunPackageFolder(options);
  return batch_.empty() ? RunFile(options) : RunBatchFile(options);
}

int RunCommand::RunPackageFolder(const Options& options) const {
  if (!server_.url.empty()) return Fail(kExitUsage, "--package is judged here, not by a server");
  if (!bundle_.empty()) return Fail(kExitUsage, "--bundle is for a file or a --batch");
  const auto package = LoadPackage(package_);
  if (!package.ok()) return Fail(kExitUsage, package.error().message);
  auto machine = Machine::Create(options, PrecompiledHeaderUse::kMakeFirst);
  if (!machine.ok()) return Fail(ExitCodeOf(machine.error()), machine.error().ToString());
  PackageRunOptions run;
  run.json = json_ || (!table_ && !IsTerminal(stdout));
  run.time_limit_s = package_time_limit_s_;
  run.total_time_s = package_total_time_s_;
  return RunPackage(*package, run, **machine);
}

Result<LineFile> RunCommand::CreateBundles() const {
  std::vector<std::string> inputs = {file_, batch_, checker_, interactor_};
  inputs.insert(inputs.end(), inputs_.begin(), inputs_.end());
  inputs.insert(inputs.end(), expects_.begin(), expects_.end());
  std::replace(inputs.begin(), inputs.end(), std::string("-"), std::string("/dev/stdin"));
  return LineFile::Open(bundle_, inputs, {.option = "--bundle", .secret = true});
}

int RunCommand::RunBatchFile(const Options& options) const {
  const auto text = ReadWholeFile(batch_);
  if (!text.ok()) return Fail(kExitUsage, text.error().message);
  auto items = ParseBatch(*text);
  if (!items.ok()) return Fail(kExitUsage, fmt::format("{}: {}", batch_, items.error().message));
  std::optional<LineFile> bundles;
  if (!bundle_.empty()) {
    auto file = CreateBundles();
    if (!file.ok()) return Fail(kExitUsage, file.error().message);
    bundles.emplace(std::move(file).value());
    for (BatchItem& item : *items) {
      if (item.fault.empty()) item.json = WithBundle(item.json, embed_tests_);
    }
  }
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return Fail(ExitCodeOf(judge.error()), judge.error().ToString());

  BatchOptions batch;
  batch.output =
      json_ || (!table_ && !IsTerminal(stdout)) ? BatchOutput::kJsonLines : BatchOutput::kTable;
  batch.stop_at_miss = stop_;
  batch.parallel = parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge);
  batch.bundles = bundles ? &*bundles : nullptr;
  const Interrupt interrupt;
  batch.interrupt = &interrupt;
  return RunBatch(*items, batch, **judge, stdout, stderr);
}

int RunCommand::RunFile(const Options& options) const {
  SingleRun single;
  single.language = language_.empty() ? LanguageOfFile(options.languages, file_) : language_;
  if (single.language.empty()) {
    return Fail(kExitUsage, file_ + ": unknown extension; name the language with --language");
  }
  if (!expects_.empty() && inputs_.size() > 1 && inputs_.size() != expects_.size()) {
    return Fail(kExitUsage, "give as many --input as --expect");
  }
  const bool judged = !expects_.empty() || !checker_.empty() || !interactor_.empty();
  if (!judged && inputs_.size() > 1) {
    return Fail(kExitUsage,
                "without --expect, --checker or --interactor there is one --input at most");
  }
  std::string message;
  const auto read = [&](const std::string& path, std::string* text) {
    auto result = ReadTextFile(path);
    if (result.ok()) {
      *text = std::move(result).value();
    } else if (message.empty()) {
      message = result.error().message;
    }
  };
  read(file_, &single.code);
  for (size_t i = 0; i < std::max<size_t>({inputs_.size(), expects_.size(), 1}); ++i) {
    SingleRun::Test test;
    if (i < inputs_.size()) read(inputs_[i], &test.input);
    if (i < expects_.size()) {
      std::string& expected = test.expected.emplace();
      read(expects_[i], &expected);
      // What an editor puts before a text; no program prints it.
      if (StartsWith(expected, "\xEF\xBB\xBF")) expected.erase(0, 3);
    }
    single.tests.push_back(std::move(test));
  }
  const auto read_judge = [&](const char* option, const std::string& path,
                              const std::string& kind) {
    SingleRun::Judge judge{.kind = kind};
    std::string fault;
    if (!path.empty()) {
      read(path, &judge.source);
      judge.language = LanguageOfFile(options.languages, path);
      if (judge.language.empty()) fault = fmt::format("--{}: {}: unknown extension", option, path);
    } else if (!kind.empty()) {
      fault = fmt::format("--{0}-kind needs --{0}", option);
    }
    if (message.empty()) message = fault;
    return judge;
  };
  single.checker = read_judge("checker", checker_, checker_kind_);
  single.interactor = read_judge("interactor", interactor_, interactor_kind_);
  if (!message.empty()) return Fail(kExitUsage, message);
  single.compare = compare_;
  single.cpu_time_s = cpu_time_s_;
  single.wall_time_s = wall_time_s_;
  single.memory_mb = memory_mb_;

  std::string request = SubmissionJson(single);
  std::optional<LineFile> bundles;
  if (!bundle_.empty()) {
    auto file = CreateBundles();
    if (!file.ok()) return Fail(kExitUsage, file.error().message);
    bundles.emplace(std::move(file).value());
    request = WithBundle(request, embed_tests_);
  }
  // A bundle names every toolchain; otherwise only those that are used are looked for.
  std::vector<std::string> only;
  if (bundle_.empty()) {
    for (const std::string* language :
         {&single.language, &single.checker.language, &single.interactor.language}) {
      if (!language->empty()) only.push_back(*language);
    }
  }
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kAsItIs, only);
  if (!judge.ok()) return Fail(ExitCodeOf(judge.error()), judge.error().ToString());
  const auto answer = (*judge)->Verify(std::move(request));
  VerdictView view = ViewOf(answer);
  if (view.verdict.empty()) {
    // A refusal names the field at fault: the arguments were wrong.
    const bool refused = answer.ok() && answer->status / 100 == 4;
    return Fail(refused ? kExitUsage : kExitNoVerdict, view.message);
  }
  Status kept;
  if (bundles) {
    if (const std::string bundle = TakeBundle(&view.json); !bundle.empty()) {
      kept = bundles->Write(bundle);
      if (kept.ok()) kept = bundles->Finish();
    }
  }
  if (json_ || (!table_ && judged && !IsTerminal(stdout))) {
    std::fprintf(stdout, "%s\n", view.json.c_str());
  } else {
    PrintSingleResult(view, !judged, stdout, stderr);
  }
  if (!kept.ok()) return TellError("run", kept.error());
  if (view.verdict == "IE") return kExitNoVerdict;
  return view.verdict == "AC" ? 0 : 1;
}

}  // namespace assay
