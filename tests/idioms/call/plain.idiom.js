// Idiom on function call (function): is a function of a script.
function run_lengths(values) {
  console.log('working', values.length);
  const out = [];
  for (const v of values) {
    if (out.length && out[out.length - 1][0] === v) out[out.length - 1][1]++;
    else out.push([v, 1]);
  }
  return out;
}
