import type { Config } from '../config.ts';
import { eventStoreName } from './event-store-address.ts';
import { givenEventStore } from './event-store-probe.ts';
import { givenNats } from './nats-probe.ts';
import { databaseName, givenPostgres } from './postgres-probe.ts';
import type { Given } from './probe.ts';

/** The servers that the environment names, to be waited for. */
export function givenServers({ eventStoreUrl, databaseUrl, natsUrl }: Config): Given[] {
  return [
    ...(eventStoreUrl === undefined ? [] : [givenEventStore(eventStoreUrl)]),
    ...(databaseUrl === undefined ? [] : [givenPostgres(databaseUrl)]),
    ...(natsUrl === undefined ? [] : [givenNats(natsUrl)]),
  ];
}

/** Parts that are not started here, for people; NATS is told of as the bus. */
export function givenParts({ eventStoreUrl, databaseUrl }: Config): { part: string; name: string }[] {
  return [
    ...(eventStoreUrl === undefined ? [] : [{ part: 'Event store', name: eventStoreName(eventStoreUrl) }]),
    ...(databaseUrl === undefined ? [] : [{ part: 'Database', name: databaseName(databaseUrl) }]),
  ];
}
