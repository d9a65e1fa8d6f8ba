import type { models } from './policy.ts';

// Apart from the other rules, which every page loads.

/** How the built-in renderer draws a model's pictures. */
export const handOf: Readonly<Record<(typeof models)[number], string>> = {
  auto: 'As the subject asks for, without a manner of its own',
  realism: 'Photographic light: film grain, split tones, dark corners',
  fluid: 'Painterly: broad strokes, no fine grain',
  zen: 'A line drawing in ink, with a thin wash of color',
  flexible: 'Flat: cut from papers of a few tones',
  super_real: 'Crisp: every edge and texture stands out',
  editorial_portraits: 'Black and white, as magazines print',
};
