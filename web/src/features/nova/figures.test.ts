import {
  allowanceTenths,
  CENTS_PER_CREDIT,
  monthlyImageLimit,
  REFERRAL_CREDITS,
  REFERRALS_A_MONTH,
  subscribedTiers,
} from '@easel/contracts/account/policy';
import { COLLECTED_MAX, COLLECTIONS_MAX } from '@easel/contracts/collections/policy';
import { challengeKinds } from '@easel/contracts/competitions/kinds';
import {
  ANNOUNCEMENT_DAYS,
  ENTRIES_MAX,
  ENTRY_MIN_LONG_SIDE_PX,
  ENTRY_SHARE_PERCENT,
  PLACE_MIN_BUYERS,
  prizes,
} from '@easel/contracts/competitions/policy';
import { EXPORT_EVERY_HOURS, EXPORT_KEPT_DAYS } from '@easel/contracts/data-export/policy';
import { downloadLimits, imageSizes, QUOTE_MS } from '@easel/contracts/downloads/policy';
import {
  CURATOR_SHARE_PERCENT,
  EARNINGS_MATURE_MS,
  earnRateTenths,
  ENTERPRISE_SHARE_PERCENT,
  PAYOUT_CENTS_PER_CREDIT,
  PAYOUT_MIN_TENTHS,
  PAYOUT_REST_DAYS,
  payoutCents,
} from '@easel/contracts/earnings/policy';
import { cutoutTenths, upscaleTerms } from '@easel/contracts/edits/policy';
import { ERASURE_DAYS } from '@easel/contracts/erasure/policy';
import {
  aspectRatios,
  BATCH_MAX,
  imageCounts,
  LETTERING_MAX,
  posterRatios,
  priceTenths,
  PROMPT_MAX,
  rendersAtOnce,
  resolutions,
  sizeOf,
  STUDIO_DAYS,
  TRASH_DAYS,
} from '@easel/contracts/generation/policy';
import {
  PASSWORD_MIN,
  PRESETS_MAX,
  PUBLIC_NAME,
  RESET_LINK_MINUTES,
  SESSION_DAYS,
  SIGN_IN_ATTEMPTS,
  UNDO_EMAIL_DAYS,
  VERIFY_LINK_HOURS,
} from '@easel/contracts/members/policy';
import { ESCALATE_AFTER_MS } from '@easel/contracts/messages/policy';
import {
  deliveries,
  deliveryMethods,
  FREE_DELIVERY_CENTS,
  PRINT_AFTER_MS,
  PRODUCTION_DAYS,
  QUANTITY_MAX,
  UNPAID_ORDER_MS,
} from '@easel/contracts/orders/policy';
import { REFERENCES_MAX } from '@easel/contracts/providers/reference.policy';
import { UPLOAD_MAX_BYTES } from '@easel/contracts/uploads/policy';
import { FOLLOWS_MAX } from '@easel/contracts/people/policy';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { LEAST_DPI, WARNED_DPI } from '@easel/contracts/products/placement';
import { TOP_UP_MAX_DOLLARS, TOP_UP_MIN_DOLLARS } from '@easel/contracts/purchases/policy';
import { SHARE_DAYS, SHARE_DAYS_MAX, SHARES_MAX } from '@easel/contracts/shares/policy';
import {
  creditPrice,
  MERCHANDISE_UNITS,
  planCards,
  planChargeCents,
  YEARLY_SAVING_PERCENT,
  type PlanCard,
} from '@easel/contracts/subscriptions/policy';
import { expect, test } from 'vitest';
import type { Asked } from './asked.ts';
import { entries } from './knowledge.ts';
import { cardOf } from './say.ts';
import { sampleChallenges, sampleNow, sampleOwn } from './testing/sample-sources.ts';

const HOUR_MS = 3_600_000;
const HOURS = { matured: EARNINGS_MATURE_MS / HOUR_MS, reply: ESCALATE_AFTER_MS / HOUR_MS };

