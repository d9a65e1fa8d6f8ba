#!/usr/bin/env bash
# country-region-data 4.1.0 lacks Indonesia's province West Sulawesi, and gives its code SR to South Sulawesi.
#
# Expected: the README says that regions and their codes follow ISO 3166-2. There, ID-SR is Sulawesi Barat (West
# Sulawesi, a province since 2004) and ID-SN is Sulawesi Selatan (South Sulawesi). A list that a user has to choose from
# holds every province.
# Seen: `Sulawesi Selatan` has the code SR, no region has the code SN, and Sulawesi Barat is missing; so are the four
# Papuan provinces of 2022 (PD, PE, PS, PT). 33 of 38 provinces are there. Because each code is unique, the package's
# own validation finds nothing.
# Who meets it: a customer in Mamuju cannot choose their province in a checkout, and an address with the ISO code
# SR is sent to another province. Add the five provinces, and give South Sulawesi the code SN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund country-region-data@4.1.0 iso-3166@4.4.0
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { ID } from 'country-region-data';
import { iso31662 } from 'iso-3166';

const standard = new Map(iso31662.map(({ code, name }) => [code, name]));
const listed = new Map(ID[2].map(([name, code]) => [`ID-${code}`, name]));
// Groups of islands have a code in the standard, too, and are no provinces.
const islands = ['ID-JW', 'ID-KA', 'ID-ML', 'ID-NU', 'ID-PP', 'ID-SL', 'ID-SM'];
const provinces = [...standard.keys()].filter((code) => code.startsWith('ID-') && !islands.includes(code));
const missing = provinces.filter((code) => !listed.has(code));

console.log(`ISO 3166-2: ${provinces.length} provinces; country-region-data: ${listed.size}`);
console.log('codes that are missing:', missing.join(', '));
console.log(`ID-SR: ISO has ${standard.get('ID-SR')}, country-region-data has ${listed.get('ID-SR')}`);

assert.equal(standard.get('ID-SR'), 'Sulawesi Barat');
assert.equal(standard.get('ID-SN'), 'Sulawesi Selatan');
assert.equal(listed.get('ID-SR'), 'Sulawesi Selatan');
assert.ok(![...listed.values()].includes('Sulawesi Barat'));
assert.deepEqual(missing.toSorted(), ['ID-PD', 'ID-PE', 'ID-PS', 'ID-PT', 'ID-SN']);
assert.deepEqual([provinces.length, listed.size], [38, 33]);
PROGRAM
node show.mjs
echo 'As described: South Sulawesi has the code of West Sulawesi, which is missing.'
