import { monthlyImageLimit, type SubscribedTier } from '@easel/contracts/account/policy';
import { downloadLimits } from '@easel/contracts/downloads/policy';
import { earnRateTenths } from '@easel/contracts/earnings/policy';
import {
  creditPrice,
  MERCHANDISE_UNITS,
  planCards,
  planChargeCents,
  tierLabel,
  YEARLY_SAVING_PERCENT,
  type PlanCard,
} from '@easel/contracts/subscriptions/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { cardOf, creditsOf, lines, paragraphs, priceOf } from '../say.ts';

const yearCents = (card: PlanCard): number => planChargeCents(card.tier, 'yearly') ?? 0;
const credits = (card: PlanCard): string => `${formatNumber(card.credits)} credits a month`;

const priceText = (card: PlanCard): string =>
  card.monthlyCents === 0
    ? `${card.name}: ${credits(card)}, at no cost`
    : `${card.name}: ${priceOf(card.monthlyCents)} a month, or ${priceOf(card.yearlyCents)} a month by the year, with ${credits(card)}`;

const yearText = (card: PlanCard): string =>
  `${card.name}: ${priceOf(card.yearlyCents)} a month, charged as ${priceOf(yearCents(card))} once a year`;

const paid = planCards.filter(({ monthlyCents }) => monthlyCents > 0);

const SAVING = `Paying by the year saves ${YEARLY_SAVING_PERCENT}%. The credits still come month by month.`;

function limitText(tier: SubscribedTier): string {
  const limit = monthlyImageLimit(tier);
  return limit === null ? 'no limit of pictures a month' : `up to ${formatNumber(limit)} pictures a month`;
}

function features(card: PlanCard): string {
  const { maxSize, formats, monthly } = downloadLimits(card.tier);
  const earns = card.curator ? [] : [`you earn ${creditsOf(earnRateTenths(card.tier))} by a sale`];
  return lines([
    `${credits(card)}, ${limitText(card.tier)}`,
    `downloads up to ${maxSize}, as ${formats.map((one) => one.toUpperCase()).join(', ')}`,
    `downloads of other members’ pictures: ${monthly === null ? 'no limit' : `${formatNumber(monthly)} a month`}`,
    ...earns,
  ]);
}

