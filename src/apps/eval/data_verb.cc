#include "apps/eval/data_verb.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "apps/cli/help_format.h"
#include "apps/cli/terminal.h"
#include "apps/eval/benchmark_arguments.h"
#include "base/check.h"
#include "lab/eval/benchmarks/table.h"
#include "lab/eval/data/describe_file.h"
#include "text/excerpt.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kWidth = 80;
constexpr size_t kTypeBytes = 30;
constexpr size_t kFirstBytes = 18;
constexpr size_t kWhyBytes = 300;

// What a benchmark makes of a file.
struct Fit {
  const eval::BenchmarkInfo* info = nullptr;
  std::string refusal;  // empty: it fits
  size_t items = 0;
  std::map<std::string, size_t> languages;
  std::string first_day, last_day;  // empty: the rows have no dates
  std::vector<eval::LeftOut> left_out;
};

// The first rows of a file, in one of the same name, so that a benchmark that doesn't fit needn't
// read gigabytes to say so.
class FirstRows {
 public:
  explicit FirstRows(const eval::FileDescription& file) {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-data-XXXXXX").string();
    ASSAY_CHECK(::mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
    std::ofstream out(path_ = (folder_ / file.identity.name).string(), std::ios::binary);
    for (const std::string& row : file.first_rows) out << row << "\n";
  }
  ~FirstRows() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  FirstRows(const FirstRows&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

Fit FitOf(const eval::Benchmark& benchmark, const std::string& first_rows,
          const std::string& path) {
  Fit fit;
  fit.info = &benchmark.info;
  eval::BenchmarkOptions options;
  options.data = {first_rows};
  auto loaded = benchmark.load(options);
  if (loaded.ok()) {
    options.data = {path};
    loaded = benchmark.load(options);
  }
  if (!loaded.ok()) {
    fit.refusal = loaded.error().message;
    // It is about the user's file, not about ours.
    const size_t ours = fit.refusal.find(first_rows);
    if (ours != std::string::npos) fit.refusal.replace(ours, first_rows.size(), path);
    return fit;
  }
  fit.items = (*loaded)->items().size();
  fit.left_out = (*loaded)->RowsLeftOut();
  for (const eval::EvalItem& item : (*loaded)->items()) {
    if (!item.language.empty()) ++fit.languages[item.language];
    if (item.date.empty()) continue;
    if (fit.first_day.empty() || item.date < fit.first_day) fit.first_day = item.date;
    if (item.date > fit.last_day) fit.last_day = item.date;
  }
  return fit;
}

std::string AboutFit(const Fit& fit) {
  std::string text = fmt::format("{} items", fit.items);
  if (!fit.first_day.empty()) text += fmt::format(", {} to {}", fit.first_day, fit.last_day);
  std::string languages;
  for (const auto& [language, items] : fit.languages) {
    languages += fmt::format("{}{} {}", languages.empty() ? "" : ", ", language, items);
  }
  if (!languages.empty()) text += "; " + languages;
  for (const eval::LeftOut& left : fit.left_out) {
    text += fmt::format("; left out: {} for {} ({})", left.items, Excerpt(left.what), left.why);
  }
  return text;
}

void Print(const eval::FileDescription& file, const std::vector<Fit>& fits, bool all,
           bool colours) {
  std::string text =
      Paint(file.identity.name, Colour::kBold, colours) +
      fmt::format(": {} rows\nSHA-256 {}\n\n", file.identity.rows, file.identity.sha256);
  TextTable columns({{"column"}, {"type"}, {"rows", TextTable::Align::kRight}, {"first value"}});
  for (const eval::ColumnDescription& column : file.columns) {
    columns.AddRow({{column.name},
                    {Excerpt(fmt::format("{}", fmt::join(column.types, " or ")), kTypeBytes)},
                    {std::to_string(column.rows)},
                    {Excerpt(column.first, kFirstBytes)}});
  }
  text += columns.Render(colours) + "\n";
  bool any = false;
  for (const Fit& fit : fits) {
    if (!fit.refusal.empty()) continue;
    any = true;
    text += Wrapped(fmt::format("fits {} ({}): {}", fit.info->name, fit.info->title, AboutFit(fit)),
                    kWidth, 4) +
            "\n";
  }
  if (!any) text += "fits no benchmark as it is; --all says why, --column maps other names\n";
  for (const Fit& fit : fits) {
    if (!all || fit.refusal.empty()) continue;
    text += Wrapped(fmt::format("not {}: {}", fit.info->name, Excerpt(fit.refusal, kWhyBytes)),
                    kWidth, 4) +
            "\n";
  }
  std::fputs(text.c_str(), stdout);
}

void Write(const eval::FileDescription& file, const std::vector<Fit>& fits, JsonWriter* json) {
  json->BeginObject().Key("name").Bytes(file.identity.name).Key("rows").Int(file.identity.rows);
  json->Key("sha256").String(file.identity.sha256).Key("columns").BeginArray();
  for (const eval::ColumnDescription& column : file.columns) {
    json->BeginObject().Key("name").Bytes(column.name).Key("types").BeginArray();
    for (const std::string& type : column.types) json->Bytes(type);
    json->EndArray().Key("rows").Int(column.rows).Key("first").Bytes(column.first).EndObject();
  }
  json->EndArray().Key("benchmarks").BeginArray();
  for (const Fit& fit : fits) {
    json->BeginObject().Key("name").Bytes(fit.info->name).Key("fits").Bool(fit.refusal.empty());
    if (!fit.refusal.empty()) {
      json->Key("why").Bytes(fit.refusal).EndObject();
      continue;
    }
    json->Key("items").Int(static_cast<int64_t>(fit.items)).Key("languages").BeginObject();
    for (const auto& [language, items] : fit.languages) {
      json->Key(language).Int(static_cast<int64_t>(items));
    }
    json->EndObject().Key("first_day").Bytes(fit.first_day).Key("last_day").Bytes(fit.last_day);
    json->Key("left_out").BeginArray();
    for (const eval::LeftOut& left : fit.left_out) {
      json->BeginObject().Key("what").Bytes(left.what).Key("why").Bytes(left.why);
      json->Key("items").Int(left.items).EndObject();
    }
    json->EndArray().EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

void EvalDataVerb::AddTo(CommandLine* command) {
  command->Option("files", files_, "data files").Required();
  command->Flag("--all", all_, "also why the other benchmarks don't take it");
  command->Flag("--json", json_, "as JSON: a list with an object for each file");
}

int EvalDataVerb::Run(const Options& /*options*/) const {
  JsonWriter json;
  json.BeginArray();
  for (const std::string& path : files_) {
    const auto file = eval::DescribeFile(path);
    if (!file.ok()) return ComplainEval("data", file.error());
    const FirstRows first_rows(*file);
    std::vector<Fit> fits;
    for (const eval::Benchmark& benchmark : eval::AllBenchmarks()) {
      fits.push_back(FitOf(benchmark, first_rows.path(), path));
    }
    if (json_) {
      Write(*file, fits, &json);
    } else {
      Print(*file, fits, all_, WantsColour(stdout));
    }
  }
  if (json_) std::fputs((json.EndArray().Take() + "\n").c_str(), stdout);
  return 0;
}

}  // namespace assay
