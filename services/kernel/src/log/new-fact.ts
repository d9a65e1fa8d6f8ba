import type { Fact, FactMetadata } from '@easel/contracts/kernel/event';

/** Exact, so that an append of unknown outcome can be looked for, and repeated without being stored twice. */
export type ExpectedRevision = 'none' | number;

/** A fact about to be appended. Its id settles it: the same id at the same expected revision is stored once. */
export interface NewFact<F extends Fact = Fact> {
  id: string;
  fact: F;
  metadata: FactMetadata;
}

export interface Appended {
  /** Of the last fact appended. */
  revision: number;
  position: bigint;
}
