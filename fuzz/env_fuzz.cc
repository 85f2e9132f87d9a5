// Fuzzes what comes with environments of strangers. Input: a byte that picks the reader (the
// manifest with a row of tasks behind the first byte 0x1f, a registry's index, an entry, a pack),
// then what it reads.
//
// Promises checked: a manifest without faults is read the same from its JSON; what is read of an
// index is written and read again as the same; an unpacked file has a plain name.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "env/model/manifest.h"
#include "env/model/names.h"
#include "env/model/task.h"
#include "env/pack/unpack.h"
#include "env/registry/index.h"
#include "text/json_reader.h"

namespace {

constexpr size_t kMostPackBytes = 64 << 10;
constexpr assay::env::UnpackLimits kLimits = {.files = 16, .bytes = 1 << 20};

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void ReadManifest(std::string_view input) {
  const size_t mark = input.find('\x1f');
  const auto reading = assay::env::ParseManifest(std::string(input.substr(0, mark)));
  if (!reading.faults.empty()) {
    for (const assay::env::Fault& fault : reading.faults) {
      Require(!fault.where.empty() && !fault.what.empty(), "a fault has a place and says what");
    }
    return;
  }
  Require(reading.manifest.has_value(), "without faults there is a manifest");
  const auto again = assay::env::ParseManifest(reading.manifest->json);
  Require(again.faults.empty() && again.manifest->json == reading.manifest->json,
          "a manifest's JSON is the same manifest");
  for (const std::string& file : reading.manifest->Files()) {
    Require(assay::env::IsFilePath(file), "its files have plain names");
  }
  if (mark == input.npos) return;
  assay::JsonError error;
  const auto row = assay::JsonDocument::Parse(input.substr(mark + 1), &error);
  if (!row) return;
  const assay::env::Task task = assay::env::ReadTask(*reading.manifest, row->root());
  if (!task.faults.empty()) return;
  Require(!task.id.empty(), "a task has an id");
  Require(assay::JsonDocument::Parse(task.item, &error).has_value(), "an item is JSON");
}

void ReadIndex(std::string_view input) {
  const auto index = assay::env::ParseIndex(std::string(input));
  if (!index.ok()) return;
  const std::string json = assay::env::IndexJson(*index);
  const auto again = assay::env::ParseIndex(json);
  Require(again.ok() && assay::env::IndexJson(*again) == json, "an index is written as it is");
}

void ReadEntry(std::string_view input) {
  const auto entry = assay::env::ParseEntry(std::string(input));
  if (!entry.ok()) return;
  const std::string json = assay::env::EntryJson(*entry);
  const auto again = assay::env::ParseEntry(json);
  Require(again.ok() && assay::env::EntryJson(*again) == json, "an entry is written as it is");
  Require(assay::env::TrustOf(*entry, {}, nullptr) != assay::env::Trust::kSigned,
          "nobody is trusted without keys");
}

void ReadPack(std::string_view input) {
  if (input.size() > kMostPackBytes) return;
  const assay::UniqueFd file(memfd_create("pack", MFD_CLOEXEC));
  if (!file || write(file.get(), input.data(), input.size()) < 0) return;
  std::string folder = "/dev/shm/assay-fuzz-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return;
  const auto names =
      assay::env::Unpack("/proc/self/fd/" + std::to_string(file.get()), folder, kLimits);
  if (names.ok()) {
    for (const std::string& name : *names) {
      Require(assay::env::IsFilePath(name), "unpacked files have plain names");
      Require(
          std::filesystem::is_regular_file(std::filesystem::symlink_status(folder + "/" + name)),
          "what is unpacked is a file");
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: ReadManifest(input); break;
    case 1: ReadIndex(input); break;
    case 2: ReadEntry(input); break;
    default: ReadPack(input);
  }
  return 0;
}
