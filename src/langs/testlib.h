// testlib.h for the judges that include it: our own header with the interface its documentation
// describes, or the file an operator names. Thread-safe once SetTestlibHeader has been called.
#pragma once

#include "base/blob.h"

namespace assay {

// Never null.
const BlobPtr& TestlibHeader();

// At start-up, before any other thread: what to hand out instead of our own.
void SetTestlibHeader(BlobPtr contents);

}  // namespace assay
