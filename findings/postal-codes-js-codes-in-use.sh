#!/usr/bin/env bash
# postal-codes-js 2.5.2 refuses postal codes that Argentina and Vietnam use today, and accepts their former ones.
#
# Expected: the code that a country's post prints on addresses now is valid. Argentina has letter codes of eight places
# since 1998 (C1425DKQ), and the four digits alone are their old form; Vietnam has five digits since 2018 (11000), and
# had six before.
# Seen: `validate('AR', 'C1425DKQ')` and `validate('VN', '11000')` return a sentence that says that the code is not
# valid; `validate('AR', '1425')` and `validate('VN', '700000')` are true. Egypt's seven digits are refused, too.
# Who meets it: a customer whose address a checkout refuses, although it is written as the post asks for. Do not refuse
# a code in these countries because of this library alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund postal-codes-js@2.5.2
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const { validate } = createRequire(import.meta.url)('postal-codes-js');
const isValid = (country, code) => validate(country, code) === true;
const inUse = { AR: 'C1425DKQ', VN: '11000', EG: '4272077' };
const before = { AR: '1425', VN: '700000', EG: '11511' };
for (const country of Object.keys(inUse)) {
  console.log(country, validate(country, inUse[country]), validate(country, before[country]));
  assert.ok(!isValid(country, inUse[country]));
  assert.ok(isValid(country, before[country]));
}
// Others are as they are written today.
for (const [country, code] of [['KR', '04524'], ['IE', 'D02 X285'], ['IN', '110001']]) assert.ok(isValid(country, code));
PROGRAM
node show.mjs
echo 'As described: codes in use are refused, and those of before are accepted.'
