#include "apps/image/image_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "apps/setup/stores.h"
#include "images/add_image.h"

namespace assay {
namespace {

constexpr int kExitFailed = 1;

int Fail(const Error& error) {
  std::fprintf(stderr, "assay image: %s\n", error.message.c_str());
  return error.code == ErrorCode::kInvalidArgument ? kExitUsage : kExitFailed;
}

std::string Size(int64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

}  // namespace

void ImageCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  add_ = command->Verb(
      "add", "add an image: from now on sandboxes may be made of it, also by servers that run");
  add_->Option("name", name_, "what clients call it, like python:3.11-slim or team/tools:v1")
      .Required();
  add_->Option("path", path_,
               "an OCI image layout (a folder, or a tar of one), what `docker save` writes, a "
               "tar of a root folder, or a root folder; tars may be compressed")
      .Required();
  add_->Option("--max-gb", max_gb_, "refuse images whose files are larger, in GiB [64]")
      .Between(int64_t{1}, int64_t{1} << 20);
  list_ = command->Verb("list", "the images there are");
  list_->Flag("--json", json_, "all that is known of each, as JSON");
  remove_ = command->Verb("remove", "remove an image that no sandbox uses");
  remove_->Option("name", name_, "its name").Required();
  // --image-folder is the command's, wherever it stands.
  for (CommandLine* each : {add_, list_, remove_}) each->PassesOn();
}

int ImageCommand::Run(const Options& options) const {
  const auto store = OpenImages(options);
  if (!store.ok()) return Fail(store.error());
  if (add_->Given()) return Add(**store);
  return list_->Given() ? List(**store) : Remove(**store);
}

int ImageCommand::Add(ImageStore& store) const {
  ImageLimits limits;
  limits.bytes = max_gb_ << 30;
  const auto record = AddImage(store, name_, path_, limits);
  if (!record.ok()) return Fail(record.error());
  std::printf("%s: %lld files, %s\n", record->name.c_str(), static_cast<long long>(record->files),
              Size(record->bytes).c_str());
  return 0;
}

int ImageCommand::List(ImageStore& store) const {
  const std::vector<ImageRecord> records = store.List();
  if (json_) {
    JsonWriter json;
    json.BeginArray();
    for (const ImageRecord& record : records) WriteImageRecord(record, &json);
    std::printf("%s\n", json.EndArray().text().c_str());
    return 0;
  }
  TextTable table({{"name"}, {"size"}, {"added"}, {"made of"}, {"digest"}});
  for (const ImageRecord& record : records) {
    table.AddRow({{record.name},
                  {Size(record.bytes)},
                  {record.created},
                  {record.source},
                  {record.digest.empty() ? "-" : record.digest.substr(0, 19)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int ImageCommand::Remove(ImageStore& store) const {
  const Status removed = store.Remove(name_);
  return removed.ok() ? 0 : Fail(removed.error());
}

}  // namespace assay
