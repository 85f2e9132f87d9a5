#include "api/sessions/wire/sandbox_list.h"

#include <algorithm>
#include <charconv>

namespace assay {
namespace {

constexpr int64_t kUsualPage = 100;
constexpr int64_t kLargestPage = 1000;

std::optional<int64_t> WholeNumber(std::string_view text) {
  int64_t number = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

int64_t Moment(const SandboxInfo& info) {
  return info.created.time_since_epoch().count();
}

// Of the last sandbox of a page: "MOMENT.ID".
std::string CursorOf(const SandboxInfo& info) {
  return std::to_string(Moment(info)) + "." + info.id;
}

}  // namespace

SandboxFilter ReadFilter(const Query& query, FieldErrors* errors) {
  SandboxFilter filter;
  for (const auto& [name, value] : query.pairs()) {
    if (name == "state") {
      filter.state = kSandboxStateNames.Find(value);
      if (!filter.state) {
        errors->Add(FieldPath{} / name, "literal_error",
                    "Input should be " + kSandboxStateNames.Choices());
      }
    } else if (name == "label") {
      const size_t colon = value.find(':');
      if (colon == value.npos || colon == 0) {
        errors->Add(FieldPath{} / name, "value_error", "must be KEY:VALUE");
      } else {
        filter.labels[value.substr(0, colon)] = value.substr(colon + 1);
      }
    } else if (name != "limit" && name != "cursor") {
      errors->Add(FieldPath{} / name, "extra_forbidden",
                  "there is no such parameter; those there are: state, label, limit, cursor");
    }
  }
  return filter;
}

SandboxPage ReadPage(const Query& query, const std::vector<SandboxPtr>& sandboxes,
                     FieldErrors* errors) {
  const auto limit = WholeNumber(query.Find("limit").value_or(std::to_string(kUsualPage)));
  if (!limit || *limit < 1 || *limit > kLargestPage) {
    errors->Add(FieldPath{} / "limit", "value_error", "must be from 1 to 1000");
    return {};
  }
  std::vector<SandboxInfo> infos;
  infos.reserve(sandboxes.size());
  for (const SandboxPtr& sandbox : sandboxes) infos.push_back(sandbox->Info());
  std::sort(infos.begin(), infos.end(), [](const SandboxInfo& a, const SandboxInfo& b) {
    return std::pair(Moment(a), a.id) > std::pair(Moment(b), b.id);
  });
  auto begin = infos.begin();
  if (const auto cursor = query.Find("cursor")) {
    const size_t dot = std::min(cursor->find('.'), cursor->size());
    const auto moment = WholeNumber(std::string_view(*cursor).substr(0, dot));
    if (!moment || dot == cursor->size()) {
      errors->Add(FieldPath{} / "cursor", "value_error", "is none that this server gave");
      return {};
    }
    const std::pair last(*moment, cursor->substr(dot + 1));
    begin = std::find_if(infos.begin(), infos.end(), [&](const SandboxInfo& info) {
      return std::pair(Moment(info), info.id) < last;
    });
  }
  SandboxPage page;
  const auto end = infos.end() - begin > *limit ? begin + *limit : infos.end();
  if (end != infos.end()) page.next = CursorOf(*(end - 1));
  page.sandboxes.assign(std::make_move_iterator(begin), std::make_move_iterator(end));
  return page;
}

}  // namespace assay
