import type { LogEntry } from './event.ts';
import { allBackwards, allForwards, type Feed, streamBackwards, streamForwards, walk } from './feed.ts';
import type { PublishedLog } from './log.ts';
import type { Outgoing } from './outgoing.ts';
import { streamNotFound } from './read-replies.ts';
import type { ReadRequest } from './read-request.ts';
import type { Writer } from './writer.ts';

type BoundedRead = ReadRequest & { count: number };

/** Streams.Read with a count: sends what is there when it begins, then ends. */
export async function read(log: PublishedLog, writer: Writer, request: BoundedRead, out: Outgoing): Promise<void> {
  if (request.stream === null) {
    await send(allFeed(log, request), request, out);
    return;
  }
  const head = await writer.headOf(request.stream);
  if (head < 0) await out.send(streamNotFound(request.stream));
  else await send(streamFeed(log, request.stream, head, request), request, out);
}

/** Where a read begins, and the last entry it may send. */
interface Route {
  feed: Feed;
  from: number;
  within: (entry: LogEntry) => boolean;
}

function allFeed(log: PublishedLog, { from, backwards }: ReadRequest): Route {
  const { head } = log;
  if (backwards) {
    // The one bound that is exclusive: a position backwards means what came before it.
    const start = from === 'start' ? 0 : from === 'end' ? head : Math.min(from - 1, head);
    return { feed: allBackwards(log), from: start, within: () => true };
  }
  const start = from === 'start' ? 1 : from === 'end' ? head + 1 : Math.max(from, 1);
  return { feed: allForwards(log), from: start, within: (entry) => entry.position <= head };
}

function streamFeed(log: PublishedLog, stream: string, head: number, { from, backwards }: ReadRequest): Route {
  if (backwards) {
    const start = from === 'start' ? 0 : from === 'end' ? head : Math.min(from, head);
    return { feed: streamBackwards(log, stream), from: start, within: () => true };
  }
  const start = from === 'start' ? 0 : from === 'end' ? head + 1 : from;
  return { feed: streamForwards(log, stream), from: start, within: (entry) => entry.revision <= head };
}

async function send({ feed, from, within }: Route, { count, filter }: BoundedRead, out: Outgoing): Promise<void> {
  let remaining = count;
  let examined = 0;
  for await (const { entries } of walk(feed, from, filter ? Infinity : count)) {
    for (const entry of entries) {
      if (remaining === 0 || out.over || !within(entry)) return;
      examined += 1;
      if (!filter || filter.matches(entry)) {
        remaining -= 1;
        if (!out.add(entry.bytes)) await out.room();
      }
      if (filter && examined >= filter.maxWindow) return;
    }
    out.flush();
  }
}
