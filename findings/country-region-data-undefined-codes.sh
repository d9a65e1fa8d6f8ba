#!/usr/bin/env bash
# country-region-data 4.1.0 gives regions without a code the text "undefined" as their code.
#
# Expected: what its README says: regions that need a code "can be identified by having a missing shortCode". So a check
# such as `code ?? name` or `if (!code)` finds them, as it does with data.json of the same package.
# Seen: in the modules that `import` and `require` load, 178 regions of 31 countries and territories have the code
# 'undefined', a text of nine letters: all of Puerto Rico, Guam, Réunion, the Faroe Islands and French Polynesia among
# them. The README's promise that codes are unique within a country is broken by it, too. One region, of North
# Macedonia, has an empty code.
# Who meets it: shops and forms that use the code as the value of a list's entry. Every region of Puerto Rico has the
# same value, and "undefined" is written on the parcel. Use the names, or data.json.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund country-region-data@4.1.0
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { allCountries, PR } from 'country-region-data';

const require = createRequire(import.meta.url);
const required = require('country-region-data').allCountries;
const plain = require('country-region-data/data.json');

const withoutCode = plain.flatMap(({ countryShortCode, regions }) =>
  regions.filter(({ shortCode }) => shortCode === undefined).map(({ name }) => `${countryShortCode} ${name}`),
);
const codedUndefined = (countries) =>
  countries.flatMap(([, country, regions]) =>
    regions.filter(([, code]) => code === 'undefined').map(([name]) => `${country} ${name}`),
  );

const seen = codedUndefined(allCountries);
const territories = new Set(seen.map((region) => region.slice(0, 2)));
console.log(`data.json: ${withoutCode.length} regions have no code, for example ${withoutCode[0]}`);
console.log(`modules: ${seen.length} regions have the code 'undefined', of`, [...territories].join(' '));
console.log('Puerto Rico begins with', PR[2].slice(0, 2));

assert.equal(seen.length, 178);
assert.equal(territories.size, 31);
assert.deepEqual(seen, withoutCode);
assert.deepEqual(codedUndefined(required), withoutCode);
assert.deepEqual(PR[2][0], ['Adjuntas', 'undefined']);
assert.deepEqual([...new Set(PR[2].map(([, code]) => code))], ['undefined']);
// Nothing that a program would look for marks them.
assert.ok(allCountries.every(([, , regions]) => regions.every(([, code]) => typeof code === 'string')));
PROGRAM
node show.mjs
echo "As described: a missing code is the text 'undefined'."