const usd = (cents: number): string => `$${(cents / 100).toFixed(2).replace(/\.00$/, '')}`;
const credits = (tenths: number): string => String(tenths / 10);
const percent = (value: number): string => `${value}%`;
const ratio = (key: keyof typeof aspectRatios): string => `${aspectRatios[key].width}:${aspectRatios[key].height}`;
const ratios = Object.keys(aspectRatios) as (keyof typeof aspectRatios)[];

type Figures = readonly (string | number | null)[];

/** Of the plan that is asked about; of all where none is. */
const ofPlans = ({ tier }: Asked, figures: (card: PlanCard) => Figures): Figures => {
  const card = tier && cardOf(tier);
  return (card ? [card] : planCards).flatMap(figures);
};
const planPrices = ({ tier, monthlyCents, yearlyCents, credits: count }: PlanCard): Figures => [
  usd(monthlyCents),
  usd(yearlyCents),
  usd(planChargeCents(tier, 'yearly') ?? 0),
  count,
];
const upscaling = (cards: readonly PlanCard[]): Figures =>
  cards.flatMap(({ tier }) => {
    const terms = upscaleTerms(tier);
    return terms ? [credits(terms.tenths), terms.keptDays] : [];
  });
const pixels = resolutions.flatMap((one) => {
  const [wide, square] = [sizeOf('widescreen_16_9', one), sizeOf('square_1_1', one)];
  return [wide.width, wide.height, square.width, square.height];
});
const curator = cardOf('curator_partner');
const makingPrices = resolutions.map((one) => credits(priceTenths(one, 1)));
const firstShares = SHARE_DAYS.map(String);
const delivery = (asked: Asked): Figures => [
  ...(asked.delivery ? [asked.delivery] : deliveryMethods).flatMap((method) => [
    usd(deliveries[method].cents),
    ...deliveries[method].days,
  ]),
  ...PRODUCTION_DAYS,
  usd(FREE_DELIVERY_CENTS),
];

