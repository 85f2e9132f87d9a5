#include "api/e2b/wire/list_query.h"

#include <algorithm>
#include <charconv>

#include "api/e2b/wire/answers.h"
#include "api/e2b/wire/rfc3339.h"
#include "net/form/query.h"

namespace assay {
namespace {

constexpr size_t kMostAPage = 100;

Error Invalid(std::string parameter, const std::string& what) {
  return InvalidField("e2b.list", std::move(parameter), what);
}

// Where a sandbox stands in the order, as text that sorts as the order does: the same for as long
// as it lives, so that what comes and goes between two pages moves none.
std::string PlaceOf(const SandboxInfo& info) {
  const auto count = info.created.time_since_epoch().count();
  std::string digits = std::to_string(count);
  digits.insert(0, 20 - std::min<size_t>(20, digits.size()), '0');
  return digits + "-" + info.id;
}

bool Matches(const SandboxInfo& info, const E2bListQuery& query) {
  if (info.state == SandboxState::kEnded) return false;
  if (!(info.state == SandboxState::kPaused ? query.paused : query.running)) return false;
  if (query.started_after && info.created <= *query.started_after) return false;
  if (!query.sandbox_template.empty() && TemplateOf(info) != query.sandbox_template) return false;
  return std::all_of(query.metadata.begin(), query.metadata.end(), [&](const auto& wanted) {
    const auto label = info.request.labels.find(wanted.first);
    return label != info.request.labels.end() && label->second == wanted.second;
  });
}

Status TakeStates(std::string_view states, E2bListQuery* asked) {
  asked->running = asked->paused = false;
  while (!states.empty()) {
    const size_t end = std::min(states.find(','), states.size());
    const std::string_view state = states.substr(0, end);
    states.remove_prefix(std::min(end + 1, states.size()));
    if (state == "running") {
      asked->running = true;
    } else if (state == "paused") {
      asked->paused = true;
    } else {
      return Invalid("state", "must be running, paused, or both with a comma between");
    }
  }
  return {};
}

}  // namespace

Result<E2bListQuery> ParseE2bListQuery(std::string_view query) {
  const Query given(query);
  E2bListQuery asked;
  const Query metadata(given.Get("metadata"));
  for (const auto& [name, value] : metadata.pairs()) {
    asked.metadata[PercentDecode(name)] = PercentDecode(value);
  }
  if (const auto states = given.Find("state"); states && !states->empty()) {
    ASSAY_RETURN_IF_ERROR(TakeStates(*states, &asked));
  }
  if (const std::string after = given.Get("startedAfter"); !after.empty()) {
    asked.started_after = ParseRfc3339(after);
    if (!asked.started_after) return Invalid("startedAfter", "must be a time as RFC 3339 has it");
  }
  asked.sandbox_template = given.Get("template");
  const std::string order = given.Get("order");
  if (!order.empty() && order != "asc" && order != "desc") {
    return Invalid("order", "must be asc or desc");
  }
  asked.oldest_first = order == "asc";
  if (const std::string limit = given.Get("limit"); !limit.empty()) {
    size_t count = 0;
    const auto [end, fault] = std::from_chars(limit.data(), limit.data() + limit.size(), count);
    if (fault != std::errc() || end != limit.data() + limit.size() || count == 0) {
      return Invalid("limit", "must be a number from 1");
    }
    asked.limit = std::min(count, kMostAPage);
  }
  asked.after = given.Get("nextToken");
  return asked;
}

E2bPage PageOf(std::vector<SandboxInfo> all, const E2bListQuery& query) {
  std::vector<std::pair<std::string, SandboxInfo>> found;
  for (SandboxInfo& info : all) {
    if (!Matches(info, query)) continue;
    std::string place = PlaceOf(info);
    if (!query.after.empty() &&
        (query.oldest_first ? place <= query.after : place >= query.after)) {
      continue;
    }
    found.emplace_back(std::move(place), std::move(info));
  }
  std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    return query.oldest_first ? a.first < b.first : a.first > b.first;
  });
  E2bPage page;
  for (size_t i = 0; i < std::min(found.size(), query.limit); ++i) {
    page.sandboxes.push_back(std::move(found[i].second));
  }
  if (found.size() > query.limit) page.next = found[query.limit - 1].first;
  return page;
}

}  // namespace assay
