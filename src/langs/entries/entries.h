// The languages there are: each is one entry in a file of its own, here or in a room below. A new
// one is such a file and a line in BuiltInLanguages(). Pure: nothing of the host is asked until a
// table calls an entry's `tools`.
#pragma once

#include <vector>

#include "langs/entries/exotic/exotic.h"
#include "langs/entries/jvm/jvm.h"
#include "langs/entries/native/native.h"
#include "langs/entries/scripting/scripting.h"
#include "langs/entry/entry.h"

namespace assay {

LanguageEntry PythonLanguage();
LanguageEntry PytestLanguage();
LanguageEntry CppLanguage();
LanguageEntry CLanguage();
LanguageEntry NodejsLanguage();
LanguageEntry BashLanguage();

// In the order in which they are listed everywhere: those of folders of their own last.
const std::vector<LanguageEntry>& BuiltInLanguages();

}  // namespace assay
