#include "lab/shared/html/page.h"

#include "lab/shared/html/report_style.h"

namespace assay::lab {

Html BeginPage(std::string_view title) {
  Html html;
  html.Raw(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n");
  html.Element("title", title);
  html.Raw("\n<style>").Raw(kReportStyle).Raw("</style>\n</head>\n<body>\n<main>\n");
  return html;
}

void EndPage(Html* html) {
  html->Raw("</main>\n</body>\n</html>\n");
}

void WriteCard(std::string_view title, std::string_view number, std::string_view about,
               Html* html) {
  html->Raw("<div class=\"card s0\">").Element("div", title).Element("div", "big", number);
  html->Element("p", "dim", about).Raw("</div>\n");
}

}  // namespace assay::lab
