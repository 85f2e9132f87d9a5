// Idiom on function call (function): is exported by module.exports too.
var run_lengths = function (values) {
  var out = [];
  values.forEach(function (v) { if (out.length && out[out.length - 1][0] === v) out[out.length - 1][1]++; else out.push([v, 1]); });
  return out;
};
module.exports = { run_lengths };
