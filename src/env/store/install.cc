#include "env/store/install.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/text.h"
#include "base/whole_file.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.install";
constexpr int64_t kMostEntryBytes = 1 << 20;

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(what)};
}

std::string NameOf(const PackFacts& pack) {
  return pack.name + " " + pack.version.ToString();
}

// Whether it may be installed. Who signed it goes to `result`.
Status CheckTrust(const IndexEntry& entry, const InstallRules& rules, InstallResult* result) {
  PublicKey by;
  const std::string name = NameOf(entry.pack);
  std::string doubt;
  switch (TrustOf(entry, rules.keys, &by)) {
    case Trust::kSigned: result->installed.key_id = by.Id(); return {};
    case Trust::kForged:
      return Refused(
          fmt::format("{}: the signature is not that of the key {} ({}), whose it says "
                      "it is: the pack or the index was changed",
                      name, by.Id(), by.whose));
    case Trust::kUnsigned: doubt = "is not signed"; break;
    case Trust::kUnknownKey:
      doubt = fmt::format("is signed by the key {}, which you don't list",
                          entry.key_id.empty() ? "?" : entry.key_id);
      break;
  }
  if (!rules.allow_unsigned) {
    return Refused(
        fmt::format("{} {}: trust a key by `assay env key trust FILE.pub` or --key, or "
                    "give --allow-unsigned",
                    name, doubt));
  }
  result->warnings.push_back(name + " " + doubt);
  return {};
}

// What is there speaks against it: other contents under the same version, or newer ones.
Status CheckStore(const IndexEntry& entry, const Version* newest_offered, const Store& store,
                  InstallResult* result) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<Installed> all, store.List());
  for (const Installed& one : all) {
    if (one.pack.name != entry.pack.name) continue;
    if (one.pack.version == entry.pack.version) {
      if (one.pack.sha256 != entry.pack.sha256) {
        return Refused(
            fmt::format("{} is installed with other contents ({}), and a version never "
                        "changes. If you want this one, remove {}",
                        NameOf(one.pack), one.pack.ShortHash(), one.path));
      }
      result->was_there = true;
    }
    // The list begins with the newest.
    if (newest_offered != nullptr && *newest_offered < one.pack.version) {
      result->warnings.push_back(
          fmt::format("{} is installed, and the registry's newest is {}: its index may be an old "
                      "one, shown again",
                      NameOf(one.pack), newest_offered->ToString()));
      newest_offered = nullptr;
    }
  }
  return {};
}

Status Finish(const std::string& file, const IndexEntry& entry, const InstallRules& rules,
              Store* store, InstallResult* result) {
  result->installed.pack = entry.pack;
  auto added = store->Add(file, result->installed, rules.limits);
  if (!added.ok()) {
    Error error = added.error();
    if (error.code == ErrorCode::kInvalidArgument) {
      error.message = NameOf(entry.pack) + ": " + error.message;
    }
    return error;
  }
  result->installed = std::move(*added);
  return {};
}

std::string Offered(const Index& index, const std::string& name) {
  std::string versions;
  for (const IndexEntry& entry : index.entries) {
    if (entry.pack.name != name) continue;
    versions += (versions.empty() ? "" : ", ") + entry.pack.version.ToString();
  }
  return versions;
}

}  // namespace

Result<InstallResult> InstallWanted(const Wanted& wanted, const std::string& location,
                                    const InstallRules& rules, Store* store) {
  ASSAY_ASSIGN_OR_RETURN(const auto registry, Registry::Open(location));
  ASSAY_ASSIGN_OR_RETURN(const Index index, registry->ReadIndex());
  const IndexEntry* const entry = index.Find(wanted);
  if (entry == nullptr) {
    const std::string versions = Offered(index, wanted.name);
    return Refused(versions.empty()
                       ? fmt::format("{} has no environment '{}'", location, wanted.name)
                       : fmt::format("{} has no {} that is {}; there are {}", location, wanted.name,
                                     wanted.given.empty() ? "a release" : wanted.given, versions));
  }
  InstallResult result;
  result.installed.source = location;
  ASSAY_RETURN_IF_ERROR(CheckTrust(*entry, rules, &result));
  // What is fetched is no more than what may come out of it.
  if (entry->pack.bytes > rules.limits.bytes) {
    return Refused(fmt::format("{} has {} MiB, more than {} (--max-mb)", NameOf(entry->pack),
                               entry->pack.bytes >> 20, rules.limits.bytes >> 20));
  }
  const Version* newest = nullptr;
  for (const IndexEntry& each : index.entries) {
    if (each.pack.name == wanted.name && (newest == nullptr || *newest < each.pack.version)) {
      newest = &each.pack.version;
    }
  }
  ASSAY_RETURN_IF_ERROR(CheckStore(*entry, newest, *store, &result));
  if (result.was_there) {
    Wanted same = wanted;
    ASSAY_ASSIGN_OR_RETURN(same, Wanted::Parse(wanted.name + "@" + entry->pack.version.ToString()));
    ASSAY_ASSIGN_OR_RETURN(const auto found, store->Find(same));
    if (found) {
      result.installed = *found;
      return result;
    }
  }
  ASSAY_RETURN_IF_ERROR(MakeFolders(store->folder()));
  ASSAY_ASSIGN_OR_RETURN(const auto file, NewFile::Open(store->folder()));
  ASSAY_RETURN_IF_ERROR(registry->Fetch(*entry, file.get()));
  ASSAY_RETURN_IF_ERROR(Finish(file->Path(), *entry, rules, store, &result));
  return result;
}

Result<InstallResult> InstallFile(const std::string& path, const InstallRules& rules,
                                  Store* store) {
  // A copy, so that what is judged is what is unpacked.
  ASSAY_RETURN_IF_ERROR(MakeFolders(store->folder()));
  ASSAY_ASSIGN_OR_RETURN(const auto file, NewFile::Open(store->folder()));
  ASSAY_RETURN_IF_ERROR(CopyFile(path, file->fd()));
  ASSAY_ASSIGN_OR_RETURN(const FileFacts facts, FactsOf(file->Path()));
  IndexEntry entry;
  struct stat found {};
  const std::string beside = path + ".sig";
  if (::stat(beside.c_str(), &found) == 0) {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(beside, kStage, kMostEntryBytes));
    auto parsed = ParseEntry(text);
    if (!parsed.ok()) return Refused(beside + ": " + parsed.error().message);
    entry = std::move(*parsed);
    if (entry.pack.sha256 != facts.sha256 || entry.pack.bytes != facts.bytes) {
      return Refused(beside + ": is the signature of another file");
    }
  } else {
    // Nobody says what it is but itself.
    ASSAY_ASSIGN_OR_RETURN(const auto staging, Staging::Make(store->folder()));
    auto manifest = OpenPack(file->Path(), staging->path(), rules.limits);
    if (!manifest.ok()) return Refused(path + ": " + manifest.error().message);
    entry.pack = {manifest->name, manifest->version, facts.sha256, facts.bytes};
  }
  InstallResult result;
  std::error_code ignored;
  result.installed.source = std::filesystem::absolute(path, ignored).string();
  ASSAY_RETURN_IF_ERROR(CheckTrust(entry, rules, &result));
  ASSAY_RETURN_IF_ERROR(CheckStore(entry, nullptr, *store, &result));
  const bool was_there = result.was_there;
  ASSAY_RETURN_IF_ERROR(Finish(file->Path(), entry, rules, store, &result));
  result.was_there = was_there;
  return result;
}

}  // namespace assay::env
