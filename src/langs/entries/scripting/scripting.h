// The entries of languages whose programs are read as they are, or nearly: in a room of their own
// because a room has a bounded number of files. Pure.
#pragma once

#include "langs/entry/entry.h"

namespace assay {

LanguageEntry TypescriptLanguage();
LanguageEntry TypeCheckedLanguage();
LanguageEntry JestLanguage();
LanguageEntry PhpLanguage();
LanguageEntry RubyLanguage();
LanguageEntry PerlLanguage();
LanguageEntry LuaLanguage();
LanguageEntry RLanguage();
LanguageEntry RacketLanguage();

}  // namespace assay
