#!/usr/bin/env bash
# ibantools 4.5.4 lacks five SEPA countries: Albania, Moldova, Montenegro, North Macedonia and Serbia.
#
# Expected: `isSEPACountry` answers by the European Payments Council's list of SEPA countries (EPC409-09). Albania and
# Montenegro were added in November 2024, Moldova and North Macedonia in March 2025, Serbia in May 2025; transfers to
# the first four run since October 2025, to Serbia since May 2026.
# Seen: false for all five, while their IBANs validate. The 37 countries of before are there.
# Who meets it: whoever offers a SEPA transfer by this answer refuses a payee in Belgrade or Tirana whose bank takes it.
# Ask your bank, or keep a list of your own, and use the package for the IBAN alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund ibantools@4.5.4
cat > show.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const { countrySpecs, isSEPACountry, isValidIBAN } = require('ibantools');

// The examples of the SWIFT registry, and an IBAN of Moldova with check digits computed by its rule.
const examples = {
  Albania: 'AL47212110090000000235698741',
  Moldova: 'MD24AG000225100013104168',
  Montenegro: 'ME25505000012345678951',
  'North Macedonia': 'MK07250120000058984',
  Serbia: 'RS35260005601001611379',
};
for (const [country, iban] of Object.entries(examples)) {
  const [isValid, isInSepa] = [isValidIBAN(iban), isSEPACountry(iban.slice(0, 2))];
  console.log(`${country}: IBAN valid ${isValid}, in SEPA ${isInSepa}`);
  assert.deepEqual([isValid, isInSepa], [true, false]);
}
const listed = Object.keys(countrySpecs).filter((code) => countrySpecs[code].SEPA);
console.log(`${listed.length} countries are in SEPA: ${listed.join(' ')}`);
assert.equal(listed.length, 37);
assert.equal(isSEPACountry('DE'), true);
PROGRAM
node show.cjs
echo 'As described: the five countries that joined since 2024 are missing.'
