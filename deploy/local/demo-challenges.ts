import { challengeKinds, type ChallengeKind } from '@easel/contracts/competitions/kinds';
import { monthAfter } from '@easel/contracts/competitions/policy';

/** A picture in 4K, as it is asked for. */
interface Design {
  prompt: string;
  aspect_ratio: string;
  seed: number;
  resolution: '4k';
  isTshirtDesign?: boolean;
  output_format?: 'jpg';
}

interface Theme {
  theme: string;
  description: string;
  /** What is entered for it, in this order. */
  designs: readonly Design[];
}

const shirt = (prompt: string, seed: number): Design => ({
  prompt,
  seed,
  aspect_ratio: '1:1',
  resolution: '4k',
  isTshirtDesign: true,
});

/** JPEG takes a fraction of the space that PNG takes. */
const poster = (prompt: string, aspect_ratio: string, seed: number): Design => ({
  prompt,
  seed,
  aspect_ratio,
  resolution: '4k',
  output_format: 'jpg',
});

/** By turns, month by month. */
export const themes: Readonly<Record<ChallengeKind, readonly [Theme, Theme]>> = {
  tshirt: [
    {
      theme: 'Night animals',
      description: 'Draw an animal that is awake while we sleep. It has to read on a dark shirt and on a light one.',
      designs: [
        shirt('An owl on a branch', 301),
        shirt('A wolf howling under a full moon', 302),
        shirt('A fox on a hill at sunset', 303),
        shirt('An owl in front of the moon', 304),
      ],
    },
    {
      theme: 'Badges of the outdoors',
      description: 'Design a badge for a place that you would walk to: a mountain, a forest, a coast.',
      designs: [
        shirt('Badge of a mountain and the sun', 311),
        shirt('A sailing boat under a full moon', 312),
        shirt('A lighthouse on a cliff at sunset', 313),
        shirt('A stag on a misty hill', 314),
      ],
    },
  ],
  poster: [
    {
      theme: 'Where the land meets the sea',
      description: 'Make a poster of a coast: a harbour, a cliff, a beach in winter. Leave room for the sky.',
      designs: [
        poster('A lighthouse above a calm sea', '3:4', 321),
        poster('A sailboat in fog at daybreak', '16:9', 322),
        poster('A lighthouse on a cliff at dawn', '4:3', 323),
        poster('Sailing boat on a calm sea', '5:3', 324),
      ],
    },
    {
      theme: 'Mountains',
      description: 'Make a poster of mountains at an hour of your choice. Few colors, and a clear outline.',
      designs: [
        poster('Northern lights above a mountain lake', '16:9', 331),
        poster('Misty mountains over a still lake', '4:3', 332),
        poster('Hills under clouds', '3:4', 333),
        poster('A dragon above the mountains at night', '5:3', 334),
      ],
    },
  ],
};

/** What a kind's challenge of a UTC month is about. */
export const themeOf = (kind: ChallengeKind, month: string): Theme =>
  themes[kind][Number(month.slice(-1)) % 2 === 0 ? 0 : 1];

/** The challenges of these months and of the one after them, as an admin prepares them. */
export const preparedChallenges = (months: readonly [string, ...string[]]) =>
  [...months, monthAfter(months.at(-1)!)].flatMap((month) =>
    challengeKinds.map((kind) => {
      const { theme, description } = themeOf(kind, month);
      return { kind, month, theme, description };
    }),
  );
