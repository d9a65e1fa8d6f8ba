import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument } from './errors.ts';
import type { LogEntry } from './event.ts';

// What a filter without a window examines between two checkpoints, times its multiplier.
const DEFAULT_WINDOW = 32;

export interface Filter {
  matches(entry: LogEntry): boolean;
  /** Events examined at most by a plain read. */
  maxWindow: number;
  /** Events examined, matching or not, between two checkpoints of a subscription. */
  checkpointInterval: number;
}

/** @throws StoreError for a filter without an expression or with a bad one */
export function readFilter(options: ReadReq.Options.FilterOptions): Filter {
  const byStream = options.getStreamIdentifier();
  const expression = byStream ?? options.getEventType();
  if (!expression) throw invalidArgument('a filter is on stream names or on event types');
  const text = byStream ? (entry: LogEntry) => entry.stream : (entry: LogEntry) => entry.type;
  const accepts = matcher(expression);
  const multiplier = options.getCheckpointintervalmultiplier();
  if (multiplier < 1) throw invalidArgument('the checkpoint interval multiplier must be positive');
  return {
    matches: (entry) => accepts(text(entry)),
    maxWindow: options.hasMax() ? options.getMax() : Infinity,
    checkpointInterval: multiplier * (options.hasMax() ? options.getMax() : DEFAULT_WINDOW),
  };
}

function matcher(expression: ReadReq.Options.FilterOptions.Expression): (text: string) => boolean {
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  const source = expression.getRegex();
  if (source === '') throw invalidArgument('a filter needs a regular expression or prefixes');
  try {
    const regex = new RegExp(source);
    return (text) => regex.test(text);
  } catch {
    throw invalidArgument(`not a regular expression: ${source}`);
  }
}
