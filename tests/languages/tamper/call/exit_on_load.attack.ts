// Attack on function_call (early exit): writes a reply and exits with code 0 while it is loaded.
declare var require: any;
declare var process: any;
require('fs').writeSync(3, '{"status":"ok","value":6}');
process.exit(0);
function digit_sum(n: number): number { return 0; }