/** Every figure that an entry may say, by what is asked about, from the policy that holds it. */
const figuresOf: Readonly<Record<string, (asked: Asked) => Figures>> = {
  'making.prompt': () => [PROMPT_MAX],
  'making.sizes': () => [...pixels, ...imageSizes],
  'making.ratios': () => [ratios.length, ...ratios.map(ratio)],
  'making.modes': () => posterRatios.map(ratio),
  'making.count': ({ tier }) => [
    ...imageCounts,
    BATCH_MAX,
    ...(tier && tier !== 'curator_partner' ? [rendersAtOnce[tier]] : []),
  ],
  'making.text': () => [LETTERING_MAX],
  'making.upload': () => [REFERENCES_MAX, UPLOAD_MAX_BYTES / 1024 / 1024],
  'making.reuse': () => [PRESETS_MAX],
  'making.recent': () => [STUDIO_DAYS],
  'editing.background': ({ tier }) =>
    (['in-house', 'premium'] as const).map((method) => credits(cutoutTenths(tier ?? 'free', method))),
  'editing.upscale': ({ tier }) => {
    const card = tier && cardOf(tier);
    return ['4K', '8K', ...upscaling(card && upscaleTerms(card.tier) ? [card] : planCards)];
  },
  'challenges.enter': () => ['4K', ENTRIES_MAX],
  'challenges.requirements': () => ['4K', ENTRY_MIN_LONG_SIDE_PX, ENTRIES_MAX, ...posterRatios.map(ratio)],
  'challenges.prizes': () => [
    percent(ENTRY_SHARE_PERCENT),
    ...prizes.flatMap((prize) => [prize.place.replace(/\D/g, ''), percent(prize.percent), prize.credits]),
  ],
  'challenges.proceeds': () => [PLACE_MIN_BUYERS],
  // Of the sample, which ends in five days and a half.
  'challenges.deadline': () => [5],
  'challenges.winners': () => [ANNOUNCEMENT_DAYS],
  'plans.price': (asked) => [percent(YEARLY_SAVING_PERCENT), ...ofPlans(asked, planPrices)],
  'plans.compare': (asked) =>
    ofPlans(asked, (card) => {
      const { maxSize, monthly } = downloadLimits(card.tier);
      const limits = [monthlyImageLimit(card.tier), maxSize, monthly, credits(earnRateTenths(card.tier))];
      return [usd(card.monthlyCents), card.credits, ...limits];
    }),
  'plans.free': () => [credits(allowanceTenths('free'))],
  'plans.yearly-saving': () => [percent(YEARLY_SAVING_PERCENT), ...planCards.flatMap(planPrices)],
  'plans.credit-price': (asked) =>
    ofPlans(asked, (card) => [`$${creditPrice(card)}`]).concat(
      asked.tier === 'free' || asked.tier === 'genesis' ? planCards.map((card) => `$${creditPrice(card)}`) : [],
    ),
  'plans.merchandise': () => [MERCHANDISE_UNITS],
  'credits.image-price': ({ size }) => {
    const asked = resolutions.find((one) => one.toUpperCase() === size);
    return [...imageSizes, ...imageCounts, ...(asked ? [credits(priceTenths(asked, 1))] : makingPrices)];
  },
  'credits.buy-price': ({ size }) => [
    ...(size ? [size] : imageSizes).flatMap((one) => [
      one,
      credits(firstPriceList.images[one].tenths),
      usd(firstPriceList.images[one].cents),
    ]),
    usd(firstPriceList.curatorDefaultCents['1K']),
  ],
  'credits.allowance': (asked) => ofPlans(asked, (card) => [credits(allowanceTenths(card.tier))]),
  'credits.worth': () => [usd(CENTS_PER_CREDIT)],
  'credits.limit': (asked) => ofPlans(asked, (card) => [monthlyImageLimit(card.tier)]),
  'billing.wallet': () => [`$${TOP_UP_MIN_DOLLARS}`, usd(TOP_UP_MAX_DOLLARS * 100)],
  'billing.taken-back': () => [usd(CENTS_PER_CREDIT)],
  'referral.reward': () => [REFERRAL_CREDITS, REFERRALS_A_MONTH],
  'referral.missing': () => [REFERRALS_A_MONTH],
  'downloads.sizes': (asked) => [
    ...(asked.size ? [asked.size] : []),
    ...ofPlans(asked, (card) => [downloadLimits(card.tier).maxSize]),
  ],
  'downloads.limit': (asked) => ofPlans(asked, (card) => [downloadLimits(card.tier).monthly]),
  'downloads.own': () => [QUOTE_MS / 60_000],
  'prints.products': () => firstPriceList.products.map(({ cents }) => usd(cents)),
  'prints.order': () => [QUANTITY_MAX],
  'prints.delivery': delivery,
  'prints.dpi': () => [WARNED_DPI, LEAST_DPI, '4K'],
  'prints.cancel': () => [PRINT_AFTER_MS / 60_000, UNPAID_ORDER_MS / HOUR_MS],
  'support.contact': () => [HOURS.reply],
  'account.password': () => [PASSWORD_MIN],
  'account.forgot': () => [RESET_LINK_MINUTES],
  'account.signin': () => [
    SIGN_IN_ATTEMPTS.account.attempts,
    SIGN_IN_ATTEMPTS.account.windowSeconds / 60,
    SESSION_DAYS,
  ],
  'account.email': () => [UNDO_EMAIL_DAYS],
  'account.verify': () => [VERIFY_LINK_HOURS],
  'account.public-profile': () => [PUBLIC_NAME.least, PUBLIC_NAME.most],
  'account.export': () => [EXPORT_KEPT_DAYS, EXPORT_EVERY_HOURS],
  'account.erase': () => [ERASURE_DAYS],
  'own.balance': () => [sampleOwn.credits, '$12.30'],
  'own.limits': () => [48, 60, 12, 3, 100, 97],
  'own.orders': () => [1764490000000],
  'own.earnings': () => [14.5, '$1.20', 2.5, 11, 1],
  'own.running': () => [sampleOwn.generations.running],
  'gallery.delete': () => [TRASH_DAYS],
  'gallery.trash': () => [TRASH_DAYS],
  'collections.what': () => [COLLECTIONS_MAX, COLLECTED_MAX],
  'shares.link': () => [...firstShares, SHARE_DAYS_MAX, SHARES_MAX],
  'community.follow': () => [FOLLOWS_MAX],
  'earnings.how': () => [credits(earnRateTenths('free')), credits(earnRateTenths('enterprise'))],
  'earnings.rates': (asked) =>
    ofPlans(asked, ({ tier }) => {
      if (tier === 'curator_partner') return [percent(CURATOR_SHARE_PERCENT)];
      return [credits(earnRateTenths(tier)), ...(tier === 'enterprise' ? [percent(ENTERPRISE_SHARE_PERCENT)] : [])];
    }),
  'earnings.when': () => [HOURS.matured, PAYOUT_REST_DAYS],
  'payouts.how': () => [
    credits(PAYOUT_MIN_TENTHS),
    usd(payoutCents({ tenths: PAYOUT_MIN_TENTHS, cents: 0 })),
    usd(PAYOUT_CENTS_PER_CREDIT),
    PAYOUT_REST_DAYS,
  ],
  'curators.plan': () => [
    usd(curator?.monthlyCents ?? 0),
    usd(curator?.yearlyCents ?? 0),
    percent(CURATOR_SHARE_PERCENT),
    curator?.credits ?? 0,
    credits(cutoutTenths('curator_partner', 'premium')),
    credits(upscaleTerms('curator_partner')?.tenths ?? 0),
  ],
  'curators.even': () => [
    usd(curator?.monthlyCents ?? 0),
    usd(((curator?.monthlyCents ?? 0) * 100) / CURATOR_SHARE_PERCENT),
    percent(CURATOR_SHARE_PERCENT),
  ],
};

