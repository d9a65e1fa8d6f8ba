import {
  ballBloom,
  blossomBloom,
  full,
  lilyBloom,
  poppyBloom,
  rayed,
  spikeBloom,
  tulipBloom,
  type Bloom,
} from './flowers.ts';
import type { LeafKind } from './leaves.ts';

export interface Species {
  readonly natural: readonly [string, ...string[]];
  readonly leaf: LeafKind;
  /** Of a flower beside the others. */
  readonly size: number;
  /** Grows upright and is drawn from the side: it cannot be laid flat into a wreath. */
  readonly upright: boolean;
  readonly bloom: Bloom;
}

export const species = {
  rose: {
    natural: ['#c8506a', '#d9788a', '#b02a42', '#efc4b8'],
    leaf: 'oval',
    size: 1,
    upright: false,
    bloom: full(8, 5, 0.045, 0.3),
  },
  peony: {
    natural: ['#e8a0b4', '#f2c6cc', '#d0607f', '#f6e6dc'],
    leaf: 'narrow',
    size: 1.15,
    upright: false,
    bloom: full(9, 8, 0.12, 0.26),
  },
  ranunculus: {
    natural: ['#f0a060', '#f4d0a0', '#e87a6a', '#f6ead4'],
    leaf: 'oval',
    size: 0.85,
    upright: false,
    bloom: full(11, 7, 0.022, 0.14),
  },
  poppy: {
    natural: ['#d8402c', '#e86a3a', '#f0a078'],
    leaf: 'narrow',
    size: 1,
    upright: false,
    bloom: poppyBloom,
  },
  daisy: {
    natural: ['#f6f0e4', '#f4e6da'],
    leaf: 'blade',
    size: 0.75,
    upright: false,
    bloom: rayed({ rings: 2, petals: 15, breadth: 0.24, pointed: 0, eye: 0.27, eyeColours: ['#f0b020', '#c87a1c'] }),
  },
  sunflower: {
    natural: ['#f2b020', '#eca01c'],
    leaf: 'heart',
    size: 1.35,
    upright: false,
    bloom: rayed({ rings: 2, petals: 19, breadth: 0.27, pointed: 1, eye: 0.44, eyeColours: ['#3a2412', '#8a5a20'] }),
  },
  anemone: {
    natural: ['#4f5fb0', '#8a4f9a', '#e8e0ea', '#c84a6a'],
    leaf: 'fern',
    size: 0.95,
    upright: false,
    bloom: rayed({ rings: 2, petals: 8, breadth: 0.6, pointed: 0.2, eye: 0.2, eyeColours: ['#16121e', '#3a2f4a'] }),
  },
  dahlia: {
    natural: ['#b0324a', '#e07a4a', '#d99ab0', '#7a2a5a'],
    leaf: 'oval',
    size: 1.1,
    upright: false,
    bloom: rayed({ rings: 7, petals: 17, breadth: 0.3, pointed: 0.8, eye: 0.06, eyeColours: ['#e0a040', '#a8502c'] }),
  },
  blossom: {
    natural: ['#f6d0d8', '#f8e4e4', '#f0b4c4'],
    leaf: 'oval',
    size: 0.6,
    upright: false,
    bloom: blossomBloom,
  },
  lily: {
    natural: ['#f4e8e0', '#f0b8a0', '#e8845a', '#f0c8d8'],
    leaf: 'blade',
    size: 1.15,
    upright: false,
    bloom: lilyBloom,
  },
  tulip: {
    natural: ['#d84a4a', '#f0b040', '#e88aa0', '#8a3f7a'],
    leaf: 'blade',
    size: 0.95,
    upright: true,
    bloom: tulipBloom,
  },
  lavender: {
    natural: ['#7a62b0', '#8f7ac4'],
    leaf: 'blade',
    size: 0.8,
    upright: true,
    bloom: spikeBloom,
  },
  hydrangea: {
    natural: ['#7f9ad0', '#a48fc8', '#c8a0c0'],
    leaf: 'heart',
    size: 1.2,
    upright: false,
    bloom: ballBloom,
  },
} as const satisfies Record<string, Species>;
export type SpeciesName = keyof typeof species;
