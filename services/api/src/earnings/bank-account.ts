import { problems, Refused } from '@easel/contracts/kernel/problem';
import { electronicFormatIBAN, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

/** The bank account for a payout. */
interface BankAccount {
  iban: string;
  accountHolder: string;
}

/** Characters that a copied IBAN may contain: all kinds of spaces, and invisible characters. */
const BETWEEN = /[\s\p{Cf}]/gu;

/** Returns the account with its IBAN as banks store it. Throws 400 with what is wrong with the IBAN. */
export function readBankAccount({ iban: typed, accountHolder }: BankAccount): BankAccount {
  const iban = electronicFormatIBAN(typed.replaceAll(BETWEEN, '').replace(/^IBAN:?/i, '')) ?? '';
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return { iban, accountHolder };
  const message = ibanFault(errorCodes);
  throw new Refused(problems.invalid, { message, errors: [{ path: 'iban', message }] });
}

function ibanFault(codes: readonly ValidationErrorsIBAN[]): string {
  if (codes.includes(ValidationErrorsIBAN.NoIBANCountry)) {
    return 'An IBAN begins with the two letters of a country that has IBANs, such as DE';
  }
  if (codes.includes(ValidationErrorsIBAN.WrongBBANLength)) return 'This IBAN is too short or too long for its country';
  return 'This is not a valid IBAN. Please compare it with the one your bank gave you';
}
