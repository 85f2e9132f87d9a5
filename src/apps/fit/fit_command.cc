// Run() goes to one of the four: a fit, a fit of a file that grows, a comparison, a simulation.
#include "apps/fit/fit_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <utility>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "base/files/same_file.h"
#include "lab/fit/infer/compare.h"
#include "lab/fit/report/fit_json.h"
#include "lab/fit/report/fit_page.h"
#include "lab/fit/report/fit_text.h"
#include "rollout/folder/durable_file.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kExitAlarm = 1, kExitUsage = 2;
// ScaleRL (section 6): above a tenth cut off, runs became unstable; its own stayed below a
// twentieth.
constexpr double kTruncationWarning = 0.05, kTruncationAlarm = 0.10;
constexpr double kLongestEvery = 3600;
constexpr int kMostRuns = 100'000;
constexpr double kMostSimulated = 1e6;  // evaluations of a run

int Complain(const std::string& message) {
  std::fprintf(stderr, "assay fit: %s\n", message.c_str());
  return kExitUsage;
}

void Print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void Tell(const std::vector<std::string>& alarms) {
  for (const std::string& alarm : alarms) std::fprintf(stderr, "alarm: %s\n", alarm.c_str());
}

}  // namespace

void FitCommand::AddTo(CommandLine* command) {
  const auto outputs = [this](CommandLine* app) {
    app->Flag("--json", json_, "one JSON object instead of text");
    app->Option("--svg", svg_, "file for the curve as a picture");
    app->Option("--html", html_, "file for a page with pictures and all numbers");
  };
  command->Option(
      "file", file_,
      "metrics of a run: CSV, JSONL or JSON (also TRL's trainer_state.json), Parquet, a "
      "TensorBoard event file, or a log with verl's lines");
  curve_.AddTo(command);
  outputs(command);
  command->Option("--target", target_, "alarm when A is surely below this, or foretold to be");
  command->Flag("--follow", follow_,
                "go on as the file grows: a line for each fit, alarms as they come");
  command->Option("--until", until_, "end --follow once this compute is reached; 0: never [0]");
  command->Option("--every-s", every_s_, "seconds between two looks at the file [5]");

  compare_ = command->Verb("compare", "which of several runs ends higher, and which is faster");
  compare_->Option("files", files_, "metrics of two runs or more; or one file, with --y repeated");
  curve_.AddTo(compare_);
  outputs(compare_);

  simulate_ = command->Verb(
      "simulate",
      "evaluations of a law that is known, as CSV; with --runs, how well fits find it again");
  simulate_->Option("--A", simulation_.law.a, "what the reward tends to").Required();
  simulate_->Option("--B", simulation_.law.b, "how steep the way is").Required();
  simulate_->Option("--c-mid", simulation_.law.c_mid, "compute at which half of the gain is had")
      .Required();
  simulate_->Option("--r0", simulation_.law.r0, "reward before training").Required();
  simulate_->Option("--from", simulation_.from, "compute of the first evaluation [as --every]");
  simulate_->Option("--to", simulation_.to, "compute of the last one").Required();
  simulate_->Option("--every", simulation_.every, "compute between two").Required();
  simulate_->Option("--noise", simulation_.noise, "standard deviation of an evaluation [0]");
  simulate_->Option("--seed", simulation_.seed, "of the noise [0]");
  simulate_->Option("--runs", runs_,
                    "so many runs are made and fitted, with seeds from --seed on [0]");
  simulate_->Option("--bootstrap", draws_, "draws of the residuals in each of these fits [1000]");
  simulate_->Flag("--json", json_, "of --runs: one JSON object instead of text");
}

int FitCommand::Run(const Options&) const {
  if (simulate_->Given()) return RunSimulate();
  if (const std::string fault = curve_.Fault(); !fault.empty()) return Complain(fault);
  const Status kept = CheckPictures(compare_->Given() ? files_ : std::vector{file_});
  if (!kept.ok()) return Complain(kept.error().message);
  if (compare_->Given()) return RunCompare();
  if (file_.empty()) return Complain("name a file of metrics (see --help)");
  if (curve_.rewards().size() != 1)
    return Complain("--y: one column is fitted; `assay fit compare` takes several");
  if (until_ < 0) return Complain("--until: must not be negative");
  if (!(every_s_ > 0) || every_s_ > kLongestEvery) {
    return Complain(fmt::format("--every-s: must be above 0 and at most {}", kLongestEvery));
  }
  return follow_ ? RunFollow() : RunFit();
}

Status FitCommand::CheckPictures(const std::vector<std::string>& inputs) const {
  for (const auto& [option, path] : {std::pair{"--svg", &svg_}, std::pair{"--html", &html_}}) {
    const Status kept = RefuseOverwriting(*path, inputs);
    if (!kept.ok()) return InvalidField("fit.pictures", option, kept.error().message);
  }
  return {};
}

