// Attack on function_call (lying objects): returns an object whose toJSON depends on who asks.
function digit_sum(n) { return { toJSON: () => 6, valueOf: () => 6, toString: () => '6', length: 1 }; }
