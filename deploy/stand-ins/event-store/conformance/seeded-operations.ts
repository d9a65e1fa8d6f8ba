import { createHash } from 'node:crypto';
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  binaryEvent,
  type Direction,
  DISPATCH_TO_SINGLE,
  END,
  type EventData,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  FORWARDS,
  jsonEvent,
  type JSONType,
  NO_STREAM,
  type PersistentSubscriptionToStreamSettings,
  PINNED,
  type ReadRevision,
  ROUND_ROBIN,
  START,
  STREAM_EXISTS,
  type StreamMetadata,
  streamNameFilter,
} from '@eventstore/db-client';
import { Dice } from './dice.ts';

/** What one step does; the fields after `op` stand in the order in which recordings list them. */
export type Operation =
  | {
      op: 'append';
      stream: string;
      events: readonly EventData[];
      expectedRevision: AppendExpectedRevision;
      plainly: boolean;
      quietly: boolean;
    }
  | { op: 'again'; stream: string; expectedRevision: AppendExpectedRevision; plainly: boolean }
  | { op: 'big'; stream: string; characters: number; plainly: boolean }
  | { op: 'link'; stream: string; to: string; revision: number }
  | { op: 'remove' | 'tombstone'; stream: string; expectedRevision: AppendExpectedRevision }
  | { op: 'setMetadata'; stream: string; metadata: StreamMetadata; expectedRevision: AppendExpectedRevision }
  | { op: 'getMetadata'; stream: string }
  | {
      op: 'read';
      stream: string;
      direction: Direction;
      fromRevision: ReadRevision;
      maxCount: number;
      resolveLinkTos: boolean;
    }
  | { op: 'readMeta'; stream: string; direction: Direction }
  | { op: 'readAll'; direction: Direction; maxCount: number; resolveLinkTos: boolean }
  /** From the position of an event that the last whole reading of $all showed. */
  | { op: 'readAllFrom'; nth: number; direction: Direction }
  | { op: 'subscribe'; stream: string; fromRevision: ReadRevision; resolveLinkTos: boolean }
  | { op: 'subscribeAll'; filter: Filter; nth: number; fromStart: boolean }
  | { op: 'group'; stream: string; group: string; action: GroupAction; settings: GroupSettings }
  | { op: 'work'; stream: string; group: string; answer: Answer };

type GroupAction = 'create' | 'update' | 'delete' | 'info';
type GroupSettings = Partial<PersistentSubscriptionToStreamSettings>;
/** What a subscriber of a group does with every message it gets. */
export type Answer = 'ack' | 'park' | 'skip' | 'retry';

const STEPS = 60;
const GROUP = 'g0';

/** The name that all streams of a seed begin with, so that stores may be shared. */
export const prefixOf = (seed: number) => `k${seed}-`;

