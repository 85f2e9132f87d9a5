// Attack on function call (doing nothing): does so in JavaScript.
function trim(text) {}
