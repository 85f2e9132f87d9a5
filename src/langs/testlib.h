// testlib.h for the judges that include it: our own header with the interface its documentation
// describes, or the file an operator names. Thread-safe once that was set.
#pragma once

#include <string>

#include "base/blob.h"
#include "base/result.h"

namespace assay {

// Never null.
const BlobPtr& TestlibHeader();

// At start-up, before any other thread: what to hand out instead of our own.
void SetTestlibHeader(BlobPtr contents);
// The same, from a file. kInvalidArgument when it can't be read or is something else.
Status LoadTestlibHeader(const std::string& path);

}  // namespace assay