int FitCommand::WritePictures(const std::vector<fit::NamedRun>& runs,
                              const std::vector<fit::Study>& studies,
                              const std::function<std::string(const fit::PlotNames&)>& page) const {
  const std::vector<std::string>& columns = curve_.rewards();
  const fit::PlotNames names{curve_.ComputeName(),
                             columns.size() == 1 ? columns.front() : "reward"};
  Status written;
  if (!svg_.empty()) written = rollout::WriteDurably(svg_, fit::CurveSvg(runs, studies, names));
  if (written.ok() && !html_.empty()) written = rollout::WriteDurably(html_, page(names));
  return written.ok() ? 0 : Complain(written.error().ToSentence());
}

int FitCommand::WritePictures(const LoadedRun& loaded, const fit::Study& study) const {
  return WritePictures({loaded.run}, {study}, [&](const fit::PlotNames& names) {
    return fit::StudyPage(loaded.run, study, names);
  });
}

std::vector<std::string> FitCommand::AlarmsOf(const fit::Study& study, const LoadedRun& run) const {
  std::vector<std::string> alarms;
  if (target_ > 0 && study.identified != fit::Identified::kNo && study.a.profile.high < target_) {
    alarms.push_back(fmt::format("the asymptote is surely below {}: at most {:.4f}", target_,
                                 study.a.profile.high));
  }
  for (const fit::Forecast& forecast : study.forecasts) {
    if (target_ > 0 && forecast.curve && forecast.curve->high < target_) {
      alarms.push_back(fmt::format("at {} the reward is foretold to be below {}: at most {:.4f}",
                                   fit::ShortNumber(forecast.compute), target_,
                                   forecast.curve->high));
    }
  }
  if (run.truncation && *run.truncation > kTruncationAlarm) {
    alarms.push_back(
        fmt::format("{:.1f} % of completions are cut off; above {:.0f} % runs become unstable",
                    100 * *run.truncation, 100 * kTruncationAlarm));
  }
  return alarms;
}

int FitCommand::RunFit() const {
  const std::string& y = curve_.rewards().front();
  const Result<LoadedRun> loaded = curve_.Load(file_, y);
  if (!loaded.ok()) return Complain(loaded.error().message);
  Result<fit::Study> study = fit::StudyCurve(loaded->run.points, loaded->run.rules);
  if (!study.ok()) {
    return Complain(file_ + ": " + study.error().message +
                    (loaded->left_out.empty() ? "" : "; left out: " + loaded->left_out));
  }
  if (loaded->truncation && *loaded->truncation > kTruncationWarning) {
    study->warnings.push_back(
        fmt::format("{:.1f} % of completions are cut off; steady runs stay below {:.0f} %",
                    100 * *loaded->truncation, 100 * kTruncationWarning));
  }
  if (const int failed = WritePictures(*loaded, *study)) return failed;
  if (json_) {
    Print(fit::StudyJson(*study) + "\n");
  } else {
    Print((loaded->left_out.empty() ? "" : "left out: " + loaded->left_out + "\n") +
          fit::StudyText(*study));
  }
  const std::vector<std::string> alarms = AlarmsOf(*study, *loaded);
  Tell(alarms);
  return alarms.empty() ? 0 : kExitAlarm;
}

// What is known of a file that grows.
struct FitCommand::Followed {
  std::filesystem::file_time_type written = {};
  uintmax_t bytes = 0;
  double until = 0;  // the last compute that was fitted
  std::vector<std::string> alarms;
  int failed = 0;  // an exit code

  // Whether the file may have more than at the last look; also when nobody can tell.
  bool Changed(const std::string& path) {
    std::error_code unknown, not_there;
    const auto now = std::filesystem::last_write_time(path, unknown);
    const uintmax_t size = std::filesystem::file_size(path, not_there);
    if (!unknown && !not_there && now == written && size == bytes) return false;
    written = now;
    bytes = size;
    return true;
  }
};

// The Error says what is in the way of a fit.
Status FitCommand::LookAgain(Followed* followed) const {
  ASSAY_ASSIGN_OR_RETURN(const LoadedRun loaded,
                         curve_.Load(file_, curve_.rewards().front(), fit::LastRow::kMayBeCut));
  const std::vector<fit::Point>& points = loaded.run.points;
  if (points.empty() || points.back().compute <= followed->until) return {};
  ASSAY_ASSIGN_OR_RETURN(const fit::Study study, fit::StudyCurve(points, loaded.run.rules));
  followed->until = study.most_compute;
  Print((json_ ? fit::StudyJson(study) : fit::StudyLine(study)) + "\n");
  std::vector<std::string> alarms = AlarmsOf(study, loaded);
  if (alarms != followed->alarms) Tell(alarms);
  followed->alarms = std::move(alarms);
  followed->failed = WritePictures(loaded, study);
  return {};
}

