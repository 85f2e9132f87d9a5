// Making what makes programs faster (C++'s precompiled header), and saying so while it lasts: it
// takes seconds once for each compiler. Any thread.
#pragma once

#include <cstdio>
#include <stop_token>
#include <vector>

#include "langs/language.h"

namespace assay {

// The log gets a line at the start, every few seconds and at the end; `terminal`, when it is not
// null and is one, a line that is redrawn and goes away. What fails is a warning. Returns within a
// tenth of a second after a stop.
void MakePreparations(const std::vector<Preparation>& preparations, const std::stop_token& stop,
                      std::FILE* terminal);

}  // namespace assay
