// A secret for one assert run: 128 random bits as hexadecimal. The driver must repeat it in its
// reply, so that a reply the candidate makes up without the driver is not a pass. Thread-safe.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

Result<std::string> RandomNonce();

}  // namespace assay
