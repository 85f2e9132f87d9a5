// A wheel is a zip with three files of its own beside the module (packaging.python.org, "Binary
// distribution format"); RECORD, which is the last, names every other with its hash.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "env/pack/new_file.h"
#include "env/pack/pack.h"
#include "env/pack/pack_members.h"
#include "text/number.h"

namespace assay::env {
namespace {

// An import needs neither verifiers nor assay; the classes are made when verifiers looks for them.
constexpr char kModule[] =
    R"("""The environment {name} {version} for verifiers, by the package assay.

`load_environment` is what verifiers takes to 0.3; the taskset and its harness are what it takes from there on.
"""

import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent / "environment"

__all__ = ["EnvironmentTaskset", "OneTurn", "load_environment"]


def load_environment(**options):
    from assay import environments

    return environments.load_environment(FOLDER, **options)


def __getattr__(name):
    if name not in ("EnvironmentTaskset", "OneTurn"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from assay import environments

    load = environments.load_taskset if name == "EnvironmentTaskset" else environments.load_harness
    globals()[name] = load(FOLDER)
    return globals()[name]
)";

// PEP 440's spelling of a version; nothing: it has none.
std::optional<std::string> PythonVersion(const Version& version) {
  std::string text = fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
  if (version.prerelease.empty()) return text;
  const std::string_view given = version.prerelease;
  const size_t word = std::min(given.find_first_of(".0123456789"), given.size());
  std::string_view number = given.substr(word);
  if (!number.empty() && number[0] == '.') number.remove_prefix(1);
  if (!number.empty() && !NumberIn<uint32_t>(number)) return std::nullopt;
  const std::string count = number.empty() ? "0" : std::string(number);
  const std::string_view name = given.substr(0, word);
  if (name == "alpha" || name == "a") return text + "a" + count;
  if (name == "beta" || name == "b") return text + "b" + count;
  if (name == "rc") return text + "rc" + count;
  if (name == "dev") return text + ".dev" + count;
  return std::nullopt;
}

std::string Replaced(std::string text, std::string_view mark, std::string_view by) {
  for (size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
  return text;
}

// One line of a header.
std::string OneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return std::string(TrimAsciiSpace(text));
}

// As RECORD writes it: base64 for URLs, without padding.
std::string RecordHash(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  std::string text = Base64Encode(bytes);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  text.erase(std::min(text.find('='), text.size()));
  return text;
}

class Wheel {
 public:
  Wheel(const Manifest& manifest, ArchiveWriter* archive) : manifest_(manifest), archive_(archive) {
    module_ = manifest.name;
    std::replace(module_.begin(), module_.end(), '-', '_');
  }

  Status Write(const std::string& folder, const std::string& version) {
    const std::string place = fmt::format("{}-{}.dist-info/", module_, version);
    ASSAY_RETURN_IF_ERROR(
        Add(module_ + "/__init__.py", Replaced(Replaced(kModule, "{name}", manifest_.name),
                                               "{version}", manifest_.version.ToString())));
    ASSAY_ASSIGN_OR_RETURN(const auto members,
                           AddMembers(folder, manifest_, module_ + "/environment/", archive_));
    for (const AddedMember& member : members) Record(member);
    std::string metadata =
        fmt::format("Metadata-Version: 2.1\nName: {}\nVersion: {}\n", manifest_.name, version);
    const std::string about = OneLine(manifest_.about);
    const std::string license = OneLine(manifest_.license);
    if (!about.empty()) metadata += "Summary: " + about + "\n";
    if (!license.empty()) metadata += "License: " + license + "\n";
    // verifiers is whose environments it is for, not what reading it needs.
    metadata +=
        "Requires-Python: >=3.9\nRequires-Dist: assay-rl\nProvides-Extra: verifiers\n"
        "Requires-Dist: verifiers; extra == \"verifiers\"\n";
    ASSAY_RETURN_IF_ERROR(Add(place + "METADATA", metadata));
    ASSAY_RETURN_IF_ERROR(Add(place + "WHEEL",
                              "Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: true\n"
                              "Tag: py3-none-any\n"));
    ASSAY_RETURN_IF_ERROR(Add(place + "top_level.txt", module_ + "\n"));
    record_ += place + "RECORD,,\n";
    ASSAY_RETURN_IF_ERROR(archive_->AddText(place + "RECORD", record_));
    return archive_->Finish();
  }

  std::string FileName(const std::string& version) const {
    return fmt::format("{}-{}-py3-none-any.whl", module_, version);
  }

 private:
  void Record(const AddedMember& member) {
    record_ +=
        fmt::format("{},sha256={},{}\n", member.name, RecordHash(member.sha256), member.bytes);
  }

  Status Add(const std::string& name, const std::string& text) {
    ASSAY_RETURN_IF_ERROR(archive_->AddText(name, text));
    Record({name, Sha256Hex(text), static_cast<int64_t>(text.size())});
    return {};
  }

  const Manifest& manifest_;
  ArchiveWriter* const archive_;
  std::string module_;
  std::string record_;
};

}  // namespace

Result<std::string> MakeWheel(const std::string& folder, const std::string& into) {
  ASSAY_ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder));
  const auto version = PythonVersion(manifest.version);
  if (!version) {
    return Error{ErrorCode::kInvalidArgument, "env.pack", 0,
                 fmt::format("a wheel's version is a release, or ends with -alpha.N, -beta.N, "
                             "-rc.N or -dev.N; {} does not",
                             manifest.version.ToString())};
  }
  ASSAY_ASSIGN_OR_RETURN(const auto file, NewFile::Open(into));
  ASSAY_ASSIGN_OR_RETURN(const auto archive, ArchiveWriter::Open(ArchiveForm::kZip, file->fd()));
  Wheel wheel(manifest, archive.get());
  ASSAY_RETURN_IF_ERROR(wheel.Write(folder, *version));
  ASSAY_RETURN_IF_ERROR(file->Replace(wheel.FileName(*version)));
  return wheel.FileName(*version);
}

}  // namespace assay::env
