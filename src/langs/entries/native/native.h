// The entries of languages that compile to programs of the machine, beside C and C++: in a room of
// their own because a room has a bounded number of files. Pure.
#pragma once

#include "langs/entry/entry.h"

namespace assay {

LanguageEntry GoLanguage();
LanguageEntry GoTestLanguage();
LanguageEntry RustLanguage();
LanguageEntry DLanguage();
LanguageEntry DUnittestLanguage();

}  // namespace assay
