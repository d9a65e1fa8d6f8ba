import { counted, formatCredits, formatNumber } from '../../lib/figures.ts';

/** What orders are paid from. */
export interface Funds {
  /** Undefined until known. */
  credits: number | undefined;
  /** Images that may still be made this month: null without a limit, undefined until known. */
  imagesLeft: number | null | undefined;
}

/**
 * What is left after an order, and how many more of the same may be made of it: 'Leaves 45 credits · 9 more at this
 * size', 'Leaves 450 credits · 20 more this month' where the plan's number is the smaller; or why it will be refused.
 */
export function leavesText(images: number, price: number, { credits, imagesLeft }: Funds): string {
  // No prompt was given yet.
  if (images === 0) return '\u00a0';
  const left = credits === undefined || credits < price ? undefined : credits - price;
  const parts = [left !== undefined && `Leaves ${formatCredits(left)}`, moreText(images, price, left, imagesLeft)];
  // Its line keeps its height from the start.
  return parts.filter(Boolean).join(' · ') || '\u00a0';
}

function moreText(images: number, price: number, left: number | undefined, imagesLeft: Funds['imagesLeft']): string {
  if (imagesLeft === 0) return 'Monthly generation limit reached';
  if (typeof imagesLeft === 'number' && images > imagesLeft)
    return `Only ${counted(imagesLeft, 'image')} left this month`;
  if (left === undefined || imagesLeft === undefined || price === 0) return '';
  const payable = Math.floor(left / (price / images));
  const allowed = imagesLeft === null ? Infinity : imagesLeft - images;
  return allowed < payable ? `${formatNumber(allowed)} more this month` : `${formatNumber(payable)} more at this size`;
}
