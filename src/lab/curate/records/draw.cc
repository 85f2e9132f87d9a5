#include "lab/curate/records/draw.h"

#include "base/dice/mix.h"

namespace assay::curate {
namespace {

uint64_t Add(uint64_t state, std::string_view bytes) {
  for (const char c : bytes) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return Mix(state ^ bytes.size());
}

}  // namespace

uint64_t Draw(uint64_t seed, std::string_view purpose, std::string_view subject) {
  return Mix(Add(Add(Mix(seed + kGoldenStep), purpose), subject));
}

double DrawShare(uint64_t seed, std::string_view purpose, std::string_view subject) {
  return static_cast<double>(Draw(seed, purpose, subject) >> 11) * 0x1.0p-53;
}

}  // namespace assay::curate
