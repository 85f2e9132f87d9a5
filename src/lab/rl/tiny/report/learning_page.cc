#include "lab/rl/tiny/report/learning_page.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "lab/fit/report/fit_page.h"
#include "lab/fit/report/fit_text.h"
#include "lab/shared/html/page.h"
#include "lab/shared/plots/curve_plot.h"

namespace assay::tiny {
namespace {

using lab::Html;

void Summary(const LearningCurve& curve, const Result<fit::Study>& study, Html* html) {
  const Examination& first = curve.milestones.front().seen;
  const Examination& last = curve.milestones.back().seen;
  html->Raw("<div class=\"cards\">");
  lab::WriteCard("held-out tasks solved",
                 fmt::format("{:.3f} → {:.3f}", first.share(), last.share()),
                 fmt::format("{} and {} of {}", first.solved, last.solved, last.tasks), html);
  lab::WriteCard("from rewards", fmt::format("{} steps", curve.steps.size()),
                 fmt::format("{} tokens in {:.0f} s, after {:.0f} s of imitation",
                             curve.milestones.back().tokens, curve.rewards_s, curve.imitation_s),
                 html);
  if (study.ok() && study->hold_out) {
    lab::WriteCard("foretold by the first half",
                   fmt::format("{:+.3f} off", study->hold_out->end_error),
                   fmt::format("from {} examinations", study->hold_out->fitted), html);
  }
  html->Raw("</div>\n");
}

std::string OptionsText(const LearningOptions& options, const std::string& recipe) {
  std::string text = fmt::format(
      "Recipe {}, {} tasks of {} tries a step, {} update{} of a batch, writer's weights {} step{} "
      "behind, seed {}",
      recipe, options.groups, options.rollouts, options.updates, options.updates == 1 ? "" : "s",
      options.lag, options.lag == 1 ? "" : "s", options.seed);
  if (options.recipe.drop_uniform) text += ", without groups of equal rewards";
  if (options.faults > 0) {
    text += fmt::format(", {:.0f} % of the verdicts fail and are {}", 100 * options.faults,
                        options.fault_answer == FaultAnswer::kZero ? "zeros" : "masked");
  }
  if (options.retire_from)
    text += fmt::format(", tasks are retired from {:.2f} on", *options.retire_from);
  return text + ".";
}

// What is drawn over the steps.
struct StepPlot {
  const char* title;
  const char* description;
  double (*of)(const StepReport&);
};
constexpr StepPlot kStepPlots[] = {
    {"reward", "Mean reward of a batch's rollouts that have a verdict, by step.",
     [](const StepReport& each) { return each.reward; }},
    {"entropy", "Entropy of a token in nats, by step.",
     [](const StepReport& each) { return each.entropy; }},
    {"length", "Tokens of a rollout, by step.", [](const StepReport& each) { return each.length; }},
    {"gradient", "Norm of the gradient before it is shortened, by step.",
     [](const StepReport& each) { return each.gradient; }},
    {"clipped share", "Share of tokens that the recipe clips or masks, by step.",
     [](const StepReport& each) { return each.clipped_share; }},
    {"mismatch KL", "Divergence of the trainer's weights from those that wrote the batch, by step.",
     [](const StepReport& each) { return each.mismatch_kl; }},
};
constexpr StepPlot kMaskedPlot = {
    "masked rollouts", "Rollouts without a verdict, by step.",
    [](const StepReport& each) { return static_cast<double>(each.masked); }};

void Draw(const StepPlot& plot, const LearningCurve& curve, Html* html) {
  lab::CurveSeries series;
  series.name = plot.title;
  for (const LearningStep& step : curve.steps)
    series.curve.push_back({static_cast<double>(step.step), plot.of(step.report)});
  html->Raw(lab::CurvePlot({plot.title, plot.description}, {"step", false}, {plot.title, false},
                           {std::move(series)}));
}

void Examinations(const LearningCurve& curve, Html* html) {
  html->Element("h2", "Examinations");
  html->Raw("<div class=\"scroll\"><table><tr>");
  for (const char* title : {"step", "tokens", "solved", "of", "share", "sums solved", "of"})
    html->Element("th", "number", title);
  html->Raw("</tr>\n");
  for (const Milestone& each : curve.milestones) {
    html->Raw("<tr>");
    const Examination& seen = each.seen;
    for (const int64_t number : {each.step, each.tokens, seen.solved, seen.tasks})
      html->Element("td", "number", fmt::format("{}", number));
    html->Element("td", "number", fmt::format("{:.3f}", seen.share()));
    for (const int64_t number : {seen.solved_sums, seen.sums})
      html->Element("td", "number", fmt::format("{}", number));
    html->Raw("</tr>\n");
  }
  html->Raw("</table></div>\n");
}

}  // namespace

fit::NamedRun HeldOutRun(const LearningCurve& curve) {
  fit::NamedRun run;
  run.name = "held-out tasks";
  for (const Milestone& milestone : curve.milestones) {
    if (milestone.tokens == 0) continue;
    run.points.push_back({static_cast<double>(milestone.tokens), milestone.seen.share(),
                          static_cast<double>(milestone.seen.tasks)});
  }
  run.rules.r0 = curve.milestones.front().seen.share();
  return run;
}

std::string LearningPage(const LearningCurve& curve, const LearningOptions& options,
                         const std::string& recipe, const Result<fit::Study>& study) {
  Html html = lab::BeginPage("A run that learned from verdicts");
  html.Element("h1", "A run that learned from verdicts");
  html.Element("p", "dim", OptionsText(options, recipe));
  Summary(curve, study, &html);
  html.Element("h2", "Held-out tasks");
  if (study.ok()) {
    html.Raw(fit::CurveFigure({HeldOutRun(curve)}, {*study}, {"tokens", "share solved"}));
    html.Raw("<pre>").Text(fit::StudyText(*study)).Raw("</pre>\n");
  } else {
    html.Element("p", "left-out", "No law goes through them: " + study.error().message);
  }
  html.Element("h2", "While it learned");
  for (const StepPlot& plot : kStepPlots) Draw(plot, curve, &html);
  if (options.faults > 0) Draw(kMaskedPlot, curve, &html);
  Examinations(curve, &html);
  lab::EndPage(&html);
  return html.Take();
}

}  // namespace assay::tiny
