import { monthlyImageLimit } from '@easel/contracts/account/policy';
import { imageSizes } from '@easel/contracts/downloads/policy';
import { aspectRatioKeys, priceTenths, resolutions } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { planCards, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { counted, formatCredits, formatNumber } from '../../lib/figures.ts';

const [smallest] = resolutions;
const creditsFor = (resolution: (typeof resolutions)[number]): number => tenthsToCredits(priceTenths(resolution, 1));

/** Pictures of the smallest size that a month of a plan pays for. */
const picturesOf = ({ tier, credits }: PlanCard): number =>
  Math.min(Math.floor(credits / creditsFor(smallest)), monthlyImageLimit(tier) ?? Infinity);

/** '150 credits', '30 pictures at 1K'. */
export const planFigures = (card: PlanCard): { credits: string; pictures: string } => ({
  credits: formatCredits(card.credits),
  pictures: `${counted(picturesOf(card), 'picture')} at ${smallest.toUpperCase()}`,
});

const free = planCards.find(({ monthlyCents }) => monthlyCents === 0);

/** What a member has who pays nothing. */
export const freeWords = free
  ? `A free account has ${formatCredits(free.credits)} every month: ${planFigures(free).pictures}. No card needed.`
  : 'No card needed.';

/** 'A picture costs 5 credits at 1K, 10 at 2K, 20 at 4K.' */
export const pictureCosts = `A picture costs ${resolutions
  .map((one, index) => {
    const credits = creditsFor(one);
    return `${index === 0 ? formatCredits(credits) : formatNumber(credits)} at ${one.toUpperCase()}`;
  })
  .join(', ')}.`;

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** '$9.99'. */
export const monthPrice = ({ monthlyCents }: PlanCard): string => dollars.format(monthlyCents / 100);

/** What can be counted, by name: nothing here is claimed, all of it is read. */
export const proofOf = (publicPictures: number): readonly { figure: string; name: string }[] => [
  { figure: formatNumber(publicPictures), name: publicPictures === 1 ? 'public picture' : 'public pictures' },
  { figure: formatNumber(aspectRatioKeys.length), name: 'shapes, from square to ultrawide' },
  { figure: `${imageSizes[0]}–${imageSizes.at(-1) ?? ''}`, name: 'sizes to download and print' },
];
