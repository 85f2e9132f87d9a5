// Java and what else becomes its byte code; and Clojure, which a JVM interprets. Pure, as
// langs/entries/entries.h.
#pragma once

#include "langs/entry/entry.h"

namespace assay {

LanguageEntry JavaLanguage();
LanguageEntry JunitLanguage();
LanguageEntry KotlinLanguage();
LanguageEntry KotlinScriptLanguage();
LanguageEntry ScalaLanguage();
LanguageEntry ClojureLanguage();

}  // namespace assay
