// Names of environments and of the files in them. Strict, because they become folders, archive
// members, URLs and Python modules. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::env {

inline constexpr std::string_view kManifestFile = "environment.yaml";
// The same as JSON, which packs have beside it, for programs that read no YAML.
inline constexpr std::string_view kManifestJsonFile = "environment.json";
inline constexpr size_t kMostNameBytes = 64;

// A lower-case letter, then lower-case letters, digits and single '-' between them.
bool IsEnvironmentName(std::string_view name);
// What to write instead.
inline constexpr std::string_view kNameRule =
    "must begin with a letter from a to z, then have letters, digits and single '-' between them, "
    "at most 64 in all, as in grade-school-math";

// A file below the environment's folder: "tasks.jsonl", "data/train.parquet". Parts of letters,
// digits, '_', '-' and '.', none of which begins with '.' or '-', at most 8 of them.
bool IsFilePath(std::string_view path);
inline constexpr std::string_view kFileRule =
    "must be a file in this folder, without '..', hidden names, spaces or a leading '/', as in "
    "data/tasks.jsonl";

}  // namespace assay::env
