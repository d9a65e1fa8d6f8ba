import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument, unimplemented } from './errors.ts';
import { type Filter, filterSpec, makeFilter } from './filter.ts';
import { streamName } from './proposed.ts';

/** What Streams.Read was asked for. */
export interface ReadRequest {
  /** A stream's name, or null for $all. */
  stream: string | null;
  /** A revision of the stream, a position of $all. */
  from: number | 'start' | 'end';
  backwards: boolean;
  /** How many events, or undefined for a subscription. */
  count: number | undefined;
  filter: Filter | undefined;
  resolveLinks: boolean;
}

/** @throws StoreError for what the protocol does not allow, and for what this store does not do */
export function readRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions();
  if (!options) throw invalidArgument('a read needs options');
  const stream = options.getStream();
  const all = options.getAll();
  if (!stream && !all) throw invalidArgument('a read is of a stream or of $all');
  if (!options.hasCount() && !options.hasSubscription()) throw invalidArgument('a read needs a count');
  if (options.getUuidOption()?.hasStructured()) throw unimplemented('ids are sent as text');

  const filter = options.getFilter();
  if (filter && stream) throw invalidArgument('only $all is filtered');
  const backwards = options.getReadDirection() === 1;
  if (backwards && options.hasSubscription()) throw invalidArgument('a subscription goes forwards');
  return {
    stream: stream ? streamName(stream.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array()) : null,
    from: stream ? streamStart(stream) : allStart(all),
    backwards,
    count: options.hasSubscription() ? undefined : counter(options.getCount()),
    filter: filter && makeFilter(filterSpec(filter)),
    resolveLinks: options.getResolveLinks(),
  };
}

function streamStart(options: ReadReq.Options.StreamOptions): ReadRequest['from'] {
  if (options.hasRevision()) return counter(options.getRevision());
  return options.hasEnd() ? 'end' : 'start';
}

function allStart(options: ReadReq.Options.AllOptions | undefined): ReadRequest['from'] {
  const position = options?.getPosition();
  if (position) return counter(position.getCommitPosition());
  return options?.hasEnd() ? 'end' : 'start';
}

/** A decimal uint64 as a number; nothing the store counts comes near the largest safe one. */
function counter(decimal: string): number {
  return Math.min(Number(decimal), Number.MAX_SAFE_INTEGER);
}