int FitCommand::RunFollow() const {
  const Interrupt interrupt;
  Followed followed;
  std::string trouble;
  while (true) {
    if (followed.Changed(file_)) {
      const Status looked = LookAgain(&followed);
      if (followed.failed != 0) return followed.failed;
      // What is in the way, once: a file that isn't there yet, too few evaluations.
      const std::string said = looked.ok() ? "" : looked.error().message;
      if (!said.empty() && said != trouble) Complain(said);
      trouble = said;
    }
    if (until_ > 0 && followed.until >= until_) return followed.alarms.empty() ? 0 : kExitAlarm;
    const auto next = std::chrono::steady_clock::now() + std::chrono::duration<double>(every_s_);
    while (std::chrono::steady_clock::now() < next) {
      if (interrupt.Raised()) return kExitInterrupted;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

int FitCommand::RunCompare() const {
  std::vector<fit::NamedRun> runs;
  const std::vector<std::string>& columns = curve_.rewards();
  if (files_.empty()) return Complain("name the files of two runs (see --help)");
  if (columns.size() > 1 && files_.size() > 1) {
    return Complain("--y: several columns are of one file; of several files the same one is taken");
  }
  if (columns.size() * files_.size() < 2)
    return Complain("name two files, or two columns of one by --y");
  for (const std::string& file : files_) {
    for (const std::string& column : columns) {
      Result<LoadedRun> loaded = curve_.Load(file, column);
      if (!loaded.ok()) return Complain(loaded.error().message);
      runs.push_back(std::move(loaded->run));
    }
  }
  // Files of one name in several folders.
  for (size_t i = 0; i < runs.size(); ++i) {
    for (size_t j = 0; j < i && columns.size() == 1; ++j) {
      if (runs[i].name == runs[j].name) {
        runs[i].name = files_[i];
        runs[j].name = files_[j];
      }
    }
  }
  const Result<fit::RunComparison> comparison = fit::CompareRuns(runs);
  if (!comparison.ok()) return Complain(comparison.error().message);
  if (const int failed = WritePictures(runs, comparison->studies, [&](const fit::PlotNames& names) {
        return fit::ComparisonPage(runs, *comparison, names);
      })) {
    return failed;
  }
  Print(json_ ? fit::ComparisonJson(*comparison) + "\n" : fit::ComparisonText(*comparison));
  return 0;
}

int FitCommand::RunSimulate() const {
  fit::Simulation simulation = simulation_;
  const fit::Law& law = simulation.law;
  if (!(law.a > 0 && law.a <= 1)) return Complain("--A: must be above 0 and at most 1");
  if (!(law.b > 0) || !std::isfinite(law.b)) return Complain("--B: must be above 0");
  if (!(law.c_mid > 0) || !std::isfinite(law.c_mid)) return Complain("--c-mid: must be above 0");
  if (!(law.r0 >= 0 && law.r0 < law.a)) return Complain("--r0: must be from 0 to --A");
  if (!(simulation.every > 0) || !std::isfinite(simulation.every)) {
    return Complain("--every: must be above 0");
  }
  if (simulation.from == 0) simulation.from = simulation.every;
  if (!(simulation.from > 0)) return Complain("--from: must be above 0");
  if (!(simulation.to >= simulation.from)) return Complain("--to: is less than --from");
  if ((simulation.to - simulation.from) / simulation.every > kMostSimulated) {
    return Complain(fmt::format("--every: gives more than {:.0f} evaluations", kMostSimulated));
  }
  if (!(simulation.noise >= 0 && simulation.noise <= 1)) {
    return Complain("--noise: must be from 0 to 1, as rewards are");
  }
  if (runs_ < 0 || runs_ > kMostRuns)
    return Complain(fmt::format("--runs: must be from 0 to {}", kMostRuns));
  if (draws_ < 0 || draws_ > kMostRuns)
    return Complain(fmt::format("--bootstrap: must be from 0 to {}", kMostRuns));
  if (runs_ == 0) {
    std::string csv = "compute,reward\n";
    for (const fit::Point& point : fit::SimulatedPoints(simulation)) {
      csv += fmt::format("{},{}\n", point.compute, point.reward);
    }
    Print(csv);
    return 0;
  }
  fit::StudyRules rules;
  rules.r0 = law.r0;
  rules.resample.draws = draws_;
  ProgressBar bar(stderr, static_cast<size_t>(runs_));
  const fit::RecoveryStudy recovery = fit::StudyRecovery(
      simulation, runs_, rules, [&](int done) { bar.Update(static_cast<size_t>(done), "fitted"); });
  bar.Clear();
  Print(json_ ? fit::RecoveryJson(simulation, recovery) + "\n"
              : fit::RecoveryText(simulation, recovery));
  return 0;
}

}  // namespace assay
