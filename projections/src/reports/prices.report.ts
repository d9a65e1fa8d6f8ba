import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { type ImageSize, imageSizeOf } from '@easel/contracts/downloads/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { type BillingPeriod, tierLabel, YEARLY_SAVING_PERCENT } from '@easel/contracts/subscriptions/policy';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf, type Seen } from './report.ts';

const price = (title: string, description: string, unit: 'cents' | 'tenths') =>
  z
    .string()
    .regex(
      unit === 'cents' ? /^\d{1,6}(\.\d{1,2})?$/ : /^\d{1,6}(\.\d)?$/,
      unit === 'cents' ? 'dollars, as 24.99' : 'credits, as 7.5',
    )
    .transform((text) => Math.round(Number(text) * (unit === 'cents' ? 100 : 10)))
    .optional()
    .meta({ title, description, unit, fallback: 'as it was' });

const plan = (tier: SubscribedTier) =>
  price(`${tierLabel(tier)} plan`, `a month; by the year ${YEARLY_SAVING_PERCENT} % less`, 'cents');
const inDollars = (size: ImageSize) => price(`${size} image, in dollars`, 'bought; not a curator’s', 'cents');
const inCredits = (size: ImageSize) => price(`${size} image, in credits`, 'made, or bought', 'tenths');

const prices = {
  starter: plan('starter'),
  creator: plan('creator'),
  studio: plan('studio'),
  agency: plan('agency'),
  enterprise: plan('enterprise'),
  curator_partner: plan('curator_partner'),
  dollars_1K: inDollars('1K'),
  dollars_2K: inDollars('2K'),
  dollars_4K: inDollars('4K'),
  dollars_8K: inDollars('8K'),
  credits_1K: inCredits('1K'),
  credits_2K: inCredits('2K'),
  credits_4K: inCredits('4K'),
  credits_8K: inCredits('8K'),
};
type Prices = { [Name in keyof typeof prices]?: number | undefined };

interface Sums {
  count: number;
  cents: number;
  supposedCents: number;
  tenths: number;
  supposedTenths: number;
}

const nothing = (): Sums => ({ count: 0, cents: 0, supposedCents: 0, tenths: 0, supposedTenths: 0 });

interface State {
  /** What credits are held for, by generation. */
  asked: Map<string, { size: ImageSize; images: number }>;
  groups: Groups<Sums>;
}

/**
 * By the month of each payment, before anything went back. Top-ups have no price, and what a wallet holds counts when
 * an image is bought of it; a curator's image keeps the price that its curator had set.
 */
export const report = reportOf<AccountFact | GenerationFact>()({
  answers:
    'What plans and images would have brought and cost at other prices before refunds, supposing that everybody had bought and made the same',
  filter: ['PlanPaid', 'ImagePurchased', 'GenerationRequested', 'CreditsCaptured', 'CreditsReleased'],
  parameters: z.strictObject({ ...months, ...prices }),
  initial: (): State => ({ asked: new Map(), groups: new Groups(nothing) }),

  reduce(state, fact, supposed) {
    switch (fact.type) {
      case 'PlanPaid': {
        const { tier, period, cents, livemode } = fact.data;
        const sums = sumsOf(state, fact, { isTest: livemode === false, what: 'plan', item: `${tier}, ${period}` });
        sums.count += 1;
        sums.cents += cents;
        sums.supposedCents += planCents(supposed, tier, period) ?? cents;
        break;
      }
      case 'ImagePurchased': {
        const { size, method, curator, cents, tenths } = fact.data;
        const what = curator ? 'curator’s image bought' : 'image bought';
        const sums = sumsOf(state, fact, { isTest: false, what, item: size });
        sums.count += 1;
        sums.cents += cents;
        sums.tenths += tenths;
        const byCredits = method === 'credits';
        sums.supposedCents += (byCredits || curator ? undefined : supposed[`dollars_${size}`]) ?? cents;
        sums.supposedTenths += (byCredits ? supposed[`credits_${size}`] : undefined) ?? tenths;
        break;
      }
      case 'GenerationRequested': {
        const { generationId, settings, trial } = fact.data;
        const size = imageSizeOf(settings.resolution);
        if (!trial && size) state.asked.set(generationId, { size, images: settings.count });
        break;
      }
      case 'CreditsCaptured': {
        const asked = state.asked.get(fact.data.generationId);
        if (!asked) break;
        const { size, images } = asked;
        const sums = sumsOf(state, fact, { isTest: false, what: 'image made', item: size });
        const each = supposed[`credits_${size}`];
        sums.count += images;
        sums.tenths += fact.data.tenths;
        sums.supposedTenths += each === undefined ? fact.data.tenths : each * images;
        state.asked.delete(fact.data.generationId);
        break;
      }
      case 'CreditsReleased':
        state.asked.delete(fact.data.generationId);
        break;
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['kind', 'text'],
      ['what', 'text'],
      ['which', 'text'],
      ['how many', 'count'],
      ['brought', 'cents'],
      ['would have brought', 'cents'],
      ['brings more', 'cents'],
      ['cost', 'tenths'],
      ['would have cost', 'tenths'],
      ['costs more', 'tenths'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', kind = '', what = '', item = ''], of]) => [
        month,
        kind,
        what,
        item,
        of.count,
        of.cents,
        of.supposedCents,
        of.supposedCents - of.cents,
        of.tenths,
        of.supposedTenths,
        of.supposedTenths - of.tenths,
      ]),
  }),
});

const sumsOf = (
  { groups }: State,
  { at }: Seen,
  { isTest, what, item }: { isTest: boolean; what: string; item: string },
): Sums => groups.of(monthOf(at), isTest ? 'test' : 'real', what, item);

/**
 * What a plan's period is charged by its monthly price, as the ruled list has both; undefined where that stays as it
 * was.
 */
function planCents(supposed: Prices, tier: SubscribedTier, period: BillingPeriod): number | undefined {
  const monthly = isSold(tier) ? supposed[tier] : undefined;
  if (monthly === undefined || period === 'monthly') return monthly;
  return 12 * Math.floor((monthly * (100 - YEARLY_SAVING_PERCENT)) / 100);
}

type SoldTier = SubscribedTier & keyof Prices;
const isSold = (tier: SubscribedTier): tier is SoldTier => Object.hasOwn(prices, tier);
