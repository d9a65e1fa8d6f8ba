/**
 * Test methods of the card service by their card's number. The browser sends the method's name alone; the digits never
 * leave it.
 */
const methods = new Map([
  ['4242424242424242', 'pm_card_visa'],
  ['5555555555554444', 'pm_card_mastercard'],
  ['378282246310005', 'pm_card_amex'],
  ['6011111111111117', 'pm_card_discover'],
  ['4000000000003220', 'pm_card_threeDSecure2Required'],
  ['4000000000000002', 'pm_card_chargeDeclined'],
  ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds'],
  ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard'],
  ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'pm_card_chargeDeclinedProcessingError'],
]);

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns the method of a test card; undefined for any other number. */
export const testMethodOf = (cardNumber: string): string | undefined => methods.get(digitsOf(cardNumber));

/** Groups digits in fours: '4242 4242 4242 4242', 19 characters at most. */
export const groupedNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** '1230' becomes '12/30'. */
export const slashedExpiry = (text: string): string =>
  digitsOf(text)
    .slice(0, 4)
    .replace(/^(\d\d)(\d)/, '$1/$2');

export const cvvDigits = (text: string): string => digitsOf(text).slice(0, 4);

/** Returns the place in a formatted text that has as many digits before it as there were before the caret. */
export function caretIn(formatted: string, typed: string, caret: number): number {
  const before = digitsOf(typed.slice(0, caret)).length;
  let digits = 0;
  let place = 0;
  while (digits < before && place < formatted.length) {
    if (/\d/.test(formatted.charAt(place))) digits += 1;
    place += 1;
  }
  return place;
}
