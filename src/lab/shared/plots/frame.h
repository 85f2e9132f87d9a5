// The pieces that plots are drawn with: lines, labels, bars and marks with the classes of the style
// sheet, a legend, and the frame with its title. Coordinates are those of the picture. Pure,
// thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::lab {

struct PlotText {
  std::string title;
  std::string description;
};

inline constexpr double kPlotWidth = 720;
inline constexpr double kLegendHeight = 26;

std::string Line(double x1, double y1, double x2, double y2, std::string_view css);
// `anchor`: "start", "middle" or "end".
std::string Label(double x, double y, std::string_view anchor, std::string_view text,
                  std::string_view css = "label");
std::string Bar(double x, double y, double width, double height, size_t series);
// A disc for the first series, a square for the second.
std::string Marker(double x, double y, size_t series);
std::string Legend(const std::vector<std::string>& names);
std::string Framed(const PlotText& text, double height, const std::string& body);

}  // namespace assay::lab
