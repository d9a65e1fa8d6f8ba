import type { Reading } from './reading.ts';

/** What a member reads before agreeing to a picture of something else. */
export function notUnderstoodText({ drawn, instead, missing }: Reading): string {
  const unknown = missing.length > 0 ? `: ${missing.join(', ')}` : ' all of this prompt';
  const would = [...drawn, ...instead].join(', ');
  return `Easel’s built-in renderer does not know${unknown}. It would draw ${would} instead.`;
}
