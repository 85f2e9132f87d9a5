#include "cluster/server_table.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text.h"

namespace assay {
namespace {

// Fields are quoted where they hold a comma or a quote, which is then doubled.
std::vector<std::string> Fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

class Row {
 public:
  Row(const std::map<std::string, size_t>& columns, std::vector<std::string> fields)
      : columns_(columns), fields_(std::move(fields)) {}

  std::string Text(const std::string& column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() || found->second >= fields_.size() ? "" : fields_[found->second];
  }
  int64_t Number(const std::string& column) const {
    const std::string text = Text(column);
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

 private:
  const std::map<std::string, size_t>& columns_;
  const std::vector<std::string> fields_;
};

}  // namespace

Result<std::vector<ServerRow>> ParseServerTable(std::string_view csv) {
  std::map<std::string, size_t> columns;
  std::vector<ServerRow> rows;
  while (!csv.empty()) {
    const size_t end = std::min(csv.find('\n'), csv.size());
    std::string_view line = TrimAsciiSpace(csv.substr(0, end));
    csv.remove_prefix(std::min(end + 1, csv.size()));
    if (line.empty()) continue;
    if (columns.empty()) {
      if (!StartsWith(line, "# pxname,svname,")) break;
      const std::vector<std::string> names = Fields(line.substr(2));
      for (size_t i = 0; i < names.size(); ++i) columns[names[i]] = i;
      continue;
    }
    const Row row(columns, Fields(line));
    rows.push_back({row.Text("pxname"), row.Text("svname"), row.Text("status"),
                    row.Text("check_status"), row.Text("addr"), row.Text("agent_status"),
                    row.Number("scur"), row.Number("qcur"), row.Number("weight"),
                    row.Number("slim"), row.Number("stot"), row.Number("wretr")});
  }
  if (columns.empty()) {
    return Error{ErrorCode::kUnavailable, "haproxy", 0,
                 "what answers is not HAProxy's runtime API: `show stat` gives no table"};
  }
  return rows;
}

const ServerRow* FindServer(const std::vector<ServerRow>& rows, std::string_view backend,
                            std::string_view server) {
  for (const ServerRow& row : rows) {
    if (row.backend == backend && row.server == server) return &row;
  }
  return nullptr;
}

}  // namespace assay
