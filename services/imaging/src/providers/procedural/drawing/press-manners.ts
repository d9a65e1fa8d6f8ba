import type { Style } from '@easel/contracts/generation/policy';
import type { Finish } from './develop.ts';

/** How a picture of flat shapes is made. Each style has its own press. */
export interface Manner {
  /** Share of the ink that the paper's tooth keeps off. */
  readonly wear: number;
  /** How far plates stand from each other, in units. */
  readonly misregistration: number;
  /** How dark a sheet's shadow is on the one below; 0 where all is printed on one. */
  readonly shadow: number;
  readonly fade: 'stipple' | 'smooth' | 'dots' | 'none';
  readonly outline: number;
  /** Fills are lightened to a tint, lines carry the drawing. */
  readonly drafted: boolean;
  readonly fibre: number;
  readonly brushed: boolean;
  readonly ground: 'paper' | 'dark' | 'white';
  readonly finish: Partial<Finish>;
}

const screenPrint: Manner = {
  wear: 0.3,
  misregistration: 0.0016,
  shadow: 0,
  fade: 'stipple',
  outline: 0,
  drafted: false,
  fibre: 0.05,
  brushed: false,
  ground: 'paper',
  finish: { vignette: 0.05, grain: 1.6 },
};
const cutPaper: Manner = {
  ...screenPrint,
  wear: 0,
  misregistration: 0,
  shadow: 0.62,
  fade: 'smooth',
  fibre: 0.085,
  finish: { vignette: 0.14, grain: 1.2 },
};
export const manners: Record<Style, Manner> = {
  auto: screenPrint,
  photorealistic: cutPaper,
  cinematic: { ...cutPaper, shadow: 0.8, ground: 'dark', fibre: 0.05, finish: { vignette: 0.42, grain: 2.4 } },
  artistic: { ...screenPrint, wear: 0.75, misregistration: 0.005, brushed: true, fibre: 0.1 },
  anime: { ...screenPrint, wear: 0, misregistration: 0, fade: 'dots', outline: 0.0052, fibre: 0 },
  portrait: { ...cutPaper, shadow: 0.34, fade: 'smooth', fibre: 0.04 },
  landscape: { ...screenPrint, wear: 0.16, misregistration: 0.0028, fibre: 0.08, finish: { vignette: 0.16 } },
  product: { ...cutPaper, shadow: 0.4, ground: 'white', fibre: 0.02, finish: { vignette: 0.06, grain: 0.5 } },
  architecture: { ...screenPrint, wear: 0.1, drafted: true, outline: 0.003, misregistration: 0, fibre: 0.07 },
};
