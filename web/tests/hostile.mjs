// What a candidate, or who names a run, may write to be run by whoever looks at it. Every text of the
// fake server's data has some of it.

export const HOSTILE = [
  "<script>window.__owned = 'script'</script>",
  "<img src=x onerror=\"window.__owned='img'\">",
  "<svg onload=\"window.__owned='svg'\"><circle r=9></svg>",
  "\"><script>window.__owned='attribute'</script>",
  "' onmouseover='window.__owned=1' x='",
  "javascript:window.__owned='href'",
  "data:text/html,<script>parent.__owned='data'</script>",
  "</title></style></textarea></pre><iframe srcdoc=\"<script>parent.__owned='frame'</script>\">",
  "{{constructor.constructor('window.__owned=1')()}}${window.__owned=2}",
  "<a href=\"javascript:window.__owned='a'\" autofocus onfocus=\"window.__owned='focus'\">x</a>",
  "<math><mi xlink:href=\"javascript:window.__owned='math'\">x</mi></math>",
  "<!--<img src=--><img src=x onerror=window.__owned='comment'>//-->",
  "&lt;script&gt;window.__owned='entities'&lt;/script&gt;",
  "<style>*{display:none!important}</style>",
  "<base href=\"//127.0.0.1:1/\"><form action=\"//127.0.0.1:1/\"><button>x",
  "__proto__",
  "constructor",
  "\u202edlrow\u202c \u2066olleh\u2069 \u200bhidden\u0000nul\u001b[31mred",
  "%3Cscript%3Ewindow.__owned='url'%3C/script%3E#/nodes?x=<b>",
  "a very long name that goes on ".repeat(20) + "and ends",
  "💥 نص עברית 漢字 e\u0301",
];

export const hostile = (i) => HOSTILE[i % HOSTILE.length];
