import { priceTenths } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { counted, formatCredits } from '../../lib/figures.ts';
import { imagesOf, type GeneratorForm } from './generator-form.ts';

/** What orders are paid from. */
export interface Funds {
  /** Undefined until known. */
  credits: number | undefined;
  /** Images that may still be made this month: null without a limit, undefined until known. */
  imagesLeft: number | null | undefined;
}

/** Credits that so many prompts cost, by the same rule by which they are debited. */
export const priceOf = ({ resolution, count }: Pick<GeneratorForm, 'resolution' | 'count'>, prompts: number): number =>
  tenthsToCredits(priceTenths(resolution, prompts * imagesOf(count)));

/** What is left after an order: 'Leaves 40 credits · 49 images this month'; or why it will be refused. */
export function leavesText(images: number, price: number, { credits, imagesLeft }: Funds): string {
  const parts = [
    credits !== undefined && credits >= price && `Leaves ${formatCredits(credits - price)}`,
    typeof imagesLeft === 'number' && monthText(images, imagesLeft),
  ];
  // Its line keeps its height from the start.
  return parts.filter(Boolean).join(' · ') || '\u00a0';
}

function monthText(images: number, left: number): string {
  if (left === 0) return 'Monthly generation limit reached';
  return images > left
    ? `Only ${counted(left, 'image')} left this month`
    : `${counted(left - images, 'image')} this month`;
}