/** spec: public-and-commerce §9 "Plans"; spec: rulings "Plan prices", "Change of plan". */
export const plans: Topic = {
  area: 'pricing',
  entries: [
    {
      id: 'plans.price',
      title: 'What do the plans cost?',
      phrases: [
        'plan price',
        'price of a plan',
        'price month',
        'price year',
        'subscription cost overview',
        'list of plans and prices',
        'price for starter creator studio agency enterprise',
        'do you have a yearly plan',
        'which plans are offered',
        'membership fee',
        'most popular plan',
        'cheapest plan',
      ],
      answer({ tier, period }) {
        const card = tier && cardOf(tier);
        if (card && card.monthlyCents > 0) {
          const first = period === 'yearly' ? yearText(card) : priceText(card);
          return paragraphs(`${first}.`, SAVING);
        }
        if (card) return `${priceText(card)}. It needs no card and has no end.`;
        if (period === 'yearly') return paragraphs(SAVING, lines(paid.map(yearText)));
        return paragraphs(lines(planCards.map(priceText)), SAVING);
      },
      links: ['/pricing'],
      next: ['plans.compare', 'plans.change', 'own.plan'],
    },
    {
      id: 'plans.compare',
      title: 'What is in each plan?',
      phrases: [
        'what is included in the plan',
        'compare plans',
        'difference between plans',
        'plan features and benefits',
        'which plan is right for me',
        'choose a plan',
        'best plan for me',
        'what does the plan bring',
        'what do i get with studio',
        'advantages of upgrading',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        if (card) return paragraphs(`${card.name} (${priceOf(card.monthlyCents)} a month) brings:`, features(card));
        return paragraphs(
          'Every plan makes the same pictures. Plans differ in how many, how large, and what you earn:',
          lines(
            planCards.map((one) => `${one.name}: ${credits(one)}, downloads up to ${downloadLimits(one.tier).maxSize}`),
          ),
        );
      },
      links: ['/pricing'],
      next: ['plans.price', 'downloads.sizes', 'earnings.rates'],
    },
    {
      id: 'plans.free',
      title: 'Is there a free plan?',
      phrases: [
        'free plan',
        'free of cost',
        'try before paying',
        'free trial',
        'trial period',
        'genesis plan',
        'can i test it without a credit card',
        'no card needed',
        'is it free',
        'how many free credits',
      ],
      answer() {
        const free = cardOf('free');
        return `Yes: every account has ${formatNumber(free?.credits ?? 0)} credits a month at no cost. It needs no card and has no end. ${tierLabel('free')} is its name in your profile. There is no trial of the paid plans.`;
      },
      links: ['/pricing', '/generator'],
      next: ['plans.compare', 'credits.image-price'],
    },
    {
      id: 'plans.yearly-saving',
      title: 'What do I save by the year?',
      phrases: [
        'save with yearly billing',
        'yearly discount',
        'is annual cheaper',
        'discount percent year',
        'pay yearly saving',
      ],
      answer: () =>
        paragraphs(
          `Paying by the year saves ${YEARLY_SAVING_PERCENT}%. A year is charged at once; the credits still come month by month.`,
          lines(paid.map(yearText)),
        ),
      links: ['/pricing'],
      next: ['plans.price', 'plans.change'],
    },
    {
      id: 'plans.change',
      title: 'How do I change my plan?',
      phrases: [
        'upgrade plan',
        'downgrade plan',
        'switch to another plan',
        'move to a higher plan',
        'change from monthly to yearly',
        'what happens when i upgrade in the middle of the month',
        'lower plan',
        'upgrade pays back the rest of the old plan',
      ],
      answer: () =>
        paragraphs(
          'Choose another plan on Pricing. A higher plan, or your own by the year instead of the month, is paid in full and begins at once: this month’s allowance grows to its own, and what is left of the plan before goes back to your card, as far as its monthly allowances have not begun.',
          'A lower plan begins when the paid time ends; until then nothing changes, and nothing is paid back. While a year is paid for, a higher plan is available by the year only.',
        ),
      links: ['/pricing', '/profile'],
      next: ['plans.cancel', 'billing.refund', 'own.plan'],
    },
    {
      id: 'plans.cancel',
      title: 'How do I cancel my plan?',
      phrases: [
        'cancel subscription',
        'cancel my plan',
        'stop renewing',
        'stop automatic renewal',
        'end my membership',
        'stop paying for the plan',
        'keep my images after the plan',
        'quit paying',
        'do plans renew automatically',
        'what happens to my images when my plan ends',
        'go back to free',
        'pause my plan',
        'stop charging me',
      ],
      answer: () =>
        'Choose the Free plan on Pricing. Plans renew until they are cancelled; a cancelled plan runs to the end of the time that is paid, and nothing of it is paid back. After that your account goes on with the free plan’s limits and keeps its images.',
      links: ['/pricing', '/profile'],
      next: ['billing.refund', 'plans.change', 'account.erase'],
    },
    {
      id: 'plans.credit-price',
      title: 'What does a credit cost in each plan?',
      phrases: [
        'price of a credit',
        'cost per credit',
        'credit price by plan',
        'cheapest credits',
        'value for money per credit',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const each = (one: PlanCard) => `${one.name}: $${creditPrice(one)} a credit, paid monthly`;
        return card && card.monthlyCents > 0 ? `${each(card)}.` : lines(paid.map(each));
      },
      links: ['/pricing'],
      next: ['plans.price', 'credits.worth'],
    },
    {
      id: 'plans.merchandise',
      title: 'May I sell goods with my images on them?',
      phrases: [
        'merchandise licence',
        'merchandising rights',
        'sell products with my designs',
        'sell mugs and shirts in my own shop',
        'units per image',
        'licence for goods logos trademarks',
        'print on demand resale',
        'sell t-shirts with my picture on them',
        'sell my prints at a fair or market',
      ],
      answer: () =>
        `The Enterprise plan includes a merchandising licence for up to ${formatNumber(MERCHANDISE_UNITS)} units of each image. It does not extend to logos and trademarks. Single products with your pictures on them are made to order in the shop, on every plan.`,
      links: ['/pricing#enterprise', '/shop', '/terms-conditions'],
      next: ['rights.own-images', 'rights.bought-images'],
    },
  ],
};
