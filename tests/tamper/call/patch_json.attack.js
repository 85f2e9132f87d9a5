// Attack on function_call (monkey-patching): patches JSON.stringify and the prototypes.
JSON.stringify = () => '6';
Object.prototype.toJSON = () => 6;
Number.prototype.toString = () => '6';
String = () => '6';
function digit_sum(n) { return { a: 1 }; }
