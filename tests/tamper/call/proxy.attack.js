// Attack on function_call (lying objects): returns a proxy that answers every question.
function digit_sum(n) { return new Proxy(function () {}, { get: () => 6, apply: () => 6, has: () => true }); }
