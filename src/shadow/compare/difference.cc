// In this order: texts; one run; the tests of an item; an item.
#include "shadow/compare/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay::shadow {
namespace {

constexpr double kSameReward = 1e-9;
// A shorter output that is the beginning of a longer one is a cut only where peers are known to
// cut.
constexpr size_t kShortestCut = 64 << 10;
// As close as outputs are taken for the same number written in another way.
constexpr double kNearNumbers = 1e-4;

// ---- texts ----

bool IsSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string WithoutSpace(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (!IsSpace(c)) kept += c;
  }
  return kept;
}

std::vector<std::string_view> Tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = 0; at < text.size();) {
    while (at < text.size() && IsSpace(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    if (end > at) tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::optional<double> NumberOf(std::string_view token) {
  double value = 0;
  const auto read = std::from_chars(token.data(), token.data() + token.size(), value);
  if (read.ec != std::errc() || read.ptr != token.data() + token.size()) return std::nullopt;
  return value;
}

// The same words, and numbers that are nearly the same.
bool OnlyNumbersDiffer(std::string_view one, std::string_view other) {
  const auto a = Tokens(one);
  const auto b = Tokens(other);
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const auto x = NumberOf(a[i]);
    const auto y = NumberOf(b[i]);
    if (!x || !y || std::abs(*x - *y) > kNearNumbers * std::max(1.0, std::abs(*y))) return false;
  }
  return true;
}

std::string InWords(LikelyCause cause) {
  switch (cause) {
    case LikelyCause::kCase: return "upper and lower case";
    case LikelyCause::kWhiteSpace: return "white space";
    case LikelyCause::kNumbers: return "how numbers are written";
    default: return "more than case, white space or number formats";
  }
}

// ---- one run ----

std::string Said(const RunView& run) {
  if (run.timed_out) return "time limit";
  if (run.killed) return "killed";
  const std::string code = run.code ? fmt::format("exit code {}", *run.code) : "it ended";
  return fmt::format("{}, wrote '{}'", code, Excerpt(run.output));
}

bool Failed(const std::optional<RunView>& run) {
  return run && (run->timed_out || run->killed || run->code.value_or(0) != 0);
}

std::string Took(const RunView& run) {
  return run.seconds < 0 ? std::string() : fmt::format(" after {:.2f} s", run.seconds);
}

// The codes of runs that were killed tell by whom, more or less.
std::string OfCode(int64_t code) {
  if (code == -9 || code == 137) return " (killed: a memory limit, mostly)";
  if (code == -11 || code == 139) return " (a crash, or a memory limit)";
  if (code == 127) return " (command not found)";
  return "";
}

std::optional<Difference> FindRunDifference(const RunView& peer, const RunView& ours) {
  // A peer that names no limit kills for time and for memory alike.
  if (peer.killed && ours.timed_out) return std::nullopt;
  Difference found{.peer = Said(peer), .ours = Said(ours)};
  if (peer.timed_out != ours.timed_out) {
    found.kind = DifferenceKind::kTimeLimit;
    found.cause = peer.timed_out ? LikelyCause::kPeerTimeLimit : LikelyCause::kOurTimeLimit;
    found.why = peer.timed_out
                    ? fmt::format(
                          "the peer's time limit ended the run{}; here it ended by "
                          "itself{}: a wall clock counts what a busy machine takes away",
                          Took(peer), Took(ours))
                    : fmt::format("our time limit ended the run{}; there it ended by itself{}",
                                  Took(ours), Took(peer));
    return found;
  }
  if (ours.timed_out) return std::nullopt;  // what was written until then is chance
  if (peer.code != ours.code) {
    found.kind = DifferenceKind::kExitCodeDiffers;
    found.cause = LikelyCause::kExitCode;
    const auto text = [](const std::optional<int64_t>& code) {
      return code ? std::to_string(*code) + OfCode(*code) : std::string("none");
    };
    found.why = fmt::format("the peer reports return code {}, here it is {}", text(peer.code),
                            text(ours.code));
    return found;
  }
  if (peer.output == ours.output) return std::nullopt;
  found.kind = DifferenceKind::kOutputDiffers;
  found.cause = HowOutputsDiffer(peer.output, ours.output);
  if (found.cause == LikelyCause::kOutputCut) {
    found.why = fmt::format(
        "the peer has the first {} bytes of an output of {} bytes, and says "
        "nothing of the rest",
        peer.output.size(), ours.output.size());
  } else {
    found.why = fmt::format("the program's output differs in {}", InWords(found.cause));
  }
  return found;
}

// ---- the tests of an item ----

struct TestPair {
  size_t number;  // from 1, as we count
  const TestView* peer;
  const TestView* ours;
};

// Which test of the peer's is which of ours: by place, or, where they list the same tests in
// another order, by what they are. What has no partner then is paired by place where both list as
// many tests, and left out elsewhere.
std::vector<TestPair> Matched(const std::vector<TestView>& peer,
                              const std::vector<TestView>& ours) {
  const size_t both = std::min(peer.size(), ours.size());
  bool in_order = true;
  for (size_t i = 0; i < both; ++i) {
    const bool named = !peer[i].key.empty() && !ours[i].key.empty();
    in_order = in_order && (!named || peer[i].key == ours[i].key);
  }
  std::vector<TestPair> pairs;
  if (in_order) {
    for (size_t i = 0; i < both; ++i) pairs.push_back({i + 1, &peer[i], &ours[i]});
    return pairs;
  }
  std::multimap<std::string_view, size_t> by_key;
  for (size_t i = 0; i < peer.size(); ++i) by_key.emplace(peer[i].key, i);
  std::vector<bool> taken(peer.size());
  std::vector<size_t> alone;
  for (size_t i = 0; i < ours.size(); ++i) {
    // Of several with that name the first that is left: they may be in the same order.
    const auto found = by_key.lower_bound(ours[i].key);
    if (found == by_key.end() || found->first != ours[i].key) {
      alone.push_back(i);
      continue;
    }
    pairs.push_back({i + 1, &peer[found->second], &ours[i]});
    taken[found->second] = true;
    by_key.erase(found);
  }
  if (peer.size() != ours.size()) return pairs;
  size_t place = 0;
  for (const size_t i : alone) {
    while (taken[place]) ++place;
    pairs.push_back({i + 1, &peer[place++], &ours[i]});
  }
  return pairs;
}

double ShareOf(const std::vector<TestView>& tests) {
  if (tests.empty()) return 0;
  const auto passed =
      std::count_if(tests.begin(), tests.end(), [](const TestView& test) { return test.passed; });
  return static_cast<double>(passed) / static_cast<double>(tests.size());
}

std::string Said(const TestView& test) {
  std::string said = test.passed ? "passed" : "failed";
  if (!test.message.empty()) said += " (" + Excerpt(test.message) + ")";
  if (test.run) said += ": " + Said(*test.run);
  return said;
}

// Why one side passes a test and the other doesn't: `cause` and a sentence.
std::pair<LikelyCause, std::string> WhyTestDiffers(const TestView& peer, const TestView& ours) {
  const TestView& failing = peer.passed ? ours : peer;
  const std::string who = peer.passed ? "ours" : "the peer's";
  if (failing.run && failing.run->timed_out) {
    return {peer.passed ? LikelyCause::kOurTimeLimit : LikelyCause::kPeerTimeLimit,
            who + " time limit ended the run" + Took(*failing.run) +
                (peer.passed ? "" : ", where it ends here" + (ours.run ? Took(*ours.run) : ""))};
  }
  if (peer.run && ours.run) {
    if (peer.run->code != ours.run->code) {
      const auto difference = FindRunDifference(*peer.run, *ours.run);
      if (difference) return {difference->cause, difference->why};
    }
    if (peer.run->output != ours.run->output && !peer.passed) {
      return {LikelyCause::kOutput, "the program's output differs there"};
    }
  }
  // Both shorten it where a test is passed.
  const std::string& expected =
      ours.expectation.size() < peer.expectation.size() ? peer.expectation : ours.expectation;
  if (failing.run && failing.run->code.value_or(0) != 0) {
    return {LikelyCause::kExitCode,
            fmt::format("the program fails with code {}{}", *failing.run->code,
                        peer.passed ? ", and the peer lets it pass" : " there")};
  }
  if (failing.run && !expected.empty() && failing.run->output != expected) {
    const LikelyCause cause = HowOutputsDiffer(failing.run->output, expected);
    const std::string what = InWords(cause);
    return {cause, peer.passed ? fmt::format("the output differs from the right one in {}, and the "
                                             "peer lets it pass",
                                             what)
                               : fmt::format("the peer is strict about {}", what)};
  }
  return {LikelyCause::kUnknown,
          failing.message.empty() ? fmt::format("{} judge says no more", who)
                                  : fmt::format("{} reason is: {}", who, Excerpt(failing.message))};
}

std::optional<Difference> OfTest(const TestPair& pair) {
  if (pair.peer->passed == pair.ours->passed) return std::nullopt;
  Difference found{.where = fmt::format("test {}", pair.number)};
  found.kind = DifferenceKind::kTestsDiffer;
  std::tie(found.cause, found.why) = WhyTestDiffers(*pair.peer, *pair.ours);
  found.peer = Said(*pair.peer);
  found.ours = Said(*pair.ours);
  return found;
}

// The first test on which they differ, or what is missing.
std::optional<Difference> FindTestDifference(const ItemView& peer, const ItemView& ours) {
  const auto pairs = Matched(peer.tests, ours.tests);
  for (const TestPair& pair : pairs) {
    if (auto found = OfTest(pair)) return found;
  }
  // Clients compute a share, and a missing test changes it.
  if (ShareOf(peer.tests) == ShareOf(ours.tests)) return std::nullopt;
  Difference found{.kind = DifferenceKind::kTestsDiffer, .cause = LikelyCause::kMissingTest};
  found.why = fmt::format("the peer has results of {} tests, ours has {}", peer.tests.size(),
                          ours.tests.size());
  for (size_t i = peer.tests.size(); i < ours.tests.size(); ++i) {
    if (ours.tests[i].passed) continue;
    found.where = fmt::format("test {}", i + 1);
    found.ours = Said(ours.tests[i]);
    found.why += fmt::format(", of which test {} fails", i + 1);
    break;
  }
  found.peer = fmt::format("{} tests", peer.tests.size());
  if (found.ours.empty()) found.ours = fmt::format("{} tests", ours.tests.size());
  return found;
}

// ---- an item ----

std::optional<Difference> FindAcceptedDifference(const ItemView& peer, const ItemView& ours) {
  if (!peer.accepted || !ours.accepted || *peer.accepted == *ours.accepted) return std::nullopt;
  Difference found = FindTestDifference(peer, ours).value_or(Difference{});
  found.kind = *peer.accepted ? DifferenceKind::kPeerAccepts : DifferenceKind::kPeerRejects;
  if (found.why.empty()) found.why = "the replies list no test on which they differ";
  found.why =
      (*peer.accepted ? "the peer accepts what we reject: " : "the peer rejects what we accept: ") +
      found.why;
  if (found.peer.empty()) found.peer = *peer.accepted ? "accepted" : "rejected";
  if (found.ours.empty()) found.ours = *ours.accepted ? "accepted" : "rejected";
  return found;
}

std::optional<Difference> FindRewardDifference(const ItemView& peer, const ItemView& ours) {
  if (!peer.reward || !ours.reward) return std::nullopt;
  if (std::abs(*peer.reward - *ours.reward) <= kSameReward) return std::nullopt;
  Difference found;
  found.peer = fmt::format("{}", *peer.reward);
  found.ours = fmt::format("{}", *ours.reward);
  const bool there = *peer.reward > 0;
  const bool here = *ours.reward > 0;
  found.kind = there == here ? DifferenceKind::kRewardDiffers
               : there       ? DifferenceKind::kPeerAccepts
                             : DifferenceKind::kPeerRejects;
  found.why = fmt::format("the peer's reward is {}, ours {}", found.peer, found.ours);
  if (*peer.reward < 0) found.why += ": a negative one may be its word for a failure of its own";
  return found;
}

std::optional<Difference> FindProgramDifference(const ItemView& peer, const ItemView& ours) {
  if (Failed(peer.compile) != Failed(ours.compile)) {
    const bool there = Failed(peer.compile);
    return Difference{.kind = DifferenceKind::kCompileDiffers,
                      .why = there ? "the program compiles here, but not there: another compiler, "
                                     "or its time limit"
                                   : "the program compiles there, but not here: another compiler, "
                                     "or its time limit",
                      .peer = there ? Said(*peer.compile) : "it compiles",
                      .ours = there ? "it compiles" : Said(*ours.compile)};
  }
  if (Failed(ours.compile)) return std::nullopt;
  if (peer.run && ours.run) {
    if (auto found = FindRunDifference(*peer.run, *ours.run)) return found;
  } else if (peer.run || ours.run) {
    return Difference{.kind = DifferenceKind::kItemsDiffer,
                      .why = "only one of the replies has a run",
                      .peer = peer.run ? Said(*peer.run) : "no run",
                      .ours = ours.run ? Said(*ours.run) : "no run"};
  }
  if (peer.files == ours.files) return std::nullopt;
  return Difference{.kind = DifferenceKind::kFilesDiffer,
                    .why = "the files that were asked for differ",
                    .peer = fmt::format("{} files", peer.files.size()),
                    .ours = fmt::format("{} files", ours.files.size())};
}

std::string VerdictOf(const ItemView& item) {
  if (item.accepted) return *item.accepted ? "accepted" : "rejected";
  if (item.reward) return fmt::format("{}", *item.reward);
  if (item.run) return Said(*item.run);
  if (Failed(item.compile)) return "it doesn't compile";
  return fmt::format("{} tests", item.tests.size());
}

}  // namespace

LikelyCause HowOutputsDiffer(const std::string& peer, const std::string& ours) {
  if (peer.size() >= kShortestCut && peer.size() < ours.size() && StartsWith(ours, peer)) {
    return LikelyCause::kOutputCut;
  }
  const std::string a = WithoutSpace(peer);
  const std::string b = WithoutSpace(ours);
  if (a == b) return LikelyCause::kWhiteSpace;
  if (AsciiLower(a) == AsciiLower(b)) return LikelyCause::kCase;
  if (OnlyNumbersDiffer(peer, ours)) return LikelyCause::kNumbers;
  return LikelyCause::kOutput;
}

std::optional<Difference> FindDifference(const ItemView& peer, const ItemView& ours,
                                         bool every_test) {
  ASSAY_CHECK(!ours.outage);
  if (peer.outage) {
    return Difference{.kind = DifferenceKind::kPeerOutage,
                      .cause = LikelyCause::kOutage,
                      .why = "the peer has no verdict (" + peer.outage_why +
                             "): clients that know no mask count a zero",
                      .peer = peer.outage_why,
                      .ours = VerdictOf(ours)};
  }
  if (auto found = FindAcceptedDifference(peer, ours)) return found;
  const bool tests_count = every_test || !ours.accepted;
  if (tests_count && peer.has_tests && ours.has_tests) {
    if (auto found = FindTestDifference(peer, ours)) return found;
  }
  if (auto found = FindRewardDifference(peer, ours)) return found;
  return FindProgramDifference(peer, ours);
}

}  // namespace assay::shadow
