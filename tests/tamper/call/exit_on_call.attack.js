// Attack on function_call (early exit): leaves with code 0 when called.
function digit_sum(n) { process.exit(0); }
