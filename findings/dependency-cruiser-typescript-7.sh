#!/usr/bin/env bash
# dependency-cruiser 18.7.2 beside TypeScript 7.0.2 exits with 0 although a forbidden import is there.
#
# Expected: an error that the rules could not be checked, or a violation.
# Seen: TypeScript 7 has no JavaScript API, so .ts files are not read at all. The output says "no dependency violations
# found (0 modules, 0 dependencies cruised)" with a warning ("missing-tsc-transpiler"), and the exit status is 0: CI
# stops checking the import rules and stays green. With TypeScript 6.0.3 the same folder exits with 1.
# Who meets it: projects with import rules that upgrade `typescript` to 7. Keep TypeScript 6 as `typescript` and install
# 7 under another name (`"typescript7": "npm:typescript@7.0.2"`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
echo '{ "type": "module", "private": true }' > package.json
echo "import { price } from './price.ts'; export const total: number = price;" > src/total.ts
echo 'export const price: number = 1;' > src/price.ts
cat > rules.cjs <<'RULES'
module.exports = {
  forbidden: [{ name: 'no-price', severity: 'error', from: { path: 'total' }, to: { path: 'price' } }],
  options: { tsPreCompilationDeps: true },
};
RULES

status_with() {
  npm install --silent --no-audit --no-fund dependency-cruiser@18.7.2 "typescript@$1"
  local status=0
  npx depcruise --config rules.cjs src > output.txt 2>&1 || status=$?
  echo "TypeScript $1: exit status $status"
  cat output.txt
  return "$status"
}

with6=0
status_with 6.0.3 || with6=$?
with7=0
status_with 7.0.2 || with7=$?
grep -q 'missing-tsc-transpiler' output.txt
[ "$with6" = 1 ] && [ "$with7" = 0 ]
echo 'As described: a violated rule ends with 0 beside TypeScript 7.'
