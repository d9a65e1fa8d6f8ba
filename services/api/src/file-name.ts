import { brand } from '@easel/contracts/brand';
import { cutText } from '@easel/contracts/kernel/cut-text';

/** Of the prompt, in a file's name. */
const WORDS_LENGTH = 30;

interface Named {
  prompt: string;
  id: string;
  index: number;
  format: string;
}

/**
 * A name a person recognises: the product, the prompt's first 30 letters and digits, and enough of the id to tell two
 * apart.
 */
export const fileNameOf = (image: Named): string => nameWith(image.id.slice(0, 8), image);

/**
 * The same for files that lie in one folder: whatever would meet another's name, in small letters too, has its whole id
 * in it.
 */
export function fileNamesOf(images: readonly Named[]): string[] {
  const taken = new Set<string>();
  return images.map((image) => {
    const short = fileNameOf(image);
    const name = taken.has(short.toLowerCase()) ? nameWith(image.id, image) : short;
    taken.add(name.toLowerCase());
    return name;
  });
}

function nameWith(distinction: string, { prompt, index, format }: Named): string {
  const words = cutText(prompt.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim(), WORDS_LENGTH)
    .trim()
    .replaceAll(' ', '-');
  const number = index > 0 ? `-${index + 1}` : '';
  return `${[brand.slug, words, distinction].filter(Boolean).join('-')}${number}.${format}`;
}
