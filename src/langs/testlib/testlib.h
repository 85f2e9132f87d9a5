// testlib.h for the judges that include it: our own header with the interface its documentation
// describes, or the file an operator names. Thread-safe.
#pragma once

#include <string>

#include "base/blob.h"
#include "base/result.h"

namespace assay {

// Our own; never null.
const BlobPtr& OwnTestlib();
// An operator's. kInvalidArgument when the file can't be read or is something else.
Result<BlobPtr> LoadTestlib(const std::string& path);

}  // namespace assay
