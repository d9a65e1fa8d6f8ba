import type { EventRecord, eventsHttp } from '@easel/contracts/events/http';
import { streamsNamed } from '@easel/contracts/streams';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { EventLog } from '@easel/kernel/log/event-log';
import type * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { eventsModel } from './events-model.ts';
import { eventPage } from './events.queries.ts';
import type { tables } from './events.tables.ts';

type Named = Omit<z.output<typeof eventsHttp.named.reply>, 'success'>;

const POSITION = /^\d{1,19}$/;
const PLACE = new WrittenStatement('place of an event', { id: column.uuid }, (given) =>
  queriesOf<Database<typeof tables>>(eventsModel.schema)
    .selectFrom('event')
    .where('event_id', '=', given('id'))
    .select('position'),
);

/** Answers what in the log bears this id or name. */
export async function namedBy({ reads, log }: { reads: Reads; log: EventLog }, name: string): Promise<Named> {
  const streams: Named['streams'] = [];
  // One after the other: a store takes only so many calls at once.
  for (const one of streamsNamed(name)) if (await log.firstStored(one.stream)) streams.push(one);
  return { event: await eventNamed(reads, name), streams };
}

async function eventNamed(reads: Reads, name: string): Promise<EventRecord | null> {
  const position = POSITION.test(name) ? name : await placeOf(reads, name);
  if (position === undefined) return null;
  const { json } = await eventPage(reads, { id: [position] }, 1);
  return (JSON.parse(json) as EventRecord[])[0] ?? null;
}

async function placeOf(reads: Reads, name: string): Promise<string | undefined> {
  const [id] = uuidsOf([name]);
  return id === undefined ? undefined : (await PLACE.run(reads, { id }))[0]?.position;
}
