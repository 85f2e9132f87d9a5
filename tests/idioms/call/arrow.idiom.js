// Idiom on function call (function): is an arrow function in a const.
const run_lengths = (values) => values.reduce((out, v) => {
  if (out.length && out.at(-1)[0] === v) { out.at(-1)[1] += 1; } else { out.push([v, 1]); }
  return out;
}, []);
