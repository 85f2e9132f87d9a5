// Assay itself ($ASSAY_BIN), as the tests of the page start it, and what their tokens are.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const assay = process.env.ASSAY_BIN;
export const skip = !assay ? "ASSAY_BIN names no program" : process.getuid() !== 0 ? "isolation needs root" : false;

export function newFolder() {
  const path = mkdtempSync(join(tmpdir(), "assay-page-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

// Adds one to the file, and returns it.
export function newToken(file, name, role, tenant = name) {
  const made = execFileSync(assay, ["token", "new", "--tokens", file, "--name", name, "--role", role, "--tenant", tenant], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return made.match(/\S{20,}/)[0];
}

export async function serve(folder, args = [], port = 0) {
  const argv = ["serve", "--port", String(port), "--slots", "1", "--cache-dir", folder, "--drain-timeout-s", "5", ...args];
  const process_ = spawn(assay, argv, { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((done, failed) => {
    let said = "";
    process_.stdout.on("data", (piece) => {
      said += piece;
      const at = said.match(/listening on (http:\/\/[\d.]+:\d+)/);
      if (at) done(`${at[1]}/`);
    });
    process_.on("exit", () => failed(new Error(`the server ended: ${said}`)));
  });
  const ask = (token, path, init = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...init.headers } });
  return {
    url,
    port: Number(new URL(url).port),
    ask,
    // Ends the server and waits for its end, after which it has left nothing.
    stop: async () => {
      if (process_.exitCode !== null || process_.signalCode !== null) return;
      const ended = new Promise((done) => process_.once("exit", done));
      process_.kill("SIGTERM");
      await ended;
    },
  };
}

// What `assay rejudge` says of a file: its exit code, and its words.
export function rejudge(file, folder, args = []) {
  try {
    const said = execFileSync(assay, ["rejudge", file, "--cache-dir", folder, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return { code: 0, said };
  } catch (error) {
    return { code: error.status, said: `${error.stdout}${error.stderr}` };
  }
}

