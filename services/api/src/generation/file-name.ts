import { brand } from '@easel/contracts/brand';

/** A name a person recognises: the product, the prompt's first 30 letters and digits, and enough of the id to tell two apart. */
export function fileNameOf({
  prompt,
  id,
  index,
  format,
}: {
  prompt: string;
  id: string;
  index: number;
  format: string;
}): string {
  const words = prompt
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 30)
    .trim()
    .replaceAll(' ', '-');
  const number = index > 0 ? `-${index + 1}` : '';
  return `${[brand.slug, words, id.slice(0, 8)].filter(Boolean).join('-')}${number}.${format}`;
}