/** What can be asked about, one of a kind at a time; plans by the month and by the year. */
const everyAsked: readonly Asked[] = [
  {},
  { period: 'yearly' },
  ...subscribedTiers.flatMap((tier): Asked[] => [{ tier }, { tier, period: 'yearly' }, { tier, size: '4K' }]),
  ...imageSizes.map((size) => ({ size })),
  ...deliveryMethods.map((method) => ({ delivery: method })),
  ...challengeKinds.map((challenge) => ({ challenge })),
  ...firstPriceList.products.map(({ id }) => ({ product: id })),
];

const known = { own: sampleOwn, prices: firstPriceList, challenges: sampleChallenges, now: sampleNow };

/** Days of the calendar, and names that have a digit in them. */
const NAMES = /[A-Z][a-z]+ \d+, \d{4} \([^)]*\)|\d+x\d+/g;

const figuresIn = (text: string): string[] =>
  (text.replace(NAMES, '').match(/\$?\d[\d,]*(?:[.:]\d+)?[%K]?/g) ?? []).map((figure) => figure.replaceAll(',', ''));

test('every figure that can be said is one of its policy, for each plan, size and method', () => {
  const wrong: string[] = [];
  const silent = new Set(Object.keys(figuresOf));
  for (const { id, answer } of entries) {
    for (const asked of everyAsked) {
      const said = figuresIn(answer(asked, known) ?? '');
      const held = new Set((figuresOf[id]?.(asked) ?? []).map((figure) => String(figure).replaceAll(',', '')));
      for (const figure of said) if (!held.has(figure)) wrong.push(`${id} ${JSON.stringify(asked)}: ${figure}`);
      if (said.length > 0) silent.delete(id);
    }
  }
  expect(wrong).toEqual([]);
  expect([...silent]).toEqual([]);
});

test('the price list in force is what is said, not the first one', () => {
  const images = { ...firstPriceList.images, '2K': { tenths: 130, cents: 210 } };
  const products = firstPriceList.products.map((product) => ({ ...product, cents: product.cents + 111 }));
  const prices = { ...firstPriceList, images, products };
  const say = (id: string, asked: Asked) =>
    entries.find((entry) => entry.id === id)?.answer(asked, { ...known, prices });
  expect(say('credits.buy-price', { size: '2K' })).toMatch(/13 credits, or \$2\.10/);
  expect(say('prints.products', { product: 'mug' })).toMatch(/Mug: \$16\.11/);
});
