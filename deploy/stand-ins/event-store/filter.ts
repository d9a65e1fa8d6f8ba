import type { CreateReq } from '@eventstore/db-client/generated/persistent_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument } from './errors.ts';
import type { LogEntry } from './event.ts';

// What a filter without a window examines between two checkpoints, times its multiplier.
const DEFAULT_WINDOW = 32;

/** A filter as it was asked for. */
export interface FilterSpec {
  on: 'stream' | 'type';
  /** Where there are none, the expression counts. */
  prefixes: readonly string[];
  regex: string;
  /** Events examined at most by a plain read, and part of the checkpoint interval. */
  window: number | null;
  multiplier: number;
}

/** How requests of several kinds carry a filter. */
type FilterOptions = ReadReq.Options.FilterOptions | CreateReq.AllOptions.FilterOptions;

export interface Filter {
  matches(entry: LogEntry): boolean;
  /** Events examined at most by a plain read. */
  maxWindow: number;
  /** Events examined, matching or not, between two checkpoints of a subscription. */
  checkpointInterval: number;
}

/** @throws StoreError for a filter on nothing */
export function filterSpec(options: FilterOptions): FilterSpec {
  const byStream = options.getStreamIdentifier();
  const expression = byStream ?? options.getEventType();
  if (!expression) throw invalidArgument('a filter is on stream names or on event types');
  return {
    on: byStream ? 'stream' : 'type',
    prefixes: expression.getPrefixList(),
    regex: expression.getRegex(),
    window: options.hasMax() ? options.getMax() : null,
    multiplier: options.getCheckpointintervalmultiplier(),
  };
}

/** @throws StoreError for a filter without an expression or with a bad one */
export function makeFilter(spec: FilterSpec): Filter {
  const { on, window, multiplier } = spec;
  const accepts = matcher(spec);
  if (multiplier < 1) throw invalidArgument('the checkpoint interval multiplier must be positive');
  return {
    matches: on === 'stream' ? (entry) => accepts(entry.stream) : (entry) => accepts(entry.type),
    maxWindow: window ?? Infinity,
    checkpointInterval: multiplier * (window ?? DEFAULT_WINDOW),
  };
}

function matcher({ prefixes, regex: source }: FilterSpec): (text: string) => boolean {
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  if (source === '') throw invalidArgument('a filter needs a regular expression or prefixes');
  try {
    const regex = new RegExp(source);
    return (text) => regex.test(text);
  } catch {
    throw invalidArgument(`not a regular expression: ${source}`);
  }
}
