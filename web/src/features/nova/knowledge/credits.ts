import { allowanceTenths, CENTS_PER_CREDIT, monthlyImageLimit } from '@easel/contracts/account/policy';
import { imageSizes } from '@easel/contracts/downloads/policy';
import { imageCounts, priceTenths, resolutions } from '@easel/contracts/generation/policy';
import { formatNumber } from '../../../lib/figures.ts';
import { fromPrices, type Topic } from '../entry.ts';
import { cardOf, creditsOf, either, lines, listed, paragraphs, priceOf } from '../say.ts';

const made = listed(resolutions.map((one) => `${one.toUpperCase()} ${creditsOf(priceTenths(one, 1))}`));

/** spec: rulings "Price of an image in credits", "Credits a month". */
export const credits: Topic = {
  area: 'pricing',
  entries: [
    {
      id: 'credits.image-price',
      title: 'What does it cost to make an image?',
      phrases: [
        'price to make an image',
        'credits per image',
        'how many credits does an image take',
        'cost of one picture',
        'price at 1k 2k 4k',
        'credits for a 4k picture',
        'price of a generation',
        'cost of making several images at once',
        'credits used per picture',
        'cost of a variant',
        'why was i charged for one image',
      ],
      answer({ size }) {
        const resolution = resolutions.find((one) => one.toUpperCase() === size);
        const several = `${either(imageCounts.slice(1).map(String))} images cost as many times that, and a variant costs what an image of its size costs. What fails or is cancelled costs nothing.`;
        if (resolution) return `An image at ${size} costs ${creditsOf(priceTenths(resolution, 1))}. ${several}`;
        if (size)
          return `Images are made at ${listed(resolutions.map((one) => one.toUpperCase()))}; ${size} is not made directly. Making one costs ${made}.`;
        return `Making one costs ${made}. ${several}`;
      },
      links: ['/generator', '/pricing'],
      next: ['credits.buy-price', 'own.balance', 'credits.allowance'],
    },
    {
      id: 'credits.buy-price',
      title: 'What does it cost to buy an image?',
      phrases: [
        'price to buy a picture of another member',
        'buy image price dollars',
        'how much is a picture in the public gallery',
        'purchase price 8k',
        'cost of a clean copy',
        'price in dollars for 2k',
        'buying somebody elses image',
        'cash-only image of a curator',
        'pay with credits or dollars',
      ],
      ...fromPrices(({ images, curatorDefaultCents }, { size }) => {
        const each = (one: (typeof imageSizes)[number]) =>
          `${one}: ${creditsOf(images[one].tenths)}, or ${priceOf(images[one].cents)}`;
        const least = Math.min(...Object.values(curatorDefaultCents));
        return paragraphs(
          size ? `Buying an image at ${each(size)}.` : lines(imageSizes.map(each)),
          `Curators’ images are sold for dollars alone, at ${priceOf(least)} unless the curator sets another price. The dialog shows the price before you buy.`,
        );
      }),
      links: ['/public-gallery', '/my-purchases'],
      next: ['billing.wallet', 'rights.bought-images', 'downloads.again'],
    },
    {
      id: 'credits.allowance',
      title: 'How many credits do I get a month?',
      phrases: [
        'credits a month by plan',
        'monthly allowance',
        'when do my credits renew',
        'when do credits refresh reset',
        'credits in the free plan',
        'credits per month',
        'new credits every month',
        'how many credits with creator',
        'allowance granted on the first',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const when = 'The allowance is granted on the first of each month (UTC).';
        if (card) return `${card.name} has ${creditsOf(allowanceTenths(card.tier))} a month. ${when}`;
        return paragraphs(
          lines(
            (['free', 'starter', 'creator', 'studio', 'agency', 'enterprise', 'curator_partner'] as const).map(
              (one) => `${cardOf(one)?.name ?? ''}: ${creditsOf(allowanceTenths(one))}`,
            ),
          ),
          when,
        );
      },
      links: ['/pricing', '/statement'],
      next: ['credits.roll-over', 'own.balance', 'plans.price'],
    },
    {
      id: 'credits.roll-over',
      title: 'Do credits roll over?',
      phrases: [
        'do credits expire',
        'unused credits next month',
        'keep leftover credits',
        'are credits permanent',
        'credits lost at the end of the month',
        'allowance spent first',
        'permanent credits',
      ],
      answer: () =>
        'What is left of the monthly allowance expires when the next one is granted, on the first of the month (UTC). Credits that you earned, won, were given or got by an invitation are permanent. The allowance is spent first.',
      links: ['/statement'],
      next: ['own.balance', 'credits.allowance', 'referral.reward'],
    },
    {
      id: 'credits.worth',
      title: 'What is a credit worth?',
      phrases: [
        'value of a credit in dollars',
        'credit in dollars',
        'convert credits to money',
        'exchange credits',
        'transfer credits to another member',
        'pass credits on',
        'send credits to somebody',
        'give credits to a friend',
        'one credit equals',
        'what can i use credits for',
        'gift credits',
      ],
      answer: () =>
        `A credit is worth ${priceOf(CENTS_PER_CREDIT)} when you buy with it. Credits are no money and cannot be passed on. Only credits that you earned by sales can be paid out.`,
      links: ['/pricing'],
      next: ['plans.credit-price', 'payouts.how', 'credits.more'],
    },
    {
      id: 'credits.more',
      title: 'How do I get more credits?',
      phrases: [
        'get more credits',
        'runout of credits',
        'not enough credits',
        'insufficient credits',
        'buy extra credits',
        'buy credit packs',
        'ways to earn credits',
        'out of credits what now',
      ],
      answer: () =>
        'A higher plan grows this month’s allowance at once. Inviting a friend brings permanent credits, and so do sales of your public pictures and places in a challenge. Credits are not sold by themselves, and sharing as such earns nothing. Other members’ pictures can be bought with dollars from your wallet as well.',
      links: ['/pricing', '/profile'],
      next: ['referral.reward', 'earnings.how', 'plans.change'],
    },
    {
      id: 'credits.limit',
      title: 'How many images can I make a month?',
      phrases: [
        'monthly image limit',
        'monthly generation limit reached',
        'maximum pictures per month',
        'how many images per month',
        'generation quota',
        'limit of images in my plan',
        'most pictures a month',
        'unlimited generations',
        'unlimited plan',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const text = (one: Parameters<typeof monthlyImageLimit>[0]) => {
          const limit = monthlyImageLimit(one);
          return limit === null ? 'no limit' : formatNumber(limit);
        };
        const counts = 'Images count, not requests: each image of a batch is one, and so is a variant.';
        if (card) return `${card.name} makes up to ${text(tier)} images a month. ${counts}`;
        return paragraphs(
          lines(
            (['free', 'starter', 'creator', 'studio', 'agency', 'enterprise', 'curator_partner'] as const).map(
              (one) => `${cardOf(one)?.name ?? ''}: ${text(one)}`,
            ),
          ),
          counts,
        );
      },
      links: ['/profile', '/pricing'],
      next: ['own.limits', 'credits.allowance'],
    },
    {
      id: 'credits.statement',
      title: 'Where do I see where my credits went?',
      phrases: [
        'credit history',
        'statement of credits',
        'list of what i spent',
        'where my credits went',
        'list of transactions',
        'account movements csv',
        'spent credits overview',
        'reason of a charge',
        'past balance on a day',
      ],
      answer: () =>
        'Statement lists every credit and every cent that came or went, with date, reason and running balance. You can filter it, look at a past day, and download it as CSV.',
      links: ['/statement', '/analytics'],
      next: ['own.balance', 'billing.invoice'],
    },
  ],
};
