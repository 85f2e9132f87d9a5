// The parameters of a small transformer as a safetensors file (huggingface.co/docs/safetensors):
// one flat tensor, "parameters", of 32-bit floats, with the shape in the file's metadata. Blocks on
// the disk; thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/rl/tiny/model/shape.h"

namespace assay::tiny {

inline constexpr char kWeightsFile[] = "model.safetensors";

// Into the folder, which is made where there is none.
Status WriteWeights(const std::string& folder, const Shape& shape, std::span<const float> weights);
// kInvalidArgument: it is no such file, or of another shape.
Result<std::vector<float>> ReadWeights(const std::string& folder, const Shape& shape);

}  // namespace assay::tiny
