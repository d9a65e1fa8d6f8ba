import { describe, expect, test } from 'vitest';
import { addressFaults, addressFormOf, sentAddress } from './address.ts';
import { countries, DEFAULT_COUNTRY } from './countries.ts';

const home = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zipCode: '62701',
  country: DEFAULT_COUNTRY,
};
const MISSING = 'Please fill in all address fields';

describe('an address', () => {
  test('is complete where all fields of its country are filled in', () => {
    expect(addressFaults(home)).toEqual({});
    expect(addressFaults({ ...home, country: 'Qatar', state: '', zipCode: '' })).toEqual({});
    expect(addressFaults({ ...home, country: 'Germany', state: '', zipCode: '10115' })).toEqual({});
  });

  test('names each field that is missing or blank', () => {
    expect(addressFaults({ street: '', city: ' ', state: '\u200b', zipCode: '', country: DEFAULT_COUNTRY })).toEqual({
      street: MISSING,
      city: MISSING,
      state: MISSING,
      zipCode: MISSING,
    });
    expect(addressFaults({ ...home, country: '' })).toEqual({ country: MISSING });
  });

  test('is not in a country that nothing is delivered to', () => {
    expect(addressFaults({ ...home, country: 'Atlantis' })).toEqual({
      country: 'We do not deliver to this country yet',
    });
  });

  test('is sent without what its country does not have', () => {
    expect(sentAddress({ ...home, street: ' 1 Main Street ', country: 'Hong Kong' })).toEqual({
      ...home,
      zipCode: '',
      country: 'Hong Kong',
    });
    expect(sentAddress({ ...home, country: 'Germany' })).toMatchObject({ state: '', zipCode: '62701' });
  });
});

describe('a code', () => {
  test.each([
    ['United States', '12345'],
    ['United States', '12345-6789'],
    ['United States', '12345 6789'],
    ['United Kingdom', 'sw1a1aa'],
    ['United Kingdom', 'EC1A 1BB'],
    ['United Kingdom', 'M60 1NW'],
    ['Canada', 'k1a 0b1'],
    ['Japan', '１００－０００１'],
    ['Japan', '〒100-0001'],
    // The minus sign and the long vowel mark, which Japanese keyboards write for a hyphen.
    ['Japan', '１００−０００１'],
    ['Japan', '100ー0001'],
    ['Ireland', 'D6W XY00'],
    ['Ireland', 'A65 F4E2'],
    ['Netherlands', '1012AB'],
    ['Latvia', 'lv-1010'],
    ['Taiwan', '10058'],
    ['Argentina', 'C1425CLA'],
    ['Chile', ''],
  ])('of %s may be %j', (country, zipCode) => {
    expect(addressFaults({ ...home, country, zipCode })).toEqual({});
  });

  test.each([
    ['United States', '1234', 'Please enter a ZIP code such as 12345'],
    ['United States', '123456', 'Please enter a ZIP code such as 12345'],
    ['United Kingdom', '12345', 'Please enter a postcode such as SW1A 1AA'],
    ['Canada', '12345', 'Please enter a postal code such as K1A 0B1'],
    ['India', '1100', 'Please enter a PIN code such as 110001'],
    ['Ireland', 'Dublin 2', 'Please enter an Eircode such as D02 AF30'],
    ['Chile', '12', 'Please enter a postal code such as 8340457'],
    ['Austria', 'none', 'Please enter a postal code such as 1010'],
  ])('of %s cannot be %j', (country, zipCode, complaint) => {
    expect(addressFaults({ ...home, country, zipCode })).toEqual({ zipCode: complaint });
  });
});

test('every country has a form whose own examples pass', () => {
  expect(countries.filter(([, country]) => !addressFormOf(country))).toEqual([]);
  for (const [, country] of countries) {
    for (const zipCode of addressFormOf(country)?.code?.examples ?? []) {
      expect({ country, zipCode, faults: addressFaults({ ...home, country, zipCode }) }).toEqual({
        country,
        zipCode,
        faults: {},
      });
    }
  }
});
