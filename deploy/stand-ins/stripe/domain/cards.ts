/** All that is ever kept of a card. */
export interface Card {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  last4: string;
}

export interface Decline {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error' | 'incorrect_number';
  declineCode?: string;
  message: string;
}

export type Outcome =
  | { kind: 'paid'; disputed: boolean }
  /** The bank asks the cardholder first; where it is answered, the card pays. */
  | { kind: 'authentication' }
  /** The bank answers later, well or badly. */
  | { kind: 'later'; succeeds: boolean }
  | { kind: 'declined'; decline: Decline };

const paid: Outcome = { kind: 'paid', disputed: false };
const authentication: Outcome = { kind: 'authentication' };
const declined = (code: Decline['code'], message: string, declineCode?: string): Outcome => ({
  kind: 'declined',
  decline: { code, message, ...(declineCode === undefined ? {} : { declineCode }) },
});

/** Its bank answers later, and well. Stripe has no such card, and gives this number no meaning. */
export const SLOW_CARD = '4000000000007775';

/** Stripe's test numbers, told apart by their last four digits once the number itself is forgotten. */
const TEST_CARDS: Record<string, { number: string; brand: Card['brand']; outcome: Outcome; method?: string }> = {
  '4242': { number: '4242424242424242', brand: 'visa', outcome: paid, method: 'visa' },
  '4444': { number: '5555555555554444', brand: 'mastercard', outcome: paid, method: 'mastercard' },
  '0005': { number: '378282246310005', brand: 'amex', outcome: paid, method: 'amex' },
  '1117': { number: '6011111111111117', brand: 'discover', outcome: paid, method: 'discover' },
  '0259': {
    number: '4000000000000259',
    brand: 'visa',
    outcome: { kind: 'paid', disputed: true },
    method: 'createDispute',
  },
  '3220': {
    number: '4000000000003220',
    brand: 'visa',
    outcome: authentication,
    method: 'threeDSecure2Required',
  },
  '3155': {
    number: '4000002500003155',
    brand: 'visa',
    outcome: authentication,
    method: 'authenticationRequiredOnSetup',
  },
  '7775': { number: SLOW_CARD, brand: 'visa', outcome: { kind: 'later', succeeds: true } },
  '0341': { number: '4000000000000341', brand: 'visa', outcome: { kind: 'later', succeeds: false } },
  '0002': {
    number: '4000000000000002',
    brand: 'visa',
    outcome: declined('card_declined', 'Your card was declined.', 'generic_decline'),
    method: 'chargeDeclined',
  },
  '9995': {
    number: '4000000000009995',
    brand: 'visa',
    outcome: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
    method: 'chargeDeclinedInsufficientFunds',
  },
  '0069': {
    number: '4000000000000069',
    brand: 'visa',
    outcome: declined('expired_card', 'Your card has expired.'),
    method: 'chargeDeclinedExpiredCard',
  },
  '0127': {
    number: '4000000000000127',
    brand: 'visa',
    outcome: declined('incorrect_cvc', "Your card's security code is incorrect."),
    method: 'chargeDeclinedIncorrectCvc',
  },
  '0119': {
    number: '4000000000000119',
    brand: 'visa',
    outcome: declined('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
    method: 'chargeDeclinedProcessingError',
  },
};

/** The card of a number, or why there is none. The number goes no further than here. */
export function cardOf(number: string): Card | Decline {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' };
  }
  const last4 = digits.slice(-4);
  const known = TEST_CARDS[last4];
  if (known?.number === digits) return { brand: known.brand, last4 };
  return {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  };
}

/** The card of a ready-made method such as `pm_card_visa` or `tok_visa`. */
export function cardOfMethod(id: string): Card | undefined {
  const [, name] = /^(?:pm_card_|tok_)(\w+)$/.exec(id) ?? [];
  const found = Object.entries(TEST_CARDS).find(([, card]) => name !== undefined && card.method === name);
  return found && { brand: found[1].brand, last4: found[0] };
}

export const outcomeOf = (card: Card): Outcome => TEST_CARDS[card.last4]?.outcome ?? paid;

export const isDecline = (card: Card | Decline): card is Decline => 'code' in card;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of digits.split('').reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
