import { encodeDelivery } from './encode.ts';
import { StreamDeleted } from './errors.ts';
import { type LogEntry, NO_STREAM, TOMBSTONE } from './event.ts';
import { allBackwards, allForwards, type Feed, streamBackwards, streamForwards, walk } from './feed.ts';
import type { Head } from './heads.ts';
import type { Links } from './links.ts';
import type { PublishedLog } from './log.ts';
import type { Outgoing } from './outgoing.ts';
import { streamNotFound } from './read-replies.ts';
import type { ReadRequest } from './read-request.ts';
import { firstVisible, isVisible } from './retention.ts';
import type { Writer } from './writer.ts';

type BoundedRead = ReadRequest & { count: number };

export interface Sources {
  log: PublishedLog;
  writer: Writer;
  links: Links;
}

/** Streams.Read with a count: sends what is there when it begins, then ends. @throws StreamDeleted */
export async function read(sources: Sources, request: BoundedRead, out: Outgoing): Promise<void> {
  const { log, writer, links } = sources;
  const { stream } = request;
  if (stream === null) {
    await send(allFeed(log, request), request, links, out);
    return;
  }
  const head = await writer.headOf(stream);
  if (head.revision === TOMBSTONE) throw new StreamDeleted(stream);
  if (head.revision === NO_STREAM || head.retention.deleted) await out.send(streamNotFound(stream));
  else await send(streamFeed(log, stream, head, request), request, links, out);
}

/** Where a read begins, which entries it sends, and when it is past the last of them. */
interface Route {
  feed: Feed;
  from: number;
  shows: (entry: LogEntry) => boolean;
  ends: (entry: LogEntry) => boolean;
}

const always = () => true;
const never = () => false;

function allFeed(log: PublishedLog, { from, backwards }: ReadRequest): Route {
  const { head } = log;
  if (backwards) {
    // The one bound that is exclusive: a position backwards means what came before it.
    const start = from === 'start' ? 0 : from === 'end' ? head : Math.min(from - 1, head);
    return { feed: allBackwards(log), from: start, shows: always, ends: never };
  }
  const start = from === 'start' ? 1 : from === 'end' ? head + 1 : Math.max(from, 1);
  return { feed: allForwards(log), from: start, shows: always, ends: (entry) => entry.position > head };
}

function streamFeed(log: PublishedLog, stream: string, head: Head, { from, backwards }: ReadRequest): Route {
  const { revision: last } = head;
  const now = Date.now();
  const visible = (entry: LogEntry) => isVisible(entry, head, now);
  if (backwards) {
    const start = from === 'start' ? 0 : from === 'end' ? last : Math.min(from, last);
    // Behind the first that is too old the others are older still.
    return { feed: streamBackwards(log, stream), from: start, shows: always, ends: (entry) => !visible(entry) };
  }
  const start = from === 'start' ? 0 : from === 'end' ? last + 1 : from;
  const shows = head.retention.maxAgeMs === Infinity ? always : visible;
  const ends = (entry: LogEntry) => entry.revision > last;
  return { feed: streamForwards(log, stream, last), from: Math.max(start, firstVisible(head)), shows, ends };
}

async function send(route: Route, request: BoundedRead, links: Links, out: Outgoing): Promise<void> {
  const { feed, from, shows, ends } = route;
  const { count, filter } = request;
  let remaining = count;
  let examined = 0;
  let over = false;
  // Only a read that sends whatever it comes by knows beforehand how much that is.
  for await (const { entries } of walk(feed, from, filter || shows !== always ? Infinity : count)) {
    const chosen: LogEntry[] = [];
    for (const entry of entries) {
      if (remaining === 0 || ends(entry)) over = true;
      if (over) break;
      examined += 1;
      if (shows(entry) && (!filter || filter.matches(entry))) {
        remaining -= 1;
        chosen.push(entry);
      }
      if (filter && examined >= filter.maxWindow) over = true;
    }
    await sendEntries(chosen, request.resolveLinks ? links : undefined, out);
    if (over || remaining === 0 || out.over) return;
  }
}

/** @param links resolves links where it is given */
export async function sendEntries(entries: readonly LogEntry[], links: Links | undefined, out: Outgoing) {
  const resolved = links && entries.some((entry) => entry.link) ? await links.resolve(entries) : undefined;
  for (const [index, entry] of entries.entries()) {
    const delivery = resolved?.[index];
    if (out.over) return;
    if (!out.add(delivery ? encodeDelivery(delivery) : entry.bytes)) await out.room();
  }
  out.flush();
}
