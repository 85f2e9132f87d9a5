// The style sheet of reports as one HTML page. Pure data.
#pragma once

#include <string_view>

namespace assay::lab {

// Light, dark by the reader's choice, and light again on paper. The two series are told apart by
// blue and orange, which stay apart for the colour-blind, by dashes and by markers.
inline constexpr std::string_view kReportStyle = R"(
:root { --ink: #1b1f24; --dim: #59636e; --paper: #ffffff; --soft: #f3f5f7; --rule: #d3d9df;
  --s0: #1f5fa8; --s1: #b4530a; --warn: #9a1c1c; --warn-soft: #fdeceb; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --dim: #9aa5b1; --paper: #14171a;
  --soft: #1e2328; --rule: #3a424a; --s0: #7db4f0; --s1: #f0a060; --warn: #ff9d94;
  --warn-soft: #3a1d1b; } }
@media print { :root { --ink: #000; --dim: #444; --paper: #fff; --soft: #fff; --rule: #bbb;
  --s0: #1f5fa8; --s1: #b4530a; --warn: #9a1c1c; --warn-soft: #fff; }
  section, svg, tr { break-inside: avoid; } details.long { display: none; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; border-bottom: 1px solid var(--rule); }
p { margin: .4rem 0; max-width: 46rem; } .dim { color: var(--dim); }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.2rem 0; }
.card { flex: 1 1 18rem; background: var(--soft); border: 1px solid var(--rule);
  border-left: .4rem solid var(--s0); padding: .8rem 1rem; }
.card.s1 { border-left-color: var(--s1); border-left-style: double; }
.card.refused { border-color: var(--warn); background: var(--warn-soft); }
.card .big { font-size: 2rem; font-weight: 650; line-height: 1.2; }
.left-out { border-left: .4rem solid var(--warn); padding-left: .6rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--rule);
  vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 600; } td.number, th.number { text-align: right; white-space: nowrap; }
td.states { font-family: ui-monospace, monospace; letter-spacing: .08em; }
code { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; max-width: 46rem; display: block; margin: .6rem 0; }
svg text.label { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg text.small { font-size: 11px; } svg text.dim { fill: var(--dim); }
svg text.value { font-weight: 600; } svg text.s0.value { fill: var(--s0); }
svg text.s1.value { fill: var(--s1); }
svg .grid { stroke: var(--rule); stroke-width: 1; } svg .axis { stroke: var(--dim); }
svg .curve { fill: none; stroke-width: 2; } svg .curve.s0 { stroke: var(--s0); }
svg .curve.s1 { stroke: var(--s1); stroke-dasharray: 6 4; }
svg .curve.foretold { stroke-dasharray: 2 4; }
svg .band { opacity: .14; } svg .band.s0, svg .bar.s0, svg .mark.s0 { fill: var(--s0); }
svg .band.s1, svg .mark.s1 { fill: var(--s1); }
svg .bar.s1 { fill: var(--s1); fill-opacity: .55; stroke: var(--s1); }
svg .whisker { stroke-width: 3; opacity: .6; } svg .whisker.s0 { stroke: var(--s0); }
svg .whisker.s1 { stroke: var(--s1); } svg .error { stroke: var(--ink); stroke-width: 1.5; }
summary { cursor: pointer; padding: .3rem 0; }
)";

}  // namespace assay::lab
