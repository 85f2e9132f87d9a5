#include "sandbox/tiers/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <string>

#include "model/isolation.h"
#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Status Nothing(BoxMaking&) {
  return {};
}
constexpr BoxStep kNoSteps[] = {{"nothing", Nothing}};

HostReport Stands() {
  HostReport report;
  AddRequired(report, "a thing", 0, "", "", "");
  Conclude("stands", report);
  return report;
}
HostReport Falls() {
  HostReport report;
  AddRequired(report, "a thing", EPERM, "", "all is lost", "turn the switch");
  Conclude("falls", report);
  return report;
}
HostReport Limps() {
  HostReport report = Stands();
  report.weak = true;
  report.weakness = "it limps";
  return report;
}

constexpr Tier kStands{"stands", Stands, kNoSteps, nullptr, ProgramUser::kOwn};
constexpr Tier kFalls{"falls", Falls, kNoSteps, nullptr, ProgramUser::kOwn};
constexpr Tier kLimps{"limps", Limps, kNoSteps, nullptr, ProgramUser::kOwn};
constexpr Tier kAsked{.name = "asked",
                      .probe = Stands,
                      .steps = kNoSteps,
                      .open_accounting = nullptr,
                      .program_user = ProgramUser::kOwn,
                      .only_by_name = "it leaks"};
constexpr Tier kUnbuilt{"unbuilt", Stands, {}, nullptr, ProgramUser::kOwn};

std::string Refusal(std::initializer_list<const Tier*> tiers, std::string_view asked) {
  const auto chosen = ChooseTier({tiers.begin(), tiers.size()}, asked, /*allow_weak=*/false);
  EXPECT_FALSE(chosen.ok());
  return chosen.ok() ? "" : chosen.error().message;
}

TEST(Ladder, HasEachTierOnceTheBestFirst) {
  std::set<std::string_view> names;
  for (const Tier* tier : Tiers()) {
    EXPECT_TRUE(names.insert(tier->name).second) << tier->name;
    EXPECT_EQ(FindTier(tier->name), tier);
    // Who is told the name of a tier is told what it leaves open and what it only estimates.
    EXPECT_TRUE(!tier->built() || !OpenChannels(tier->name).empty()) << tier->name;
  }
  EXPECT_EQ(Tiers().front(), &PrivilegedTier());
  EXPECT_EQ(names.size(), 4U);
  EXPECT_EQ(FindTier("none"), nullptr);
}

TEST(Ladder, TheBestThatStandsIsTaken) {
  const Tier* const tiers[] = {&kUnbuilt, &kFalls, &kLimps, &kStands};
  auto chosen = ChooseTier(tiers, kBestTier, /*allow_weak=*/false);
  ASSERT_TRUE(chosen.ok()) << chosen.error().message;
  EXPECT_EQ(*chosen, &kStands);
  chosen = ChooseTier(tiers, kBestTier, /*allow_weak=*/true);
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(*chosen, &kLimps);
}

TEST(Ladder, OneAskedForByNameIsTakenOrRefusedWithTheReasonAndTheRemedy) {
  const Tier* const tiers[] = {&kStands, &kFalls, &kLimps, &kUnbuilt};
  const auto weak = ChooseTier(tiers, "limps", /*allow_weak=*/true);
  ASSERT_TRUE(weak.ok());
  EXPECT_EQ(*weak, &kLimps);
  EXPECT_THAT(Refusal({&kStands, &kFalls}, "falls"),
              AllOf(HasSubstr("all is lost"), HasSubstr("turn the switch")));
  EXPECT_THAT(Refusal({&kStands, &kLimps}, "limps"),
              AllOf(HasSubstr("it limps"), HasSubstr("--allow-weak")));
  EXPECT_THAT(Refusal({&kStands, &kUnbuilt}, "unbuilt"), HasSubstr("not built"));
  EXPECT_THAT(Refusal({&kStands}, "none"), HasSubstr("no tier called none"));
}

TEST(Ladder, OneForThoseWhoAskIsNeverTheBestAndSaysWhy) {
  const Tier* const tiers[] = {&kAsked, &kFalls};
  const auto named = ChooseTier(tiers, "asked", /*allow_weak=*/false);
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(*named, &kAsked);
  EXPECT_THAT(Refusal({&kAsked, &kFalls}, kBestTier),
              AllOf(HasSubstr("--tier asked"), HasSubstr("it leaks"), HasSubstr("falls tier")));
}

TEST(Ladder, WhenNoneStandsEachSaysWhy) {
  EXPECT_THAT(Refusal({&kUnbuilt, &kFalls, &kLimps}, kBestTier),
              AllOf(HasSubstr("the falls tier"), HasSubstr("the limps tier")));
}

