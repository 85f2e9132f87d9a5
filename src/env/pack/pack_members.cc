#include "env/pack/pack_members.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/text.h"
#include "env/model/names.h"

namespace assay::env {
namespace {

// The hash that the manifest promises; empty: none.
std::string Promised(const Manifest& manifest, const std::string& file) {
  if (file == manifest.tasks.file) return manifest.tasks.sha256;
  if (manifest.evaluation && file == manifest.evaluation->file) return manifest.evaluation->sha256;
  return "";
}

}  // namespace

std::string ManifestJson(const Manifest& manifest) {
  return manifest.json + "\n";
}

std::vector<std::string> MemberNames(const Manifest& manifest) {
  std::vector<std::string> names = manifest.Files();
  names.emplace_back(kManifestJsonFile);
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<AddedMember>> AddMembers(const std::string& folder, const Manifest& manifest,
                                            const std::string& prefix, ArchiveWriter* archive) {
  std::vector<AddedMember> added;
  for (const std::string& name : MemberNames(manifest)) {
    const std::string path = folder + "/" + name;
    AddedMember member{prefix + name, "", 0};
    if (name == kManifestJsonFile || name == kManifestFile) {
      std::string text = ManifestJson(manifest);
      if (name == kManifestFile) {
        ASSAY_ASSIGN_OR_RETURN(text, ReadManifestText(folder));
        const ManifestReading again = ParseManifest(text);
        if (!again.manifest || again.manifest->json != manifest.json) {
          return Error{ErrorCode::kInvalidArgument, "env.pack", 0,
                       "environment.yaml changes while it is packed"};
        }
      }
      member.sha256 = Sha256Hex(text);
      member.bytes = static_cast<int64_t>(text.size());
      ASSAY_RETURN_IF_ERROR(archive->AddText(member.name, text));
    } else {
      struct stat found {};
      if (::lstat(path.c_str(), &found) == 0) member.bytes = found.st_size;
      ASSAY_ASSIGN_OR_RETURN(member.sha256, archive->AddFile(member.name, path));
      const std::string promised = Promised(manifest, name);
      if (!promised.empty() && promised != member.sha256) {
        return Error{ErrorCode::kInvalidArgument, "env.pack", 0,
                     fmt::format("'{}' is not the file that environment.yaml has the hash of; "
                                 "`assay env check` says more",
                                 name)};
      }
    }
    added.push_back(std::move(member));
  }
  return added;
}

}  // namespace assay::env
