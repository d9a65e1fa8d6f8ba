import type { Path } from '../../drawing/path.ts';
import { placed } from '../../drawing/shapes.ts';
import { faces, laid, type Typeface } from '../../drawing/typeface.ts';

/** Text on a round, its middle at `angle`; `inside` runs below, readable from the inside of the round. */
export function onArc(
  text: string,
  at: { x: number; y: number; radius: number; size: number; widest: number; inside: boolean },
  face: Typeface = faces.poster,
): Path {
  const line = face.set(text, 0.09);
  // What would run too far around is set smaller.
  const size = Math.min(at.size, (at.widest * at.radius) / Math.max(line.width, 0.01));
  const cap = face.capHeight * size;
  const lift = (at.size * face.capHeight - cap) / 2;
  return placed(laid(line, (-line.width * size) / 2, 0, size), (x, y) => {
    if (at.inside) {
      const turn = Math.PI / 2 - x / at.radius;
      const reach = at.radius + y + cap + lift;
      return [at.x + Math.cos(turn) * reach, at.y + Math.sin(turn) * reach];
    }
    const turn = -Math.PI / 2 + x / at.radius;
    const reach = at.radius - y + lift;
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
  const size = Math.min(at.width / Math.max(line.width, 0.01), at.height / face.capHeight);
  return laid(line, at.x - (line.width * size) / 2, at.y + (face.capHeight * size) / 2, size);
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