int Passes(const ProbeContext&) {
  return 0;
}
int Fails(const ProbeContext&) {
  return EACCES;
}
int Leaks(const ProbeContext&) {
  return EPROTO;
}
std::string Remedy(int error) {
  return "for " + std::to_string(error);
}

TEST(Probe, SaysWhichStepFailedAndWhatWasNotTried) {
  constexpr ProbeStep kProbe[] = {{"first", Passes, "c1", Remedy},
                                  {"second", Fails, "c2", Remedy},
                                  {"third", Passes, "c3", Remedy}};
  HostReport report;
  ProbeInChild(0, {}, kProbe, report);
  Conclude("made", report);
  ASSERT_EQ(report.features.size(), 3U);
  EXPECT_TRUE(report.features[0].available);
  EXPECT_EQ(report.features[1].consequence, "c2");
  EXPECT_EQ(report.features[1].remedy, "for " + std::to_string(EACCES));
  EXPECT_EQ(report.features[2].detail, "not tried");
  EXPECT_FALSE(report.allowed);
  EXPECT_THAT(report.problem, AllOf(HasSubstr("second"), testing::Not(HasSubstr("third"))));
}

TEST(Probe, WhatIsAcceptedAndNotEnforcedIsNoTier) {
  constexpr ProbeStep kProbe[] = {{"write", Leaks, "nothing holds", Remedy}};
  HostReport report;
  ProbeInChild(0, {}, kProbe, report);
  Conclude("made", report);
  EXPECT_FALSE(report.allowed);
  EXPECT_THAT(report.problem, HasSubstr("not enforced"));
}

TEST(Probe, AChildThatDiesIsNoSuccess) {
  constexpr ProbeStep kProbe[] = {
      {"dies", [](const ProbeContext&) -> int { ::_exit(0); }, "c", Remedy}};
  HostReport report;
  ProbeInChild(0, {}, kProbe, report);
  Conclude("made", report);
  EXPECT_FALSE(report.allowed);
}

// Whatever this machine is: every missing step has a consequence, and every tier a verdict.
TEST(Ladder, EveryTierIsProbedOnThisHost) {
  for (const Tier* tier : Tiers()) {
    const HostReport report = tier->probe();
    EXPECT_EQ(report.problem.empty(), report.allowed) << tier->name;
    for (const HostFeature& feature : report.features) {
      EXPECT_EQ(feature.consequence.empty(), feature.available) << feature.name;
      EXPECT_TRUE(feature.remedy.empty() || !feature.available) << feature.name;
    }
  }
}

TEST(Remedies, AreThoseOfTheHost) {
  HostTraits host;
  host.program = "/usr/bin/assay";
  EXPECT_THAT(UserNamespaceRemedy(host, ENOSPC), HasSubstr("user.max_user_namespaces"));
  host.debian_switch_off = true;
  EXPECT_THAT(UserNamespaceRemedy(host, EPERM), HasSubstr("kernel.unprivileged_userns_clone=1"));
  host = {};
  host.program = "/usr/bin/assay";
  host.apparmor_restricts = true;
  EXPECT_THAT(UserMapRemedy(host, EACCES),
              AllOf(HasSubstr("profile assay /usr/bin/assay"), HasSubstr("userns,")));
  host = {};
  host.container = true;
  EXPECT_THAT(UserNamespaceRemedy(host, EPERM),
              AllOf(HasSubstr("seccomp="), HasSubstr("hostUsers: false")));
  EXPECT_THAT(ProcRemedy(host), HasSubstr("procMount: Unmasked"));
  EXPECT_THAT(RootRemedy(host), HasSubstr("--privileged"));
  EXPECT_THAT(RootRemedy({}), HasSubstr("root"));
  EXPECT_THAT(DelegationRemedy({}), HasSubstr("systemd-run --user --scope -p Delegate=yes"));
  HostTraits container;
  container.container = true;
  EXPECT_THAT(DelegationRemedy(container),
              AllOf(HasSubstr("writable-cgroups=true"), HasSubstr("unmask=/sys/fs/cgroup"),
                    testing::Not(HasSubstr("-v /sys/fs/cgroup"))));
  EXPECT_THAT(LandlockRemedy({}, EOPNOTSUPP), HasSubstr("lsm="));
  EXPECT_THAT(LandlockRemedy({}, ENOSYS), HasSubstr("6.12"));
  EXPECT_TRUE(MasksProc("proc /proc proc rw 0 0\ntmpfs /proc/kcore tmpfs rw 0 0\n"));
  EXPECT_FALSE(MasksProc("proc /proc proc rw 0 0\n"));
}

}  // namespace
}  // namespace assay
