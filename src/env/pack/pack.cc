#include "env/pack/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/whole_file.h"
#include "env/model/names.h"
#include "env/pack/new_file.h"
#include "env/pack/pack_members.h"

namespace assay::env {
namespace {

constexpr int64_t kMostManifestBytes = 32 << 20;

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env.pack", 0, std::move(what)};
}

}  // namespace

std::string PackFacts::FileName(ArchiveForm form) const {
  return fmt::format("{}-{}-{}{}", name, version.ToString(), ShortHash(), SuffixOf(form));
}

Result<PackFacts> MakePack(const std::string& folder, const std::string& into, ArchiveForm form) {
  ASSAY_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder));
  ASSAY_ASSIGN_OR_RETURN(const auto file, NewFile::Open(into));
  ASSAY_ASSIGN_OR_RETURN(const auto archive, ArchiveWriter::Open(form, file->fd()));
  const auto added = AddMembers(folder, manifest, "", archive.get());
  if (!added.ok()) return added.error();
  ASSAY_RETURN_IF_ERROR(archive->Finish());
  ASSAY_ASSIGN_OR_RETURN(const FileFacts facts, FactsOf(file->Path()));
  PackFacts pack{manifest.name, manifest.version, facts.sha256, facts.bytes};
  ASSAY_RETURN_IF_ERROR(file->Name(pack.FileName(form)));
  return pack;
}

Result<Manifest> OpenPack(const std::string& path, const std::string& folder,
                          const UnpackLimits& limits) {
  ASSAY_ASSIGN_OR_RETURN(const std::set<std::string> names, Unpack(path, folder, limits));
  if (!names.contains(std::string(kManifestFile))) {
    return Refused(fmt::format("holds no {}", kManifestFile));
  }
  ASSAY_ASSIGN_OR_RETURN(Manifest manifest, ReadManifest(folder));
  const std::vector<std::string> wanted = MemberNames(manifest);
  for (const std::string& name : wanted) {
    if (!names.contains(name)) return Refused("lacks '" + name + "'");
  }
  for (const std::string& name : names) {
    if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) {
      return Refused("holds '" + name + "', which environment.yaml doesn't name");
    }
  }
  ASSAY_ASSIGN_OR_RETURN(
      const std::string json,
      ReadFile(folder + "/" + std::string(kManifestJsonFile), "env.pack", kMostManifestBytes));
  // Readers of either must see the same environment.
  if (json != ManifestJson(manifest)) {
    return Refused("says another thing in environment.json than in environment.yaml");
  }
  for (const auto& [use, tasks] : {std::pair{"tasks", std::optional<TaskFile>(manifest.tasks)},
                                   std::pair{"evaluation", manifest.evaluation}}) {
    if (!tasks) continue;
    ASSAY_ASSIGN_OR_RETURN(const FileFacts facts, FactsOf(folder + "/" + tasks->file));
    if (facts.sha256 != tasks->sha256) {
      return Refused(fmt::format("{}: '{}' is not the file that environment.yaml has the hash of",
                                 use, tasks->file));
    }
  }
  return manifest;
}

}  // namespace assay::env
