/**
 * Draws prompts and lays them on one sheet to look at:
 *   node contact-sheet.js out.png [--ratio 3:2] [--seed 1] [--style auto] [--tshirt] [--columns 3] [--width 640] "prompt" …
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { aspectRatioOf, aspectRatios, styles } from '@easel/contracts/generation/policy';
import { tile } from '../derive/sharp.gateway.ts';
import { draw } from '../providers/procedural/picture.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ratio: { type: 'string', default: '3:2' },
    seed: { type: 'string', default: '1' },
    style: { type: 'string', default: 'auto' },
    tshirt: { type: 'boolean', default: false },
    columns: { type: 'string', default: '3' },
    width: { type: 'string', default: '640' },
  },
});
const [out, ...prompts] = positionals;
const aspectRatio = aspectRatioOf(values.ratio);
const style = styles.find((one) => one === values.style);
if (out === undefined || prompts.length === 0 || aspectRatio === undefined || style === undefined) {
  process.stderr.write(
    'contact-sheet out.png [--ratio 3:2] [--seed 1] [--style auto] [--tshirt] [--columns 3] [--width 640] "prompt" …\n',
  );
  process.exit(2);
}

const shape = aspectRatios[aspectRatio];
const width = Number(values.width);
const height = Math.round((width * shape.height) / shape.width);
const columns = Math.min(Number(values.columns), prompts.length);
const gap = 8;
const tiles = prompts.map((prompt, index) => {
  const started = performance.now();
  const picture = draw(
    { prompt, negativePrompt: '', style, aspectRatio, seed: Number(values.seed), transparent: values.tshirt },
    { width, height },
  );
  process.stdout.write(
    `${index + 1}. ${prompt} (${picture.composer}, ${Math.round(performance.now() - started)} ms)\n`,
  );
  return {
    raw: { pixels: picture.pixels, channels: picture.channels, width, height },
    left: gap + (index % columns) * (width + gap),
    top: gap + Math.floor(index / columns) * (height + gap),
  };
});
const rows = Math.ceil(prompts.length / columns);
await writeFile(out, await tile(tiles, { width: gap + columns * (width + gap), height: gap + rows * (height + gap) }));
