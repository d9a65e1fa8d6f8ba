import type { Brief } from '../../brief.ts';
import type { Colour } from '../../drawing/colour.ts';
import type { Path } from '../../drawing/path.ts';
import type { Press } from '../../drawing/press.ts';
import type { Random } from '../../drawing/random.ts';

export interface Kit {
  readonly brief: Brief;
  readonly press: Press;
  readonly random: Random;
  readonly dark: Colour;
  readonly light: Colour;
  readonly accents: readonly [Colour, Colour, Colour, Colour];
  /** Capitals to be set, or nothing. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Where a motif stands: around a place, as far as `radius`, and nothing outside of `within`. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly within?: Path;
}

export interface Motif {
  readonly name: string;
  /** A scene fills a frame; a thing stands by itself on a plain one. */
  readonly scene: boolean;
  draw(kit: Kit, place: Place): void;
}

/** What keeps a print within its place. */
export const how = ({ within }: Place) => (within === undefined ? {} : { within });
/** A fade downwards, from and to in radii of a place. */
export const down = (place: Place, from: number, to: number, ink: Colour) =>
  ({
    kind: 'line',
    from: [place.x, place.y + from * place.radius],
    to: [place.x, place.y + to * place.radius],
    ink,
  }) as const;
