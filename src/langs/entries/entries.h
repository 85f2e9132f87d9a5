// The languages there are: each is one entry in a file of its own. A new one is such a file and a
// line in BuiltInLanguages(). Pure: nothing of the host is asked until a table calls an entry's
// `tools`.
#pragma once

#include <vector>

#include "langs/entry/entry.h"

namespace assay {

LanguageEntry PythonLanguage();
LanguageEntry PytestLanguage();
LanguageEntry CppLanguage();
LanguageEntry CLanguage();
LanguageEntry JavaLanguage();
LanguageEntry NodejsLanguage();
LanguageEntry BashLanguage();

// In the order in which they are listed everywhere.
const std::vector<LanguageEntry>& BuiltInLanguages();

}  // namespace assay
