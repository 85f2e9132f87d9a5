// The program `assay-learn`: a small transformer that learns toy tasks from the verdicts of a
// running server (docs/demo-rl.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include "base/log.h"
#include "lab/fit/infer/study.h"
#include "lab/rl/tiny/report/learning_page.h"
#include "lab/rl/tiny/run/learning_run.h"
#include "lab/rl/tiny/serve/weights_file.h"
#include "rollout/folder/durable_file.h"
#include "service/remote_judge.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kExitFailed = 1, kExitUsage = 2;

int Fail(const std::string& message, int exit_code) {
  std::fprintf(stderr, "assay-learn: %s\n", message.c_str());
  return exit_code;
}

// What the first half foretold of the end; nothing: it holds no curve.
std::string ForecastJson(const Result<fit::Study>& study) {
  JsonWriter json;
  if (!study.ok()) {
    json.BeginObject().Key("why_not").Bytes(study.error().message);
    return json.EndObject().Take();
  }
  json.BeginObject().Key("asymptote").Double(study->a.value);
  json.Key("asymptote_low").Double(study->a.profile.low);
  json.Key("asymptote_high").Double(study->a.profile.high);
  json.Key("c_mid_tokens").Double(study->c_mid.value).Key("b").Double(study->b.value);
  json.Key("half_run_foretells_end_within");
  study->hold_out ? json.Double(study->hold_out->end_error) : json.Null();
  return json.EndObject().Take();
}

int Main(int argc, char** argv) {
  CLI::App app("A small transformer learns toy tasks from the verdicts of a running server.",
               "assay-learn");
  tiny::LearningOptions options;
  std::string url, preset = "intellect3";
  app.add_option("--url", url, "the server that judges, http://HOST:PORT")->required();
  app.add_option("--folder", options.folder, "new folder for curves, batches and weights")
      ->required();
  app.add_option("--loss", preset, "a recipe of docs/losses.md")->capture_default_str();
  app.add_option("--steps", options.steps, "steps from rewards")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  app.add_option("--imitation-steps", options.imitation_steps, "steps of imitation before")
      ->capture_default_str()
      ->check(CLI::Range(0, 100000));
  std::string first_weights;
  app.add_option("--first-weights", first_weights,
                 "weights/0 of another run, in place of imitation");
  app.add_option("--groups", options.groups, "tasks of a step")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  app.add_option("--rollouts", options.rollouts, "tries of each")
      ->capture_default_str()
      ->check(CLI::Range(2, 256));
  app.add_option("--rate", options.rate, "the greatest learning rate")->capture_default_str();
  app.add_option("--last-rate", options.last_rate, "share of it that is left at the end")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--updates", options.updates, "of the weights, for each batch")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));
  app.add_option("--lag", options.lag, "steps that the writer's weights lie behind")
      ->capture_default_str()
      ->check(CLI::Range(0, 64));
  app.add_option("--max-off-policy", options.most_off_policy,
                 "steps that the orchestrator may be ahead")
      ->capture_default_str()
      ->check(CLI::Range(0, 64));
  app.add_option("--faults", options.faults, "share of the verdicts that fail, in outages")
      ->check(CLI::Range(0.0, 0.9));
  bool zeros = false;
  app.add_flag("--faults-are-zeros", zeros, "a fault is a reward of 0, not a mask");
  bool drop_uniform = false;
  app.add_flag("--drop-uniform", drop_uniform, "groups of equal rewards have no part");
  double retire = 0;
  app.add_option("--retire-from", retire, "share of a group from which a task isn't drawn again")
      ->check(CLI::Range(0.01, 1.0));
  app.add_option("--examine-every", options.examine_every, "steps; 0: only first and last")
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of tasks, weights and draws")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const losses::Preset* const found = losses::FindPreset(preset);
  if (found == nullptr) return Fail("--loss: there is no recipe '" + preset + "'", kExitUsage);
  options.recipe = found->recipe;
  options.recipe.length_penalty.reset();  // of thousands of tokens
  if (drop_uniform) options.recipe.drop_uniform = true;
  if (zeros) options.fault_answer = tiny::FaultAnswer::kZero;
  if (retire > 0) options.retire_from = retire;
  const auto address = service::ServerAddress(url, "");
  if (!address.ok()) return Fail("--url: " + address.error().message, kExitUsage);
  // That a step waits for weights is what keeps a small run near its weights.
  InitLogging("error");
  const auto judge = service::MakeRemoteJudge({*address});
  // Later on a judge that is gone is waited for.
  const auto info = judge->Info();
  if (!info.ok() || info->status != 200) {
    return Fail("--url: nobody judges at " + url + ": " +
                    (info.ok() ? fmt::format("status {}", info->status) : info.error().ToString()),
                kExitFailed);
  }
  if (!first_weights.empty()) {
    auto weights = tiny::ReadWeights(first_weights, options.shape);
    if (!weights.ok()) return Fail("--first-weights: " + weights.error().message, kExitUsage);
    options.first_weights = std::move(weights).value();
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto curve = tiny::LearnFromVerdicts(options, judge.get(), [&](const std::string& line) {
    const double s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::fprintf(stderr, "%6.1f s  %s\n", s, line.c_str());
  });
  if (!curve.ok()) {
    const bool theirs = curve.error().code == ErrorCode::kInvalidArgument;
    return Fail(curve.error().ToString(), theirs ? kExitUsage : kExitFailed);
  }
  const fit::NamedRun held_out = tiny::HeldOutRun(*curve);
  const auto study = fit::StudyCurve(held_out.points, held_out.rules);
  const Status written = rollout::WriteDurably(options.folder + "/report.html",
                                               tiny::LearningPage(*curve, options, preset, study));
  if (!written.ok()) return Fail(written.error().ToString(), kExitFailed);
  const tiny::Examination& first = curve->milestones.front().seen;
  const tiny::Examination& last = curve->milestones.back().seen;
  JsonWriter json;
  json.BeginObject().Key("loss").Bytes(preset).Key("seed").Int(static_cast<int64_t>(options.seed));
  json.Key("tasks").Int(last.tasks).Key("first").Double(first.share());
  json.Key("last").Double(last.share()).Key("steps").Int(static_cast<int64_t>(curve->steps.size()));
  json.Key("tokens").Int(curve->milestones.back().tokens);
  json.Key("imitation_s").Double(curve->imitation_s).Key("rewards_s").Double(curve->rewards_s);
  json.Key("forecast").Raw(ForecastJson(study));
  std::printf("%s\n", json.EndObject().Take().c_str());
  return 0;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  return assay::Main(argc, argv);
}
