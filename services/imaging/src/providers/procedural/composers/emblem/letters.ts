import type { Path } from '../../drawing/path.ts';
import { accentsOf } from '../../drawing/setting.ts';
import { placed } from '../../drawing/shapes.ts';
import { faces, laid, type SetLine, type Typeface } from '../../drawing/typeface.ts';

/** In heights of a capital: as far as a line's accents may reach in all. */
const REACH = 1.3;

/** Returns the size at which capitals have a height, a smaller one where accents would reach too far. */
function sizeFor(line: SetLine, face: Typeface, height: number): number {
  const { over, under } = accentsOf(line, face);
  return Math.min(height / face.capHeight, (height * REACH) / (face.capHeight + over + under));
}

/** Text on a round, its middle at `angle`; `inside` runs below, readable from the inside of the round. */
export function onArc(
  text: string,
  at: { x: number; y: number; radius: number; size: number; widest: number; inside: boolean },
  face: Typeface = faces.poster,
): Path {
  const line = face.set(text, 0.09);
  // What would run too far around is set smaller.
  const size = Math.min(
    sizeFor(line, face, at.size * face.capHeight),
    (at.widest * at.radius) / Math.max(line.width, 0.01),
  );
  const cap = face.capHeight * size;
  const { over, under } = accentsOf(line, face);
  const lift = (at.size * face.capHeight - cap) / 2;
  const shift = ((over - under) * size) / 2;
  return placed(laid(line, (-line.width * size) / 2, 0, size), (x, y) => {
    if (at.inside) {
      const turn = Math.PI / 2 - x / at.radius;
      const reach = at.radius + y + cap + lift + shift;
      return [at.x + Math.cos(turn) * reach, at.y + Math.sin(turn) * reach];
    }
    const turn = -Math.PI / 2 + x / at.radius;
    const reach = at.radius - y + lift - shift;
    return [at.x + Math.cos(turn) * reach, at.y + Math.sin(turn) * reach];
  });
}

/** Text in a row, its middle at (x, y), no wider or higher than told. */
export function inRow(
  text: string,
  at: { x: number; y: number; width: number; height: number },
  face: Typeface = faces.poster,
): Path {
  const line = face.set(text, 0.06);
  const size = Math.min(at.width / Math.max(line.width, 0.01), sizeFor(line, face, at.height));
  const { over, under } = accentsOf(line, face);
  return laid(line, at.x - (line.width * size) / 2, at.y + ((face.capHeight + over - under) * size) / 2, size);
}

/** Cuts a text in two where it is nearest to the middle. */
export function halved(text: string): readonly [string, string] {
  const words = text.split(' ');
  if (words.length < 2) return [text, ''];
  let best = 1;
  for (let n = 1; n < words.length; n++) {
    const uneven = (cut: number): number =>
      Math.abs(words.slice(0, cut).join(' ').length - words.slice(cut).join(' ').length);
    if (uneven(n) < uneven(best)) best = n;
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
}
