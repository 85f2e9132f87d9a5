#include "lab/shared/plots/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/shared/html/html_text.h"
#include "text/utf8.h"

namespace assay::lab {

std::string Line(double x1, double y1, double x2, double y2, std::string_view css) {
  return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
                     css, x1, y1, x2, y2);
}

std::string Label(double x, double y, std::string_view anchor, std::string_view text,
                  std::string_view css) {
  return fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>",
                     css, x, y, anchor, EscapeHtml(text));
}

std::string Bar(double x, double y, double width, double height, size_t series) {
  return fmt::format(
      "<rect class=\"bar s{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
      series, x, y, std::max(width, 0.0), std::max(height, 0.0));
}

std::string Marker(double x, double y, size_t series) {
  if (series == 0) {
    return fmt::format("<circle class=\"mark s0\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>", x, y);
  }
  return fmt::format(
      "<rect class=\"mark s1\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"7.6\" height=\"7.6\"/>", x - 3.8,
      y - 3.8);
}

std::string Legend(const std::vector<std::string>& names) {
  std::string out;
  double x = 48;
  for (size_t i = 0; i < names.size(); ++i) {
    out += Line(x, 12, x + 26, 12, fmt::format("curve s{}", i)) + Marker(x + 13, 12, i);
    out += Label(x + 33, 16, "start", names[i]);
    x += 60 + 8.0 * static_cast<double>(CountUtf8Characters(names[i]));
  }
  return out;
}

std::string Framed(const PlotText& text, double height, const std::string& body) {
  return fmt::format(
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{}\n"
      "</svg>\n",
      kPlotWidth, height, EscapeHtml(text.title), EscapeHtml(text.description), body);
}

}  // namespace assay::lab
