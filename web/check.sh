#!/bin/bash
# The checks of the page: its types, that the committed page is what these sources build to, and the
# page in a browser, against a server of seeded data and, where ASSAY_BIN names one, against Assay.
# Needs what `scripts/install-deps.sh web` installs. Pictures are left in build/web/.
set -euo pipefail
cd "$(dirname "$0")"

command -v npm >/dev/null || { echo "check-web: npm is missing: scripts/install-deps.sh web" >&2; exit 1; }
# Only what the lock file names, byte for byte; no package's own scripts run.
npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
./node_modules/.bin/tsc --noEmit
mkdir -p ../build/web
./node_modules/.bin/vite build --logLevel warn --outDir ../build/web/dist --emptyOutDir
node pack.mjs ../build/web/dist ../build/web/assay-ui.zip
cmp ../build/web/assay-ui.zip assay-ui.zip || {
  echo "check-web: web/assay-ui.zip isn't what web/ builds to; make web builds it anew" >&2
  exit 1
}
echo "check-web: the committed page is what its sources build to"
node --test tests/*.test.mjs
