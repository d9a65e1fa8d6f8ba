import type { FieldErrors } from '../kernel/complaints.ts';
import { visibleText } from '../kernel/visible-text.ts';
import { countryCodeOf, type CountryCode } from './countries.ts';

/** The fields of an address beside street and city in each country, and whether we deliver there. */

export const addressFields = ['country', 'street', 'city', 'state', 'zipCode'] as const;
type AddressTexts = Readonly<Record<(typeof addressFields)[number], string>>;

interface AddressField {
  label: string;
  needed: boolean;
}

interface CodeField extends AddressField {
  /** As in 'Please enter a ZIP code such as 12345'. */
  words: string;
  /** Of each length there is: digits for digits, letters for letters. The first is shown. */
  examples: readonly [string, ...string[]];
  /** Where the examples do not say it all; spaces and hyphens are left out before. */
  format?: RegExp;
}

export interface AddressForm {
  /** Null where addresses have none. */
  region: AddressField | null;
  code: CodeField | null;
}

const names = {
  postal: ['Postal Code', 'a postal code'],
  postcode: ['Postcode', 'a postcode'],
  zip: ['ZIP Code', 'a ZIP code'],
  pin: ['PIN Code', 'a PIN code'],
  eircode: ['Eircode', 'an Eircode'],
} as const;

const needed = (label: string): AddressField => ({ label, needed: true });
const optional = (label: string): AddressField => ({ label, needed: false });
const code = (kind: keyof typeof names, ...examples: CodeField['examples']): CodeField => ({
  ...needed(names[kind][0]),
  words: names[kind][1],
  examples,
});
const optionalCode = (...examples: CodeField['examples']): CodeField => ({
  ...code('postal', ...examples),
  needed: false,
});
const form = (region: AddressField | null, codeField: CodeField | null): AddressForm => ({ region, code: codeField });
const postal = (...examples: CodeField['examples']): AddressForm => form(null, code('postal', ...examples));

const forms: Readonly<Record<CountryCode, AddressForm>> = {
  AR: form(needed('Province'), code('postal', '1425', 'C1425CLA')),
  AU: form(needed('State'), code('postcode', '2000')),
  AT: postal('1010'),
  BH: form(null, optionalCode('317', '1216')),
  BE: postal('1000'),
  BR: form(needed('State'), code('postal', '01310-100')),
  BG: postal('1000'),
  CA: form(needed('Province'), code('postal', 'K1A 0B1')),
  CL: form(optional('Region'), optionalCode('8340457')),
  CN: form(needed('Province'), code('postal', '100000')),
  CO: form(needed('Department'), optionalCode('110221')),
  CR: form(needed('Province'), optionalCode('10101')),
  HR: postal('10000'),
  CY: postal('1010'),
  CZ: postal('110 00'),
  DK: postal('1050'),
  EG: form(needed('Governorate'), optionalCode('11511', '4450113')),
  EE: postal('10111'),
  FI: postal('00100'),
  FR: postal('75001'),
  DE: postal('10115'),
  GR: postal('105 58'),
  HK: form(needed('Area'), null),
  HU: postal('1051'),
  IS: postal('101'),
  IN: form(needed('State'), code('pin', '110001')),
  ID: form(needed('Province'), code('postal', '10110')),
  IE: form(optional('County'), { ...code('eircode', 'D02 AF30'), format: /^[A-Z]\d[\dW][A-Z\d]{4}$/ }),
  IL: postal('6100001', '61000'),
  IT: form(needed('Province'), code('postal', '00118')),
  JP: form(needed('Prefecture'), code('postal', '100-0001')),
  JO: form(optional('Governorate'), optionalCode('11937')),
  KE: form(optional('County'), optionalCode('00100')),
  KW: form(optional('Governorate'), optionalCode('54541')),
  LV: postal('LV-1010', '1010'),
  LT: postal('LT-01103', '01103'),
  LU: postal('1009', 'L-1009'),
  MY: form(needed('State'), code('postcode', '50000')),
  MT: postal('VLT 1117'),
  MX: form(needed('State'), code('postal', '06000')),
  MA: postal('10000'),
  NL: form(null, code('postcode', '1012 AB')),
  NZ: form(null, code('postcode', '6011')),
  NO: postal('0150'),
  PK: form(optional('Province'), code('postal', '44000')),
  PE: form(optional('Region'), optionalCode('15001')),
  PH: form(optional('Province'), code('zip', '1000')),
  PL: postal('00-001'),
  PT: postal('1000-001'),
  QA: form(null, null),
  RO: form(optional('County'), code('postal', '010011')),
  SA: form(null, code('postal', '11564', '11564-1234')),
  SG: postal('018956'),
  SK: postal('811 01'),
  SI: postal('1000'),
  ZA: form(optional('Province'), code('postal', '0001')),
  KR: form(needed('Province'), code('postal', '03051')),
  ES: form(needed('Province'), code('postal', '28001')),
  SE: postal('111 22'),
  CH: postal('8001'),
  TW: form(optional('County'), code('postal', '100', '10058', '100058')),
  TH: form(needed('Province'), code('postal', '10110')),
  TR: form(optional('Province'), code('postal', '06100')),
  AE: form(needed('Emirate'), null),
  GB: form(
    optional('County'),
    code('postcode', 'SW1A 1AA', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'W1A 1HQ', 'GIR 0AA'),
  ),
  US: form(needed('State'), code('zip', '12345', '12345-6789')),
  VN: form(needed('Province'), optionalCode('11000', '100000')),
};

/** Undefined of a country that nothing is delivered to. */
export function addressFormOf(country: string): AddressForm | undefined {
  const known = countryCodeOf(country);
  return known && forms[known];
}

/**
 * Full-width digits, as Japanese keyboards have them, are digits; spaces and hyphens say nothing, nor do the minus sign
 * and the long vowel mark that such keyboards write for a hyphen.
 */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212ー〒]/gu, '');
const shapeOf = (text: string): string => plain(text).replace(/\d/g, '0').replace(/[A-Z]/g, 'A');

const fitsCode = ({ examples, format }: CodeField, text: string): boolean =>
  format ? format.test(plain(text)) : examples.some((example) => shapeOf(example) === shapeOf(text));

const MISSING = 'Please fill in all address fields';

/** Returns what is wrong with an address, by its field; nothing where it can be delivered to. */
export function addressFaults(address: AddressTexts): FieldErrors<keyof AddressTexts> {
  const asked = addressFormOf(address.country);
  const faults: FieldErrors<keyof AddressTexts> = {};
  const isEmpty = (name: keyof AddressTexts) => visibleText(address[name]) === '';
  for (const name of ['country', 'street', 'city'] as const) if (isEmpty(name)) faults[name] = MISSING;
  if (!asked) return { country: 'We do not deliver to this country yet', ...faults };
  const { region, code: codeField } = asked;
  if (region?.needed && isEmpty('state')) faults.state = MISSING;
  if (!codeField) return faults;
  if (isEmpty('zipCode')) {
    if (codeField.needed) faults.zipCode = MISSING;
  } else if (!fitsCode(codeField, address.zipCode)) {
    faults.zipCode = `Please enter ${codeField.words} such as ${codeField.examples[0]}`;
  }
  return faults;
}

/** Returns an address as it is sent: without space around it, and without what its country does not have. */
export function sentAddress(address: AddressTexts): AddressTexts {
  const asked = addressFormOf(address.country);
  return {
    street: visibleText(address.street),
    city: visibleText(address.city),
    state: asked?.region ? visibleText(address.state) : '',
    zipCode: asked?.code ? visibleText(address.zipCode) : '',
    country: address.country,
  };
}
