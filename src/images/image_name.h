// Names of images, and what a client's reference means among them.
//
// A name is what `assay image add` was given: NAME, NAME:TAG, TEAM/NAME:TAG or HOST:PORT/NAME:TAG.
// Without a tag it has the tag "latest"; "docker.io/" and, below it, "library/" say nothing. So
// "docker.io/library/python:3.11-slim" is "python:3.11-slim", and "team/tools" is
// "team/tools:latest". Pure functions; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

struct ImageName {
  std::string name;
  std::string tag;
};
// "gcc:13" -> gcc, 13; without a tag it is "latest". A port of a registry is no tag.
ImageName SplitImageName(std::string_view ref);

// Without what says nothing: "python:3.11-slim", "team/tools". Blanks around it are dropped.
std::string ShortImageName(std::string_view ref);
// The same with its tag: equal for two references exactly when they mean the same image.
std::string ImageKey(std::string_view ref);

// The name among `names` that `ref` means. nullopt: none; nothing is put in its place.
std::optional<std::string> FindImageName(std::string_view ref,
                                         const std::vector<std::string>& names);

// The short name, if it can be one; the error's field is "name".
Result<std::string> CheckImageName(std::string_view given);

}  // namespace assay
