#include "shadow/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "text/excerpt.h"
#include "text/json_reader.h"

namespace assay::shadow {
namespace {

constexpr int kTooManyRequests = 429;
constexpr size_t kMostSaid = 200;

bool Refuses(int status) {
  return status >= 400 && status < 500 && status != kTooManyRequests;
}

// What a peer's refusal may agree with; our other 4xx are about who asks, where and how long.
bool FindsFault(int our_status) {
  return our_status == 400 || our_status == 422;
}

Comparison Ended(Outcome outcome, std::string why) {
  Comparison comparison;
  comparison.outcome = outcome;
  comparison.why = std::move(why);
  return comparison;
}

Comparison Disagree(Difference difference) {
  Comparison comparison;
  comparison.outcome = Outcome::kDisagree;
  comparison.items = 1;
  comparison.differences.push_back(std::move(difference));
  return comparison;
}

// What a reply of HTTP status 200 says.
std::optional<ReplyView> ViewOf(const Route& route, std::string_view body, std::string* fault) {
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  if (!document) {
    *fault = "it is no JSON: " + error.message;
    return std::nullopt;
  }
  return route.read(document->root(), fault);
}

// Where what judges the outputs failed, we have no verdict.
void MaskJudgeErrors(ReplyView* ours) {
  for (ItemView& item : *ours) {
    if (item.accepted.value_or(true)) continue;
    const auto failed = std::find_if(item.tests.begin(), item.tests.end(),
                                     [](const TestView& test) { return test.no_verdict; });
    if (failed == item.tests.end()) continue;
    item.outage = true;
    item.outage_why = Excerpt(failed->message, kMostSaid);
  }
}

Comparison CompareItems(const ReplyView& peer, const ReplyView& ours, bool every_test) {
  const bool outage_of_all = peer.size() == 1 && peer[0].outage && ours.size() > 1;
  if (outage_of_all) return CompareItems(ReplyView(ours.size(), peer[0]), ours, every_test);
  if (peer.size() != ours.size()) {
    return Disagree({.kind = DifferenceKind::kItemsDiffer,
                     .why = "the replies have not as many results as each other",
                     .peer = fmt::format("{} results", peer.size()),
                     .ours = fmt::format("{} results", ours.size())});
  }
  Comparison comparison;
  for (size_t i = 0; i < ours.size(); ++i) {
    if (ours[i].outage) {
      ++comparison.items_not_judged;
      comparison.without_verdict.push_back(i);
      if (comparison.why.empty()) comparison.why = ours[i].outage_why;
      continue;
    }
    ++comparison.items;
    auto difference = FindDifference(peer[i], ours[i], every_test);
    if (!difference) continue;
    difference->item = i;
    if (ours.size() > 1) {
      difference->where = fmt::format("item {}{}{}", i + 1, difference->where.empty() ? "" : ", ",
                                      difference->where);
    }
    comparison.differences.push_back(*std::move(difference));
  }
  if (!comparison.differences.empty()) {
    comparison.outcome = Outcome::kDisagree;
  } else if (comparison.items == 0 && comparison.items_not_judged > 0) {
    comparison.outcome = Outcome::kNotJudged;
  }
  return comparison;
}

}  // namespace

bool WantsEveryTest(std::string_view request_body) {
  JsonError error;
  const auto document = JsonDocument::Parse(request_body, &error);
  if (!document) return false;
  const JsonValue all = document->root().Find("config").Find("extra").Find("run_all_cases");
  return all.Is(JsonType::kBool) && all.Bool();
}

Comparison Compare(const Route& route, const Reply& peer, const Reply& ours, bool every_test) {
  if (Refuses(ours.status)) {
    if (!FindsFault(ours.status) || !Refuses(peer.status)) {
      return Ended(Outcome::kNotJudged, fmt::format("we refuse it (HTTP status {}): {}",
                                                    ours.status, Excerpt(ours.body, kMostSaid)));
    }
    Comparison both;
    both.items = 1;
    return both;
  }
  if (ours.status != 200) {
    return Ended(Outcome::kNotJudged, fmt::format("we have no answer (HTTP status {}): {}",
                                                  ours.status, Excerpt(ours.body, kMostSaid)));
  }
  std::string fault;
  auto our_view = ViewOf(route, ours.body, &fault);
  if (!our_view) return Ended(Outcome::kNotJudged, "our answer isn't understood: " + fault);
  MaskJudgeErrors(&*our_view);
  if (std::all_of(our_view->begin(), our_view->end(),
                  [](const ItemView& item) { return item.outage; }) &&
      !our_view->empty()) {
    return Ended(Outcome::kNotJudged, our_view->front().outage_why);
  }

  if (peer.status == kTooManyRequests) {
    return Ended(Outcome::kNotComparable, "the peer was full (HTTP status 429): clients ask again");
  }
  const std::string said = fmt::format("HTTP status {}", peer.status);
  if (Refuses(peer.status)) {
    return Disagree({.kind = DifferenceKind::kPeerRefuses,
                     .why = "the peer refuses what we judge",
                     .peer = said + ": " + Excerpt(peer.body, kMostSaid),
                     .ours = "a verdict"});
  }
  if (peer.status >= 500) {
    ItemView outage;
    outage.outage = true;
    outage.outage_why = said;
    return CompareItems(ReplyView(our_view->size(), outage), *our_view, every_test);
  }
  if (peer.status != 200) return Ended(Outcome::kNotComparable, "the peer answers with " + said);
  const auto peer_view = ViewOf(route, peer.body, &fault);
  if (!peer_view) {
    return Ended(Outcome::kNotComparable, "the peer's reply isn't understood: " + fault);
  }
  return CompareItems(*peer_view, *our_view, every_test);
}

}  // namespace assay::shadow
