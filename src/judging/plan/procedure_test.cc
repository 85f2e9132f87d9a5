#include "judging/plan/procedure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "judging/testing.h"

namespace assay {
namespace {

constexpr auto kStdin = ProblemMode::kStdinStdout;

Problem Make(ProblemMode mode, const std::function<void(Problem&)>& change = {}) {
  Problem problem;
  problem.mode = mode;
  problem.function_name = "f";
  problem.assert_code = "assert f()";
  if (change) change(problem);
  return problem;
}

std::string Refusal(const Problem& problem) {
  const auto procedure = ChooseProcedure(problem);
  if (procedure.ok()) return "accepted";
  EXPECT_EQ(procedure.error().code, ErrorCode::kInvalidArgument);
  return procedure.error().field;
}

void AddInteractor(CheckerKind kind, Problem& problem) {
  problem.checker.emplace();
  problem.checker->kind = kind;
  problem.checker->interactive = true;
}

TEST(ChooseProcedure, IsDecidedByTheModeAndTheJudges) {
  const auto chosen = [](const Problem& problem) {
    const auto procedure = ChooseProcedure(problem);
    EXPECT_TRUE(procedure.ok()) << procedure.error().ToString();
    return procedure->index();
  };
  const auto index = [](const Procedure& procedure) { return procedure.index(); };
  EXPECT_EQ(chosen(Make(ProblemMode::kRun)), index(PlainRun{}));
  EXPECT_EQ(chosen(Make(kStdin)), index(StdinCompare{}));
  EXPECT_EQ(chosen(Make(kStdin, [](Problem& p) { p.checker.emplace(); })), index(StdinCompare{}));
  EXPECT_EQ(chosen(Make(ProblemMode::kFunctionCall)), index(FunctionCall{}));
  EXPECT_EQ(chosen(Make(ProblemMode::kAssert)), index(Asserts{}));
  EXPECT_EQ(chosen(Make(kStdin, [](Problem& p) { AddInteractor(CheckerKind::kIcpc, p); })),
            index(Interactive{}));
}

TEST(ChooseProcedure, CarriesTheProblemsJudges) {
  const Problem plain = Make(kStdin);
  EXPECT_FALSE(std::get<StdinCompare>(*ChooseProcedure(plain)).checker);

  const Problem checked = Make(kStdin, [](Problem& p) { p.checker.emplace(); });
  const auto compare = std::get<StdinCompare>(*ChooseProcedure(checked));
  ASSERT_TRUE(compare.checker);
  EXPECT_EQ(compare.checker->rules, &*checked.checker);
  EXPECT_EQ(compare.checker->program, kCheckerProgram);

  const Problem talking = Make(kStdin, [](Problem& p) {
    AddInteractor(CheckerKind::kTestlib, p);
    p.transcript_checker.emplace();
  });
  const auto interactive = std::get<Interactive>(*ChooseProcedure(talking));
  EXPECT_EQ(interactive.interactor.rules, &*talking.checker);
  ASSERT_TRUE(interactive.transcript_checker);
  EXPECT_EQ(interactive.transcript_checker->rules, &*talking.transcript_checker);
  EXPECT_EQ(interactive.transcript_checker->program, kTranscriptCheckerProgram);
}

TEST(ChooseProcedure, RefusesWhatModesLack) {
  EXPECT_EQ(Refusal(Make(ProblemMode::kFunctionCall, [](Problem& p) { p.function_name = ""; })),
            "problem.function_name");
  EXPECT_EQ(Refusal(Make(ProblemMode::kAssert, [](Problem& p) { p.assert_code = ""; })),
            "problem.assert_code");
}

TEST(ChooseProcedure, RefusesInteractorsThatCannotTalk) {
  for (const CheckerKind kind : {CheckerKind::kScaleBox, CheckerKind::kCms}) {
    EXPECT_EQ(Refusal(Make(kStdin, [&](Problem& p) { AddInteractor(kind, p); })),
              "problem.interactor.kind");
  }
  for (const ProblemMode mode :
       {ProblemMode::kRun, ProblemMode::kFunctionCall, ProblemMode::kAssert}) {
    EXPECT_EQ(Refusal(Make(mode, [](Problem& p) { AddInteractor(CheckerKind::kIcpc, p); })),
              "problem.interactor");
  }
}

TEST(ChooseProcedure, RefusesASecondJudgeButOfTranscripts) {
  EXPECT_EQ(Refusal(Make(kStdin, [](Problem& p) { p.transcript_checker.emplace(); })),
            "problem.checker");
  const auto beside = [](CheckerKind kind, const std::function<void(Checker&)>& change) {
    return Refusal(Make(kStdin, [&](Problem& p) {
      AddInteractor(kind, p);
      change(p.transcript_checker.emplace());
    }));
  };
  EXPECT_EQ(beside(CheckerKind::kTestlib, [](Checker&) {}), "accepted");
  EXPECT_EQ(beside(CheckerKind::kIcpc, [](Checker&) {}), "problem.checker");
  EXPECT_EQ(beside(CheckerKind::kTestlib, [](Checker& c) { c.interactive = true; }),
            "problem.checker");
  EXPECT_EQ(beside(CheckerKind::kTestlib,
                   [](Checker& c) {
                     c.kind = CheckerKind::kIcpc;
                     c.passes = 2;
                   }),
            "problem.checker.passes");
}

TEST(ChooseProcedure, RefusesJudgesWithImpossibleTerms) {
  const auto refusal = [](const std::function<void(Checker&)>& change) {
    return Refusal(Make(kStdin, [&](Problem& p) { change(p.checker.emplace()); }));
  };
  EXPECT_EQ(refusal([](Checker& c) { c.max_points = 0; }), "problem.checker.max_points");
  EXPECT_EQ(refusal([](Checker& c) { c.passes = 0; }), "problem.checker.passes");
  EXPECT_EQ(refusal([](Checker& c) { c.passes = 2; }), "problem.checker.passes");
  EXPECT_EQ(refusal([](Checker& c) {
              c.kind = CheckerKind::kIcpc;
              c.passes = 2;
            }),
            "accepted");
  EXPECT_EQ(refusal([](Checker& c) { c.arguments = {std::string("a\0b", 3)}; }),
            "problem.checker.arguments");
  EXPECT_EQ(refusal([](Checker& c) { c.files["../x"] = Blob::Empty(); }), "problem.checker.files");
}

}  // namespace
}  // namespace assay
