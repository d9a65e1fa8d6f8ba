import type { FilterSpec } from '../filter.ts';

export const STRATEGIES = ['DispatchToSingle', 'RoundRobin', 'Pinned'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/** How a persistent subscription behaves, as its creator wants it. */
export interface GroupSettings {
  resolveLinks: boolean;
  extraStatistics: boolean;
  /** 0 waits for ever. */
  messageTimeoutMs: number;
  maxRetryCount: number;
  checkpointAfterMs: number;
  /** Events handled at least before the time for a checkpoint counts, and at most before it is written anyway. */
  minCheckpointCount: number;
  maxCheckpointCount: number;
  /** 0 admits any number. */
  maxSubscriberCount: number;
  /** Events held ready while it keeps up with the log, and while it is behind. */
  liveBufferSize: number;
  historyBufferSize: number;
  readBatchSize: number;
  strategy: StrategyName;
}

/** A persistent subscription as the log keeps it. */
export interface GroupConfig {
  /** Tells it from another of the same name that was deleted; its checkpoint goes by it. */
  id: string;
  /** Null for $all. */
  stream: string | null;
  group: string;
  /** As asked for; a revision or a position, inclusive. */
  start: number | 'start' | 'end';
  /** What that came to when it was created: the first revision or position to be considered. */
  from: number;
  filter: FilterSpec | null;
  /** How often it was updated: it begins anew each time, though nothing may have changed. */
  updates?: number;
  settings: GroupSettings;
}

export const sourceName = (stream: string | null) => stream ?? '$all';

export const fullName = ({ stream, group }: Pick<GroupConfig, 'stream' | 'group'>) => `${sourceName(stream)}::${group}`;

/** Where messages of a group go that nobody could handle. */
export const parkedStreamOf = (config: Pick<GroupConfig, 'stream' | 'group'>) =>
  `$persistentsubscription-${fullName(config)}-parked`;
