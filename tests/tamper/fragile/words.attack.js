// Attack on special judge (breaking the judge): does so in JavaScript.
console.log("undefined NaN")
