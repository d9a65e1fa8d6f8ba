import type { SubscribedTier } from '@easel/contracts/account/policy';
import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { deliveryMethods, type DeliveryMethod } from '@easel/contracts/orders/policy';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { COMMON, readableText, termsOf } from './words.ts';

/** What a question is about, as far as it names it: the same question is answered for each plan, size and method. */
export interface Asked {
  tier?: SubscribedTier;
  period?: BillingPeriod;
  size?: ImageSize;
  delivery?: DeliveryMethod;
  challenge?: ChallengeKind;
  /** Of the price list. */
  product?: string;
}

type Slot = keyof Asked;

const READERS: readonly { slot: Slot; pattern: RegExp; value: string }[] = [
  ...[
    ['curator_partner', 'curator( partner)?( plan)?'],
    ['free', '(free|genesis)( plan| tier| account| member)'],
    ['free', '(on|with) (the )?(free|genesis)'],
    ['free', 'genesis'],
    ['starter', 'starter'],
    ['creator', 'creator'],
    ['studio', '(?<!creative )studio'],
    ['agency', 'agency'],
    ['enterprise', 'enterprise'],
  ].map(([value = '', words = '']) => reader('tier', value, words)),
  reader('period', 'yearly', '(yearly|annual(ly)?|(by|per|a|whole|for a) year)'),
  reader('period', 'monthly', '(monthly|(by|per) (the )?month)'),
  ...['1K', '2K', '4K', '8K'].map((size) => reader('size', size, size.toLowerCase())),
  ...deliveryMethods.map((method) => reader('delivery', method, method)),
  reader('delivery', 'overnight', 'next day'),
  ...challengeKinds.map((kind) => reader('challenge', kind, kind)),
  reader('challenge', 'tshirt', '(t )?shirts?'),
  reader('challenge', 'poster', 'posters'),
  reader('product', 't-shirt', '(tshirts?|(t )?shirts?|tees?)'),
  reader('product', 'poster-large', '(24 ?x ?36|(big|bigger|large|larger) posters?)'),
  reader('product', 'poster', 'posters?'),
  reader('product', 'mug', '(mugs?|cups?)'),
  reader('product', 'tote', '(totes?|tote bags?|bags?)'),
  reader('product', 'phone-case', '(phone ?)?cases?'),
];

function reader(slot: Slot, value: string, words: string) {
  return { slot, value, pattern: new RegExp(` ${words} `) };
}

/** Reads what a message names; of several of a kind, the first in the order above. */
export function askedIn(message: string): Asked {
  const text = readableText(message);
  const asked: Partial<Record<Slot, string>> = {};
  for (const { slot, pattern, value } of READERS) if (!asked[slot] && pattern.test(text)) asked[slot] = value;
  return asked as Asked;
}

const PRODUCTS = READERS.filter(({ slot }) => slot === 'product');

/** The message with each product called that, as most answers are about all; undefined where it names none. */
export function ofAnyProduct(message: string): string | undefined {
  const text = readableText(message);
  const general = PRODUCTS.reduce((said, { pattern }) => said.replace(pattern, ' product '), text);
  return general === text ? undefined : general;
}

/** Terms that name a plan, a size or a method. */
export const SLOT_TERMS: ReadonlySet<string> = new Set(
  READERS.filter(({ value }) => value !== 'curator_partner')
    .flatMap(({ value }) => termsOf(value.replaceAll(/[_-]/g, ' ')))
    .concat(termsOf('plan tier year month tshirt case bag day next cup pro unlimited large big size image 24 36')),
);

/** What is meant where a message names nothing but one of these. */
const SUBJECTS: readonly (readonly [Slot, string])[] = [
  ['tier', 'plans.compare'],
  ['delivery', 'prints.delivery'],
  ['size', 'making.sizes'],
  ['period', 'plans.price'],
  ['product', 'prints.products'],
];

/** Id of the entry that a message is about which only names a plan, a size or a product. */
export const subjectOf = (asked: Asked): string | undefined =>
  asked.tier === 'free' ? 'plans.free' : SUBJECTS.find(([slot]) => asked[slot])?.[1];

/** Longer ones say what they ask. */
const FOLLOW_UP_WORDS = 6;

/**
 * Whether a message only names another plan, size or method: 'and yearly?', 'what about Studio?'. `isAbout`: something
 * was talked about before.
 */
export function isFollowUp(message: string, isAbout: boolean): boolean {
  if (Object.keys(askedIn(message)).length === 0 || readableText(message).trim().split(' ').length > FOLLOW_UP_WORDS)
    return false;
  return termsOf(message).every((term) => (SLOT_TERMS.has(term) && (isAbout || term !== 'image')) || COMMON.has(term));
}
