import { createHash } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { SearchFact } from '@easel/contracts/search/events';
import { searchesStream } from '@easel/contracts/search/stream';
import { rgbaToThumbHash } from 'thumbhash';
import type { Recorder } from '../../testing/recorded.ts';

/** Returns the searches of so many members for the same words on one day; they count where these are verified. */
export const searchedBy = (
  recorder: Recorder,
  callers: number,
  words: string,
  day: string,
  verified = true,
): Recorded[] =>
  Array.from({ length: callers }, (_, caller) =>
    recorder.record<SearchFact>(searchesStream.nameOf(day), {
      type: 'SearchPerformed',
      data: { day, words, mark: markOf(`${day} ${words} ${caller}`), ...(verified && { counts: true as const }) },
    }),
  );

/** Returns the event by which the first of those searches counts no more. */
export const withdrawn = (recorder: Recorder, words: string, day: string): Recorded =>
  recorder.record<SearchFact>(searchesStream.nameOf(day), {
    type: 'SearchWithdrawn',
    data: { day, words, mark: markOf(`${day} ${words} 0`) },
  });

const markOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The thumbhash of a picture of one colour. */
export function flatHash(red: number, green: number, blue: number): string {
  const rgba = new Uint8Array(16 * 16 * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([red, green, blue, 255], at);
  return Buffer.from(rgbaToThumbHash(16, 16, rgba)).toString('base64');
}
