import type { CountryCode } from '@easel/contracts/orders/countries';
import {
  AE,
  AR,
  AU,
  BR,
  CA,
  CN,
  CO,
  CR,
  EG,
  ID,
  IN,
  JP,
  KR,
  MX,
  MY,
  TH,
  US,
  type CountryData,
} from 'country-region-data';

/** The library's list lacks five provinces, and gives South Sulawesi the code of one of them, West Sulawesi. */
const provincesOfIndonesia: CountryData[2] = [
  ...ID[2].filter(([name]) => name !== 'Sulawesi Selatan'),
  ['Sulawesi Selatan', 'SN'],
  ['Sulawesi Barat', 'SR'],
  ['Papua Barat Daya', 'PD'],
  ['Papua Pegunungan', 'PE'],
  ['Papua Selatan', 'PS'],
  ['Papua Tengah', 'PT'],
];

/** Countries whose regions are chosen from a list: elsewhere the list is not what addresses have. */
const lists: Partial<Record<CountryCode, CountryData>> = {
  AE,
  AR,
  AU,
  BR,
  CA,
  CN,
  CO,
  CR,
  EG,
  ID: [ID[0], ID[1], provincesOfIndonesia],
  IN,
  JP,
  KR,
  MX,
  MY,
  TH,
  US,
};

/** In the list of China; addresses there have a country of their own. */
const elsewhere = new Set(['Hong Kong', 'Macau', 'Taiwan']);

/** Returns each region's name and code, by name. */
export const regionsOf = (country: CountryCode): readonly (readonly [name: string, code: string])[] =>
  (lists[country]?.[2] ?? [])
    .filter(([name]) => !elsewhere.has(name))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'));
