// What is known of a stored image, beside its files: kept as image.json next to its root folder.
// Plain values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {

struct ImageRecord {
  std::string name;    // as CheckImageName gives it
  std::string source;  // "oci", "docker", "tar" or "folder"
  // What it was made of, "sha256:…": the manifest of an OCI image, the configuration of one that
  // `docker save` wrote, the file of a plain tar; empty of a folder.
  std::string digest;
  std::string architecture;  // as images call it: "amd64"; empty: it doesn't say
  std::string created;       // when it was added, RFC 3339 in UTC
  int64_t bytes = 0;         // of its files
  int64_t files = 0;         // and folders, links
  // Of the image's configuration. The first two count for every process of a sandbox; the others
  // are told and not run.
  std::vector<std::string> env;  // NAME=VALUE
  std::string workdir;           // absolute; empty: the user's home directory
  std::vector<std::string> entrypoint;
  std::vector<std::string> command;
};

void WriteImageRecord(const ImageRecord& record, JsonWriter* json);
// Of what WriteImageRecord wrote.
Result<ImageRecord> ParseImageRecord(std::string_view text);

// The texts of an array; empty when it is none.
std::vector<std::string> TextsOf(JsonValue array);
// Takes env, workdir, entrypoint, command and architecture from an image's configuration. Refuses
// one for another system than this host's, with the reason.
Status TakeImageConfig(JsonValue config, ImageRecord* record);
// As images call this host's: "amd64", "arm64".
std::string_view HostArchitecture();

}  // namespace assay
