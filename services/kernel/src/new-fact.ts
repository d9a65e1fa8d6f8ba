import type { Fact, FactMetadata } from '@easel/contracts/kernel/event';

export type ExpectedRevision = 'none' | 'any' | number;

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
