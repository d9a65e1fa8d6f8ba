import { brand } from '@easel/contracts/brand';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { plain } from '@easel/contracts/kernel/words';

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
 * The same for files that lie in one folder: whatever would meet another's name has its whole id in it. File systems
 * compare names in one case and one form of Unicode.
 */
export function fileNamesOf(images: readonly Named[]): string[] {
  const taken = new Set<string>();
  return images.map((image) => {
    const short = fileNameOf(image);
    const name = taken.has(plain(short)) ? nameWith(image.id, image) : short;
    taken.add(plain(name));
    return name;
  });
}

function nameWith(distinction: string, { prompt, index, format }: Named): string {
  const words = cutText(
    prompt
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
    WORDS_LENGTH,
  )
    .trim()
    .replaceAll(' ', '-');
  const number = index > 0 ? `-${index + 1}` : '';
  return `${[brand.slug, words, distinction].filter(Boolean).join('-')}${number}.${format}`;
}
