#include "apps/convert/convert_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "apps/cli/line_file.h"
#include "apps/cli/terminal.h"
#include "data/convert/convert.h"
#include "data/convert/formats.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "text/json_reader.h"

namespace assay {
namespace {

constexpr int kExitRefused = 1;
constexpr int kExitUsage = 2;
// Further refusals are counted: a whole file of another format needs no thousand lines.
constexpr int64_t kMostNamed = 20;

int Fail(const std::string& message) {
  std::fprintf(stderr, "assay convert: %s\n", message.c_str());
  return kExitUsage;
}

// Converts rows one by one and writes them; counts those it doesn't understand.
class RowConverter {
 public:
  RowConverter(std::string format, LineFile* out) : format_(std::move(format)), out_(out) {}

  Status ConvertFile(const std::string& path) {
    int64_t number = 0;
    const std::string name = std::filesystem::path(path).filename().string();
    return ForEachRow(path, [&](std::string_view text) { return Convert(text, name, ++number); });
  }

  int64_t converted() const { return converted_; }
  int64_t refused() const { return refused_; }

 private:
  Status Convert(std::string_view text, const std::string& file, int64_t number) {
    JsonError error;
    const auto document = JsonDocument::Parse(text, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, "convert", 0, error.message};
    const Conversion conversion = ConvertRow(document->root(), format_);
    if (conversion.row) {
      ++converted_;
      std::string line = ConvertedJson(*conversion.row);
      // Values stand as they were written, and JSON may go on in the next line between them.
      std::replace(line.begin(), line.end(), '\n', ' ');
      return out_->Write(std::move(line));
    }
    if (++refused_ > kMostNamed) return Status();
    const RowRefusal& refusal = conversion.refusal;
    std::fprintf(stderr, "%s: row %lld%s: %s; expected is, say, %s\n", file.c_str(),
                 static_cast<long long>(number),
                 refusal.format.empty() ? "" : (" (" + std::string(refusal.format) + ")").c_str(),
                 refusal.message.c_str(), refusal.example.c_str());
    return Status();
  }

  const std::string format_;
  LineFile* const out_;
  int64_t converted_ = 0;
  int64_t refused_ = 0;
};

}  // namespace

void ConvertCommand::AddTo(CommandLine* command) {
  command->Option("files", files_,
                  "files of rows, or folders of them: JSONL, JSON or Parquet, also in gzip or "
                  "Zstandard");
  command->Option("--format", format_,
                  "what the rows are, as --formats lists it [each is recognised]");
  command->Option("--out", out_, "where the problems go, a JSON object a line [stdout]");
  command->Flag("--formats", formats_, "list the formats and what their rows have");
}

int ConvertCommand::ListFormats() const {
  TextTable table({{"format"}, {"data sets"}, {"rows have"}});
  for (const RowFormat& format : RowFormats()) {
    table.AddRow(
        {{std::string(format.name)}, {std::string(format.title)}, {std::string(format.columns)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int ConvertCommand::Run(const Options& /*options*/) const {
  if (formats_) return ListFormats();
  if (files_.empty()) return Fail("name a file of rows (see --help)");
  if (!format_.empty() && FindRowFormat(format_) == nullptr) {
    return Fail("there is no format '" + format_ + "'; there are " + RowFormatNames());
  }
  const Result<std::vector<std::string>> paths = FindDataFiles(files_);
  if (!paths.ok()) return Fail(paths.error().message);
  Result<LineFile> out = LineFile::Open(out_, *paths);
  if (!out.ok()) return Fail(out.error().message);
  RowConverter converter(format_, &*out);
  for (const std::string& path : *paths) {
    const Status status = converter.ConvertFile(path);
    if (!status.ok()) return Fail(status.error().message);
  }
  if (converter.converted() + converter.refused() == 0) return Fail(NoRows(*paths).message);
  const Status finished = out->Finish();
  if (!finished.ok()) return Fail(finished.error().message);
  if (converter.refused() > kMostNamed) {
    std::fprintf(stderr, "… and %lld more rows\n",
                 static_cast<long long>(converter.refused() - kMostNamed));
  }
  std::fprintf(stderr, "%lld rows converted, %lld not understood\n",
               static_cast<long long>(converter.converted()),
               static_cast<long long>(converter.refused()));
  return converter.refused() == 0 ? 0 : kExitRefused;
}

}  // namespace assay
