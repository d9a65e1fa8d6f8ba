import { brand } from '@easel/contracts/brand';
import { Canvas, frameOf } from '../providers/procedural/drawing/canvas.ts';
import { boxBetween, turned } from '../providers/procedural/drawing/shapes.ts';
import { faces, laid } from '../providers/procedural/drawing/typeface.ts';
import type { RawPixels } from './sharp.gateway.ts';

/** spec: public-and-commerce §9 "Watermark"; lengths in units of the picture's short side. */
const ANGLE = (-30 * Math.PI) / 180;
const ACROSS_EM = 1 / 10;
const LINE_EM = 3.2;
const BAR = 0.1;
const WHITE = { r: 1, g: 1, b: 1 };
const BLACK = { r: 0, g: 0, b: 0 };

/** A picture with the brand across all of it, and a bar at its foot that says where it is from. */
export function watermarked(raw: RawPixels): RawPixels {
  const { width, height, channels } = raw;
  const mark = markFor(width, height).pixels;
  const pixels = new Uint8Array(raw.pixels);
  for (let from = 0, to = 0; from < mark.length; from += 4, to += channels) {
    const alpha = mark[from + 3]!;
    if (alpha === 0) continue;
    // The mark's colours are multiplied by its alpha already; grey is the same in any light.
    for (let c = 0; c < 3; c++) pixels[to + c] = Math.round(pixels[to + c]! * (1 - alpha) + mark[from + c]! * 255);
    if (channels === 4) pixels[to + 3] = Math.round(pixels[to + 3]! * (1 - alpha) + alpha * 255);
  }
  return { ...raw, pixels };
}

/** Marks of pictures of one size are all the same. */
function markFor(widthPx: number, heightPx: number): Canvas {
  const size = { width: widthPx, height: heightPx };
  const canvas = new Canvas(frameOf(size, size), 0, heightPx);
  acrossIt(canvas);
  atItsFoot(canvas);
  return canvas;
}

function acrossIt(canvas: Canvas): void {
  const { width, height } = canvas.frame;
  const line = faces.black.set(brand.name);
  const reach = Math.hypot(width, height) / 2;
  const stepX = (line.width + 1.6) * ACROSS_EM;
  const [middleX, middleY] = [width / 2, height / 2];
  for (let y = -reach; y <= reach; y += LINE_EM * ACROSS_EM) {
    for (let x = -reach; x <= reach; x += stepX) {
      canvas.fill(turned(laid(line, middleX + x, middleY + y, ACROSS_EM), ANGLE, middleX, middleY), WHITE, 0.34);
    }
  }
}

function atItsFoot(canvas: Canvas): void {
  const { width, height } = canvas.frame;
  canvas.fill(boxBetween(0, height - BAR, width, height), BLACK, 0.72);
  const line = faces.black.set(`${brand.name} · ${brand.site}`);
  const size = Math.min(BAR * 0.42, (width - BAR * 0.6) / Math.max(line.width, 0.01));
  canvas.fill(laid(line, BAR * 0.3, height - BAR / 2 + (line.rise * size) / 2, size), WHITE);
}
