// Data out of Python's pickles, without Python and without its dangers: a pickle is a program, and
// this runs only the part of the language that makes texts, numbers, None, lists, tuples and dicts.
// Whatever would import, call, or build an object is refused by its name.
//
// LiveCodeBench keeps its private tests so: base64 of zlib of a pickled text of JSON.
//
// Costs are bounded by the input: a byte makes at most one value, what is shared is written at most
// PickleLimits::json_bytes long, and a zlib stream unpacks to at most PickleLimits::unpacked_bytes.
// Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

struct PickleLimits {
  size_t unpacked_bytes = size_t{1} << 30;
  size_t json_bytes = size_t{1} << 30;
};

// The JSON text of the object in a pickle of any protocol from 0 to 5; tuples become arrays, keys
// of dicts texts as Python's json makes them.
Result<std::string> PickleToJson(std::string_view pickle, const PickleLimits& limits = {});

// The text in a pickle that holds nothing but a text.
Result<std::string> PickleToText(std::string_view pickle);

// What base64, zlib and pickle hold: a text as it is, anything else as JSON.
Result<std::string> UnpackPickled(std::string_view base64, const PickleLimits& limits = {});

// The text behind base64, zlib and pickle.
Result<std::string> UnpackPickledText(std::string_view base64, const PickleLimits& limits = {});

}  // namespace assay
