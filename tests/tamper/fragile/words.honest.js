// Honest twin: prints its numbers from JavaScript.
const n = Number(require("fs").readFileSync(0, "utf8"));
console.log(Array.from({length: n}, (_, i) => n - i).join(" "));