/** An id that is the same in each run. */
export function seededId(seed: number, name: string | number): string {
  const hex = createHash('sha1').update(`${seed}/${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Lists what a seed does. Recordings are of these very operations: each draw, its order and its weight are part of
 * them, and a change here makes every recording worthless.
 */
export function seededOperations(seed: number): Operation[] {
  const dice = new Dice(seed);
  const prefix = prefixOf(seed);
  const streams = [0, 1, 2, 3].map((index) => `${prefix}${index}`);
  const usedIds: string[] = [];

  const stream = () => dice.one(streams);
  const groupedStream = () => dice.one(streams.slice(0, 2));
  const direction = () => dice.one<Direction>([FORWARDS, BACKWARDS]);
  const expectedRevision = (): AppendExpectedRevision =>
    dice.one([ANY, ANY, ANY, ANY, NO_STREAM, STREAM_EXISTS, BigInt(dice.below(4)), BigInt(dice.below(10))]);

  const eventId = () => {
    if (usedIds.length > 0 && dice.chance(0.12)) return dice.one(usedIds);
    const id = seededId(seed, usedIds.length + 1);
    usedIds.push(id);
    return id;
  };
  const event = (): EventData => {
    const id = eventId();
    const type = dice.one(['Painted', 'Sold', 'Moved', 'x']);
    const metadata = dice.chance(0.3) ? { by: dice.below(9) } : undefined;
    if (dice.chance(0.85)) {
      // The client takes null, though its types do not.
      const data = dice.one<unknown>([
        { n: dice.below(99) },
        { text: 'ä€😀' },
        {},
        [1, 2],
        'word',
        null,
        7,
      ]) as JSONType;
      return jsonEvent({ id, type, data, ...(metadata && { metadata }) });
    }
    const data = Buffer.from([dice.below(255), 0, 255]);
    return binaryEvent({ id, type, data, ...(metadata && { metadata: Buffer.from('m') }) });
  };

  const operations: [weight: number, draw: () => Operation][] = [
    [
      10,
      () => ({
        op: 'append',
        stream: stream(),
        events: Array.from({ length: dice.below(4) }, event),
        expectedRevision: expectedRevision(),
        plainly: dice.chance(0.5),
        quietly: dice.chance(0.3),
      }),
    ],
    [2, () => ({ op: 'again', stream: stream(), expectedRevision: expectedRevision(), plainly: dice.chance(0.5) })],
    [
      0.2,
      () => ({ op: 'big', stream: stream(), characters: 1_000_000 + dice.below(120_000), plainly: dice.chance(0.5) }),
    ],
    [2, () => ({ op: 'link', stream: stream(), to: stream(), revision: dice.below(8) })],
    [1.2, () => ({ op: 'remove', stream: stream(), expectedRevision: expectedRevision() })],
    [0.4, () => ({ op: 'tombstone', stream: stream(), expectedRevision: expectedRevision() })],
    [
      1.5,
      () => ({
        op: 'setMetadata',
        stream: stream(),
        metadata: dice.one<StreamMetadata>([
          { maxCount: 1 + dice.below(4) },
          { truncateBefore: dice.below(8) },
          { maxAge: 100_000 },
          { cacheControl: 9 },
          { mine: 'x' },
          { acl: { readRoles: ['$all'] } },
          {},
        ]),
        expectedRevision: dice.chance(0.7) ? ANY : expectedRevision(),
      }),
    ],
    [2, () => ({ op: 'getMetadata', stream: stream() })],
    [
      7,
      () => ({
        op: 'read',
        stream: stream(),
        direction: direction(),
        fromRevision: dice.one<ReadRevision>([START, END, START, BigInt(dice.below(14))]),
        maxCount: dice.one([1, 2, 3, 100, 1000]),
        resolveLinkTos: dice.chance(0.4),
      }),
    ],
    [0.7, () => ({ op: 'readMeta', stream: stream(), direction: direction() })],
    [
      2,
      () => ({
        op: 'readAll',
        direction: direction(),
        maxCount: dice.one([1, 3, 1000]),
        resolveLinkTos: dice.chance(0.3),
      }),
    ],
    [2.5, () => ({ op: 'readAllFrom', nth: dice.below(50), direction: direction() })],
    [
      1,
      () => ({
        op: 'subscribe',
        stream: stream(),
        fromRevision: dice.one<ReadRevision>([START, END, BigInt(dice.below(6))]),
        resolveLinkTos: dice.chance(0.4),
      }),
    ],
    [
      0.8,
      () => ({
        op: 'subscribeAll',
        filter: dice.one<Filter>([
          streamNameFilter({ prefixes: [prefix] }),
          streamNameFilter({ regex: `^${prefix}[01]$` }),
          eventTypeFilter({ prefixes: ['Pai', 'Mov'] }),
          eventTypeFilter({ regex: '^S' }),
          excludeSystemEvents(),
        ]),
        nth: dice.below(50),
        fromStart: dice.chance(0.5),
      }),
    ],
    [
      1.6,
      () => ({
        op: 'group',
        stream: groupedStream(),
        group: GROUP,
        action: dice.one<GroupAction>(['create', 'create', 'create', 'update', 'delete', 'info', 'info']),
        settings: {
          startFrom: dice.one<ReadRevision>([START, END, BigInt(dice.below(4))]),
          resolveLinkTos: dice.chance(0.4),
          maxRetryCount: dice.below(3),
          messageTimeout: 30_000,
          consumerStrategyName: dice.one([ROUND_ROBIN, DISPATCH_TO_SINGLE, PINNED]),
        },
      }),
    ],
    [
      1.2,
      () => ({
        op: 'work',
        stream: groupedStream(),
        group: GROUP,
        answer: dice.one<Answer>(['ack', 'park', 'skip', 'retry']),
      }),
    ],
  ];
  return Array.from({ length: STEPS }, () => dice.weighted(operations)());
}
