/** An event as a client proposes it; `id` is a lower-case UUID, `json` what its content type says. */
export interface ProposedEvent {
  id: string;
  type: string;
  json: boolean;
  metadata: Uint8Array;
  data: Uint8Array;
}

/**
 * An event as the store keeps it. Positions rise from event to event with gaps, revisions count a stream's from 0;
 * `created` is in ticks of 100 ns since 1970, as a decimal.
 */
export interface RecordedEvent extends ProposedEvent {
  position: number;
  stream: string;
  revision: number;
  created: string;
}

/** What an event takes up beside its own bytes. */
const RECORD_BYTES = 120;

/**
 * How far behind the event before it an event stands. Positions are offsets, as if the log were one long file; a byte
 * of the id keeps events of one size from standing in equal steps, so that nobody learns to count them.
 */
export const extentOf = ({ id, metadata, data }: ProposedEvent) =>
  RECORD_BYTES + metadata.length + data.length + Number.parseInt(id.slice(0, 2), 16);

/** What readers need of a recorded event: where it stands, what filters look at, and the reply's bytes. */
export interface LogEntry {
  position: number;
  stream: string;
  revision: number;
  type: string;
  /** When it was stored, in ms since 1970. */
  createdMs: number;
  /** What it points at, where it is a link. */
  link: LinkTarget | undefined;
  bytes: Buffer;
}

/** The event that a link stands for. */
export interface LinkTarget {
  stream: string;
  revision: number;
}

/**
 * The revision of the event that ends a stream for ever; no other comes near it. On the wire it is 2^63 - 1, which a
 * number does not hold.
 */
export const TOMBSTONE = Number.MAX_SAFE_INTEGER;

/** Types that the protocol gives a meaning. */
export const LINK_TYPE = '$>';
export const METADATA_TYPE = '$metadata';
export const TOMBSTONE_TYPE = '$streamDeleted';

export const metastreamOf = (stream: string) => `$$${stream}`;

export const isMetastream = (stream: string) => stream.startsWith('$$');

/** The stream that a metastream speaks about. */
export const ownerOf = (metastream: string) => metastream.slice(2);

/** The revision a stream is expected to be at: one of these, or an exact revision from 0. */
export const NO_STREAM = -1;
export const ANY = -2;
export const STREAM_EXISTS = -4;
