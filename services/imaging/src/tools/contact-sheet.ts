/**
 * Draws prompts and lays them on one sheet to look at:
 *   node contact-sheet.js out.png [--prompts file] [--ratio 3:2] [--seed 1] [--style auto] [--tshirt] [--columns 3] [--width 640] "prompt" …
 * A line of a file of prompts may begin with its own ratio, style, seed and `tshirt`: `[2:3 cinematic 7 tshirt] a fox`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { aspectRatioOf, aspectRatios, styles, type AspectRatio } from '@easel/contracts/generation/policy';
import { tile } from '../derive/sharp.gateway.ts';
import type { Wish } from '../providers/procedural/brief.ts';
import { draw } from '../providers/procedural/picture.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prompts: { type: 'string' },
    ratio: { type: 'string', default: '3:2' },
    seed: { type: 'string', default: '1' },
    style: { type: 'string', default: 'auto' },
    tshirt: { type: 'boolean', default: false },
    columns: { type: 'string', default: '3' },
    width: { type: 'string', default: '640' },
  },
});
const usual = [values.ratio, values.style, values.seed, ...(values.tshirt ? ['tshirt'] : [])];

/** A wish of the usual settings and a line's own. */
function wishOf(line: string): Wish {
  const own = /^\[(?<settings>[^\]]*)\]\s*(?<prompt>.*)$/u.exec(line)?.groups;
  const wish: Wish = {
    prompt: own?.['prompt'] ?? line,
    negativePrompt: '',
    style: 'auto',
    aspectRatio: 'standard_3_2',
    seed: 1,
    transparent: false,
  };
  for (const word of [...usual, ...(own?.['settings'] ?? '').split(' ').filter(Boolean)]) {
    const ratio = aspectRatioOf(word);
    const style = styles.find((one) => one === word);
    if (ratio !== undefined) wish.aspectRatio = ratio;
    else if (style !== undefined) wish.style = style;
    else if (/^\d+$/u.test(word)) wish.seed = Number(word);
    else if (word === 'tshirt') wish.transparent = true;
    else throw new Error(`neither a ratio nor a style nor a seed: ${word}`);
  }
  return wish;
}

const [out, ...prompts] = positionals;
const listed = values.prompts === undefined ? [] : (await readFile(values.prompts, 'utf8')).split('\n');
const wishes = [...listed.filter((line) => line.trim() !== '' && !line.startsWith('#')), ...prompts].map(wishOf);
if (out === undefined || wishes.length === 0) {
  process.stderr.write('contact-sheet out.png [--prompts file] [--ratio 3:2] [--style auto] [--seed 1] "prompt" …\n');
  process.exit(2);
}

const gap = 8;
const side = Number(values.width);
const columns = Math.min(Number(values.columns), wishes.length);
/** Every picture is as large as a square of the width asked for lets it be; places are as large as the largest of them. */
const sizeIn = (aspectRatio: AspectRatio): { width: number; height: number } => {
  const shape = aspectRatios[aspectRatio];
  const scale = side / Math.max(shape.width, shape.height);
  return { width: Math.round(shape.width * scale), height: Math.round(shape.height * scale) };
};
const sizes = wishes.map(({ aspectRatio }) => sizeIn(aspectRatio));
const width = Math.max(...sizes.map((size) => size.width));
const height = Math.max(...sizes.map((size) => size.height));
const tiles = wishes.map((wish, index) => {
  const size = sizeIn(wish.aspectRatio);
  const started = performance.now();
  const picture = draw(wish, size);
  process.stdout.write(
    `${index + 1}. ${wish.prompt} (${picture.composer}, ${Math.round(performance.now() - started)} ms)\n`,
  );
  return {
    raw: { pixels: picture.pixels, channels: picture.channels, ...size },
    left: gap + (index % columns) * (width + gap) + Math.floor((width - size.width) / 2),
    top: gap + Math.floor(index / columns) * (height + gap) + Math.floor((height - size.height) / 2),
  };
});
const rows = Math.ceil(wishes.length / columns);
await writeFile(out, await tile(tiles, { width: gap + columns * (width + gap), height: gap + rows * (height + gap) }));
