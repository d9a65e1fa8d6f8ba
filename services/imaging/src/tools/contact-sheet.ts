/**
 * Draws prompts and lays them on one sheet to look at:
 *   node contact-sheet.js out.png [--prompts file] [--ratio 3:2] [--seed 1] [--style auto] [--tshirt] [--columns 3]
 * [--width 640] "prompt" … A line may begin with settings of its own: see `wishOf`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { tile } from '../derive/sharp.gateway.ts';
import { draw } from '../providers/procedural/picture.ts';
import { linesOf, sizeWithin, requestOf } from './sheet.ts';

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

const [out, ...prompts] = positionals;
const listed = values.prompts === undefined ? [] : linesOf(await readFile(values.prompts, 'utf8'));
const requests = [...listed, ...prompts].map((line) => requestOf(line, usual));
if (out === undefined || requests.length === 0) {
  process.stderr.write('contact-sheet out.png [--prompts file] [--ratio 3:2] [--style auto] [--seed 1] "prompt" …\n');
  process.exit(2);
}

const gap = 8;
const side = Number(values.width);
const columns = Math.min(Number(values.columns), requests.length);
/** Every picture is as large as a square of the width asked for lets it be; places are as large as the largest. */
const sizes = requests.map(({ aspectRatio }) => sizeWithin(side, aspectRatio));
const width = Math.max(...sizes.map((size) => size.width));
const height = Math.max(...sizes.map((size) => size.height));
const tiles = requests.map((request, index) => {
  const size = sizeWithin(side, request.aspectRatio);
  const started = performance.now();
  const picture = draw(request, size);
  process.stdout.write(
    `${index + 1}. ${request.prompt} (${picture.composer}, ${Math.round(performance.now() - started)} ms)\n`,
  );
  return {
    raw: { pixels: picture.pixels, channels: picture.channels, ...size },
    left: gap + (index % columns) * (width + gap) + Math.floor((width - size.width) / 2),
    top: gap + Math.floor(index / columns) * (height + gap) + Math.floor((height - size.height) / 2),
  };
});
const rows = Math.ceil(requests.length / columns);
await writeFile(out, await tile(tiles, { width: gap + columns * (width + gap), height: gap + rows * (height + gap) }));
