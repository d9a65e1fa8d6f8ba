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
import { planCards, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { cardOf, creditsOf, lines, paragraphs, priceOf } from '../say.ts';

const PAYOUTS = '/profit-sharing';
const MATURE = `${formatNumber(EARNINGS_MATURE_MS / 3_600_000)} hours`;

function rateOf({ tier }: PlanCard): string {
  if (tier === 'curator_partner') return `${CURATOR_SHARE_PERCENT}% of net after payment fees`;
  const rate = creditsOf(earnRateTenths(tier));
  return tier === 'enterprise' ? `${rate}, and ${ENTERPRISE_SHARE_PERCENT}% of a price in dollars` : rate;
}

const curator = cardOf('curator_partner');

/** spec: rulings "Earn rate", "Curator share". */
export const earnings: Topic = {
  area: 'community',
  entries: [
    {
      id: 'earnings.how',
      title: 'How do I earn with my images?',
      phrases: [
        'earn money with my pictures',
        'sell my images',
        'make income',
        'earn credits with public images',
        'monetize my art',
        'how do sales work',
        'get paid for my pictures',
        'do i earn by sharing',
        'credits for sharing a link',
        'profit sharing',
        'set a price for my image',
      ],
      answer: () =>
        paragraphs(
          `Make them public: whenever another member buys a clean copy, you earn from ${creditsOf(earnRateTenths('free'))} to ${creditsOf(earnRateTenths('enterprise'))}, by your plan. Entries of challenges bring a share as well.`,
          'Copies bought with dollars or with a paid plan’s credits count; free and bonus credits earn nobody anything, and sharing as such earns nothing.',
        ),
      links: [PAYOUTS, '/your-gallery', '/pricing'],
      next: ['earnings.rates', 'payouts.how', 'challenges.prizes'],
    },
    {
      id: 'earnings.rates',
      title: 'What do I earn by a sale?',
      phrases: [
        'earn rate',
        'how much do i earn per download',
        'share of a sale',
        'credits per sale by plan',
        'commission on sold images',
        'percent of the price for me',
        'what does a sale bring',
        'revenue share enterprise',
        'somebody downloaded my picture what do i earn',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        if (card) return `${card.name}: ${rateOf(card)}.`;
        return lines(planCards.map((one) => `${one.name}: ${rateOf(one)}`));
      },
      links: ['/pricing', PAYOUTS],
      next: ['earnings.when', 'payouts.how', 'plans.compare'],
    },
    {
      id: 'earnings.when',
      title: 'When are my earnings credited?',
      phrases: [
        'when do i get my earnings',
        'pending earnings',
        'sale not credited yet',
        'when does a sale appear in my account',
        'earnings waiting time',
        'earnings taken back',
        'why did my earnings go down',
        'buyer got a refund',
      ],
      answer: () =>
        `A sale is credited at the first midnight (UTC) after ${MATURE}, and can be spent from then on. It can be paid out once it has rested for ${PAYOUT_REST_DAYS} days. Where the buyer’s payment is taken back, so is what the sale brought.`,
      links: [PAYOUTS, '/statement'],
      next: ['payouts.how', 'own.earnings', 'earnings.rates'],
    },
    {
      id: 'payouts.how',
      title: 'How do I get paid out?',
      phrases: [
        'payout',
        'request a payout',
        'minimum payout',
        'cash out my earnings',
        'transfer earnings to my bank account',
        'iban',
        'who sees my iban',
        'is my bank account safe with you',
        'turn credits into dollars',
        'payout rate per credit',
        'when is a payout possible',
        'withdraw money',
        'least i can have paid out',
        'how long until a payout arrives',
      ],
      answer: () =>
        paragraphs(
          `A payout starts at ${creditsOf(PAYOUT_MIN_TENTHS)} or ${priceOf(payoutCents({ tenths: PAYOUT_MIN_TENTHS, cents: 0 }))}, at ${priceOf(PAYOUT_CENTS_PER_CREDIT)} an earned credit, once your earnings have rested for ${PAYOUT_REST_DAYS} days. Only what sales and challenges earned is paid out, not allowances or bonus credits.`,
          'Request it on Profit Sharing, with the IBAN of your bank account. The IBAN is stored encrypted, and only those who make the transfer see it.',
        ),
      links: [PAYOUTS, '/statement'],
      next: ['own.earnings', 'earnings.when', 'payouts.refused'],
    },
    {
      id: 'payouts.refused',
      title: 'Why was my payout refused?',
      phrases: [
        'payout refused',
        'payout rejected',
        'payout status',
        'payout not arrived',
        'payout on hold waits',
        'payout takes longer than usual',
      ],
      answer: () =>
        'A payout that is refused comes back to your earnings, with the reason. Payouts wait while a payment of your buyers was taken back, or while you owe something. If you do not agree, write to us.',
      links: [PAYOUTS, '/contact'],
      next: ['payouts.how', 'own.earnings'],
    },
    {
      id: 'curators.plan',
      title: 'What does the Curator Partner plan bring?',
      phrases: [
        'curator partner',
        'become a curator',
        'curator plan benefits',
        'own section in the public gallery',
        'curator dashboard',
        'curated gallery section',
        'how curators earn',
        'set my own prices as curator',
        'curator revenue share',
        'percent for curators',
      ],
      answer: () =>
        paragraphs(
          `For ${priceOf(curator?.monthlyCents ?? 0)} a month, or ${priceOf(curator?.yearlyCents ?? 0)} a month by the year:`,
          lines([
            `${CURATOR_SHARE_PERCENT}% of what your images sell for, net of payment fees; they are sold for dollars alone`,
            'a section of your own, part of your public page and listed in the public gallery, and your own prices by size',
            `${formatNumber(curator?.credits ?? 0)} credits a month`,
            `background removal for ${creditsOf(cutoutTenths('curator_partner', 'premium'))} and upscaling for ${creditsOf(upscaleTerms('curator_partner')?.tenths ?? 0)}, as far as they are available`,
          ]),
        ),
      links: ['/curator-dashboard', '/pricing'],
      next: ['curators.even', 'curators.end', 'payouts.how'],
    },
    {
      id: 'curators.even',
      title: 'When does the Curator plan pay for itself?',
      phrases: [
        'break even curator',
        'is the curator plan worth it',
        'how much must i sell as curator',
        'curator profit calculation',
        'curator plan pays for itself',
      ],
      answer() {
        const monthly = curator?.monthlyCents ?? 0;
        return `At ${priceOf(monthly)} a month, once your images sell for ${priceOf(Math.round((monthly * 100) / CURATOR_SHARE_PERCENT))} net of payment fees in that month: your share is ${CURATOR_SHARE_PERCENT}%. Nobody is promised an income.`;
      },
      links: ['/curator-dashboard', '/pricing'],
      next: ['curators.plan', 'payouts.how'],
    },
    {
      id: 'curators.views',
      title: 'What counts as a view of my pictures?',
      phrases: [
        'views',
        'what is a view',
        'why do i not see any views',
        'how many views do my pictures have',
        'views are not counted',
        'where do i see how often my pictures were viewed',
      ],
      answer: () =>
        'Curators see the views of their pictures on the Curator Dashboard; other members do not. A view is a picture opened for a second or longer, counted once per visitor and day (UTC). Your own views and bots are not counted.',
      links: ['/curator-dashboard'],
      next: ['curators.plan', 'own.earnings'],
    },
    {
      id: 'curators.end',
      title: 'What happens when the Curator plan ends?',
      phrases: [
        'curator plan ends',
        'cancel curator',
        'section after the plan',
        'what happens to my curator section',
        'sold files when curator leaves',
      ],
      answer: () =>
        'Your section is unlisted at once. It is kept for a while with its prices, so that you can take it up again, and files that were sold stay with their buyers.',
      links: ['/curator-dashboard', '/pricing'],
      next: ['curators.plan', 'plans.cancel'],
    },
  ],
};
