// Attack on function_call (monkey-patching): defines names that the driver has.
declare var require: any;
declare var process: any;
const args = [6];
function encode() { return '6'; }
function reply() {}
function answer() {}
var Buffer: any = { from: () => '6' };
(globalThis as any).Buffer = Buffer;
(globalThis as any).fs = null;
function digit_sum(n: number): number { return -1; }
