import { problems, Refused } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import { readBankAccount } from './bank-account.ts';

const read = (iban: string) => readBankAccount({ iban, accountHolder: 'Ada Seller' });

test('accepts an IBAN with spaces and lower case, of every country that has one', () => {
  expect(read('de89 3704 0044 0532 0130 00')).toEqual({
    iban: 'DE89370400440532013000',
    accountHolder: 'Ada Seller',
  });
  // Copied from PDF files and pages of banks.
  for (const copied of ['IBAN: DE89 3704 0044 0532 0130 00', 'iban\u00a0DE89\u202f3704 0044 0532 0130\u00a000\u200b']) {
    expect(read(copied).iban).toBe('DE89370400440532013000');
  }
  expect(read('BR1800360305000010009795493C1').iban).toBe('BR1800360305000010009795493C1');
});

test.each([
  ['DE88370400440532013000', 'This is not a valid IBAN. Please compare it with the one your bank gave you'],
  ['DE8937040044053201300', 'This IBAN is too short or too long for its country'],
  ['XX89370400440532013000', 'An IBAN begins with the two letters of a country that has IBANs, such as DE'],
  ['12345', 'An IBAN begins with the two letters of a country that has IBANs, such as DE'],
  ['=1+1', 'An IBAN begins with the two letters of a country that has IBANs, such as DE'],
])('refuses %s, and says what is wrong with it', (iban, message) => {
  expect(() => read(iban)).toThrow(new Refused(problems.invalid, { message, errors: [{ path: 'iban', message }] }));
});
