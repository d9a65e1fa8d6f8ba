import type { Placement } from '@easel/contracts/products/placement';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { productParts } from '@easel/contracts/products/product-parts';
import { capitalised } from '../../lib/figures.ts';

/** 'T-shirt · XL · Navy'; a size that is in the name is not repeated. */
export const productText = ({ name, size, color }: Pick<PendingProduct, 'name' | 'size' | 'color'>): string =>
  productParts({ name, size, color }).map(capitalised).join(' · ');

/** 'Image 2 · Cropped to fill, turned by 90°'. */
export const pictureText = ({ imageNumber, placement }: Pick<PendingProduct, 'imageNumber' | 'placement'>): string =>
  `Image ${imageNumber} · ${placementText(placement)}`;

const backgrounds: Readonly<Record<string, string>> = { '#ffffff': 'on white', '#000000': 'on black' };

function placementText({ fit, scale, x, y, rotation, background }: Placement): string {
  const isWhole = fit === 'border';
  const parts = [isWhole ? 'Whole picture with a border' : 'Cropped to fill'];
  if (isWhole && background !== 'none') parts.push(backgrounds[background] ?? `on ${background}`);
  if (scale !== 1) parts.push(`at ${Math.round(scale * 100)}%`);
  if (x !== 0 || y !== 0) parts.push('moved');
  if (rotation !== 0) parts.push(`turned by ${rotation}°`);
  return parts.join(', ');
}
