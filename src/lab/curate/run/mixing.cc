#include "lab/curate/run/mixing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <utility>
#include <vector>

#include "lab/curate/records/draw.h"
#include "lab/curate/records/mix.h"
#include "text/excerpt.h"

namespace assay::curate {
namespace {

constexpr size_t kMostGroups = 100000;

// Lines as PassedLine makes them, one in memory at a time.
Status ForEachPassed(const std::string& path,
                     const std::function<Status(const PassedRow&)>& on_row) {
  std::ifstream file(path, std::ios::binary);
  const Error damaged{ErrorCode::kInternal, "curate.mix", 0, path + " can't be read"};
  if (!file) return damaged;
  std::string line;
  while (std::getline(file, line)) {
    const std::string_view all = line;
    const size_t first = all.find('\t');
    const size_t second = first == std::string_view::npos ? first : all.find('\t', first + 1);
    const size_t third = second == std::string_view::npos ? second : all.find('\t', second + 1);
    if (third == std::string_view::npos) return damaged;
    PassedRow row;
    std::from_chars(all.data(), all.data() + first, row.number);
    std::from_chars(all.data() + first + 1, all.data() + second, row.file_row);
    row.file = all.substr(second + 1, third - second - 1);
    row.json = all.substr(third + 1);
    ASSAY_RETURN_IF_ERROR(on_row(row));
  }
  return file.bad() ? Status(damaged) : Status();
}

struct Drawn {
  uint64_t draw = 0;
  uint32_t group = 0;
  uint64_t order = 0;
  bool operator<(const Drawn& other) const {
    if (group != other.group) return group < other.group;
    return draw != other.draw ? draw < other.draw : order < other.order;
  }
};

Status WithRow(const PassedRow& passed, const Recipe& recipe,
               const std::function<Status(Row*)>& use) {
  JsonError fault;
  const auto document = JsonDocument::Parse(passed.json, &fault);
  if (!document) return Error{ErrorCode::kInternal, "curate.mix", 0, fault.message};
  Row row;
  row.root = document->root();
  row.number = passed.number;
  row.file = std::string(passed.file);
  row.file_row = passed.file_row;
  FillIn(recipe, &row);
  return use(&row);
}

}  // namespace

std::string PassedLine(const PassedRow& row) {
  std::string file(row.file);
  std::replace_if(
      file.begin(), file.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return fmt::format("{}\t{}\t{}\t{}", row.number, row.file_row, file, row.json);
}

Status Mix(const std::string& passed_path, const Recipe& recipe, const Step& step,
           const std::function<Status(std::string_view json)>& on_kept,
           const std::function<Status(const Row& row, const Drop& drop)>& on_dropped) {
  const auto& settings = std::get<MixStep>(step.settings);
  std::map<std::string, uint32_t> groups;
  std::vector<Drawn> rows;
  bool any_has_field = false;
  ASSAY_RETURN_IF_ERROR(ForEachPassed(passed_path, [&](const PassedRow& passed) {
    return WithRow(passed, recipe, [&](Row* row) -> Status {
      const JsonValue field = FieldOf(row->root, settings.by);
      any_has_field = any_has_field || field;
      const std::string value = TextOf(field);
      const auto group = groups.emplace(value, static_cast<uint32_t>(groups.size())).first->second;
      if (groups.size() > kMostGroups) {
        return Error{
            ErrorCode::kInvalidArgument, "curate.mix", 0,
            fmt::format("{}.by: more than {} different values; name a field that says what "
                        "kind a row is of",
                        step.name, kMostGroups)};
      }
      rows.push_back({Draw(recipe.seed, step.name, row->text), group, rows.size()});
      return {};
    });
  }));
  if (!any_has_field && !settings.by.empty() && !rows.empty()) {
    return Error{ErrorCode::kInvalidArgument, "curate.mix", 0,
                 fmt::format("{}.by: no row that is left has '{}'; name a field that says what "
                             "kind a row is of",
                             step.name, fmt::join(settings.by, "' or '"))};
  }
  std::map<std::string, int64_t> available;
  for (const auto& [name, number] : groups) available[name] = 0;
  std::vector<std::string> names(groups.size());
  for (const auto& [name, number] : groups) names[number] = name;
  for (const Drawn& row : rows) ++available[names[row.group]];
  const std::map<std::string, int64_t> wanted = MixCounts(available, settings.goals);

  std::sort(rows.begin(), rows.end());
  std::vector<bool> kept(rows.size());
  int64_t in_group = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    in_group = i > 0 && rows[i].group == rows[i - 1].group ? in_group + 1 : 0;
    kept[rows[i].order] = in_group < wanted.at(names[rows[i].group]);
  }
  size_t at = 0;
  return ForEachPassed(passed_path, [&](const PassedRow& passed) -> Status {
    if (kept[at++]) return on_kept(passed.json);
    return WithRow(passed, recipe, [&](Row* row) {
      const std::string value = TextOf(FieldOf(row->root, settings.by));
      const bool named = settings.goals.shares.empty() || settings.goals.shares.contains(value);
      return on_dropped(*row, Drop{named ? "more than its share" : "a group without a share",
                                   Excerpt(value), ""});
    });
  });
}

}  // namespace assay::curate
