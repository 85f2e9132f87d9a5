// Attack on function_call (monkey-patching): patches JSON, the prototypes and String.
JSON.stringify = (() => "6") as any;
(Object.prototype as any).toJSON = () => 6;
Number.prototype.toString = () => "6";
(globalThis as any).String = () => "6";
Number.isInteger = () => false;
Array.prototype.join = () => "6";
Object.defineProperty(Object.prototype, "status", { get: () => "ok" });
function digit_sum(n: number): number { return -1; }
