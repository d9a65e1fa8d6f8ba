import { type LinkTarget, TOMBSTONE } from './event.ts';

const LINK = /^(\d+)@(.+)$/s;

/** What the data of a link says, `revision@stream`; undefined where it says something else. */
export function linkTarget(data: Uint8Array): LinkTarget | undefined {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  const [, revision, stream] = LINK.exec(text) ?? [];
  if (revision === undefined || stream === undefined) return undefined;
  return { revision: Number(revision), stream };
}

/** The data of a link to an event. */
export const linkData = ({ revision, stream }: LinkTarget): string =>
  `${revision === TOMBSTONE ? '9223372036854775807' : revision}@${stream}`;
