// Rule: statements that can't be understood without a picture.
// AceReason-Nemotron, 3.1: "references to figures"; A.4: "images within the statement".
//
// A picture in the statement (Markdown, HTML, \includegraphics, Asymptote's [asy], tikz), or words
// that point to one: "in the figure", "the diagram shows", "shown below", "Figure 2". A graph
// counts only when it is shown: graphs are also what graph theory is about.
//
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "lab/curate/rules/finding.h"

namespace assay::curate {

Objection RefersToFigure(std::string_view statement);

}  // namespace assay::curate
