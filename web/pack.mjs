// Packs a folder into one ZIP file, the same bytes for the same files wherever it is done: names in
// order, one date, no owners, and a compressor that comes with the lock file instead of the host's.
//
//   node pack.mjs FOLDER FILE
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zipSync } from "fflate";

const MOST_GZIP_BYTES = 150_000;

const [folder, file] = process.argv.slice(2);
const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .sort();
const entries = {};
let sent = 0;
for (const name of names) {
  const bytes = readFileSync(join(folder, name));
  sent += gzipSync(bytes, { level: 9, mtime: 0 }).length;
  // Local time as the format has it; the first moment it can name.
  entries[name] = [bytes, { level: 9, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o644 << 16 }];
}
if (sent > MOST_GZIP_BYTES) {
  console.error(`pack: the page is ${sent} bytes compressed, more than ${MOST_GZIP_BYTES}`);
  process.exit(1);
}
const packed = zipSync(entries);
writeFileSync(file, packed);
console.log(`pack: ${names.length} files, ${sent} bytes compressed; ${file} has ${packed.length}`);
