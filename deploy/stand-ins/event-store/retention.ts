import { isMetastream, METADATA_TYPE, type ProposedEvent } from './event.ts';
import { systemEvent } from './system-event.ts';

/** Which events of a stream are still to be seen, as its metadata says. `$all` shows the others all the same. */
export interface Retention {
  /** Events before this revision are gone. */
  truncateBefore: number;
  /** How many of the last events stay. */
  maxCount: number;
  maxAgeMs: number;
  /** Of a stream that was deleted, but not for ever: its other metadata. */
  deleted: Metadata | undefined;
}

type Metadata = Readonly<Record<string, unknown>>;

export const KEEP_ALL: Retention = { truncateBefore: 0, maxCount: Infinity, maxAgeMs: Infinity, deleted: undefined };

/** Of a metastream only the last word counts. */
export const KEEP_LAST: Retention = { ...KEEP_ALL, maxCount: 1 };

/** `$tb` of a deleted stream. It is written as text: a number would come out as 2^63. */
const DELETED = '9223372036854775807';

/** What the metadata of a stream says; what is not understood keeps everything. */
export function readRetention(data: Uint8Array): Retention {
  const metadata = readMetadata(data);
  if (!metadata) return KEEP_ALL;
  const { $tb, ...others } = metadata;
  return {
    truncateBefore: Math.min(count($tb) ?? 0, Number.MAX_SAFE_INTEGER),
    maxCount: count(metadata.$maxCount) ?? Infinity,
    maxAgeMs: (count(metadata.$maxAge) ?? Infinity) * 1_000,
    deleted: (count($tb) ?? 0) >= Number(DELETED) ? others : undefined,
  };
}

/** What a metastream's owner keeps; of a metastream itself that is not for anybody to say. */
export const retentionOf = (stream: string, metadata: Uint8Array | null): Retention =>
  isMetastream(stream) ? KEEP_LAST : metadata ? readRetention(metadata) : KEEP_ALL;

/** The metadata event that deletes a stream until somebody appends to it again. */
export const deletion = (): ProposedEvent => systemEvent(METADATA_TYPE, `{"$tb":${DELETED}}`);

/** The metadata event that brings a deleted stream back from `revision` on, its other metadata kept. */
export const recreation = (metadata: Metadata, revision: number): ProposedEvent =>
  systemEvent(METADATA_TYPE, JSON.stringify({ ...metadata, $tb: revision }));

interface StreamEnd {
  revision: number;
  retention: Retention;
}

/** The first revision that age does not hide. */
export const firstVisible = ({ revision, retention }: StreamEnd) =>
  Math.max(retention.truncateBefore, revision + 1 - retention.maxCount);

export const isVisible = (entry: { revision: number; createdMs: number }, end: StreamEnd, nowMs: number) =>
  entry.revision >= firstVisible(end) && entry.createdMs >= nowMs - end.retention.maxAgeMs;

function count(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** The metadata that an event's data hold; undefined where they hold something else. */
export function readMetadata(data: Uint8Array): Metadata | undefined {
  try {
    const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
