#include "data/convert/python/usual_imports.h"

namespace assay {
namespace {

constexpr char kHumanEvalImports[] =
    "import math\nimport re\nimport sys\nimport copy\nimport datetime\nimport itertools\n"
    "import collections\nimport heapq\nimport statistics\nimport functools\nimport hashlib\n"
    "import string\nfrom typing import *\nfrom collections import *\n";
constexpr char kNumpyImports[] = "import numpy\nimport numpy as np\n";

}  // namespace

std::string HumanEvalImports(bool with_numpy) {
  return with_numpy ? std::string(kHumanEvalImports) + kNumpyImports : kHumanEvalImports;
}

bool NamesNumpy(std::string_view code) {
  return code.find("numpy") != code.npos || code.find("np.") != code.npos;
}

}  // namespace assay
