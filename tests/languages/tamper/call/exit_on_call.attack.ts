// Attack on function_call (early exit): exits with code 0 when called.
declare var require: any;
declare var process: any;
function digit_sum(n: number): number {
  process.exit(0);
  return 0;
}
