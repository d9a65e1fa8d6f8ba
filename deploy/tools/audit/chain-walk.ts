import type { Recorded } from '@easel/contracts/kernel/event';
import { CHAIN_START, hashOf } from '@easel/kernel/proof/hash-chain';
import { short } from './finding.ts';

export interface ChainBreak {
  why: 'changed' | 'missing' | 'swapped' | 'inserted' | 'order';
  /** The place itself; `changed` names the fact that was changed, not the one after it whose link shows it. */
  revision: number;
  message: string;
  /** What stands there. */
  fact?: Recorded;
}

/** A fact as it stands in its chain. */
export interface Link {
  fact: Recorded;
  hash: string;
}

/**
 * Walks one chain in order. A fact is handed out once the link of the one after it says that it is unchanged, the last
 * one for lack of another; the walk ends at the first break and tells which fact it is.
 */
export class ChainWalk {
  /** Facts read so far; those before a break for a chain that has one. */
  length = 0;
  broken: ChainBreak | undefined;

  constructor(private readonly stored: AsyncIterable<Recorded>) {}

  async *links(): AsyncGenerator<Link, void, void> {
    let before: Link | undefined;
    for await (const [fact, next] of withNext(this.stored)) {
      this.broken = breakAt(before, fact, next);
      if (this.broken) {
        // What the break does not concern is as good as it was.
        if (before && this.broken.revision > before.fact.revision) yield before;
        return;
      }
      if (before) yield before;
      before = { fact, hash: hashOf(fact) };
      this.length += 1;
    }
    if (before) yield before;
  }
}

/** Undefined where the fact follows from the one before. */
function breakAt(before: Link | undefined, fact: Recorded, next: Recorded | undefined): ChainBreak | undefined {
  const expected = before ? before.fact.revision + 1 : 0;
  const last = before ? `@${before.fact.revision}` : 'the beginning';
  if (fact.revision !== expected) {
    const gone = fact.revision - expected;
    const message = `${gone === 1 ? 'a fact is' : `${gone} facts are`} gone: after ${last} comes @${fact.revision}`;
    return { why: 'missing', revision: expected, message };
  }
  const head = before?.hash ?? CHAIN_START;
  if (linkOf(fact) === head) return before && orderBreak(before.fact, fact);
  return swapped(head, fact, next) ?? renumbered(before, fact, next) ?? changed(before, fact, next);
}

/** Positions are not part of a fact's hash; within a stream they only grow. */
function orderBreak(before: Recorded, fact: Recorded): ChainBreak | undefined {
  if (fact.position > before.position) return undefined;
  const message = `it stands at position ${fact.position} of the log, before @${before.revision} at ${before.position}`;
  return { why: 'order', revision: fact.revision, message, fact };
}

/** Two neighbours that would be a chain the other way round. */
function swapped(head: string, fact: Recorded, next: Recorded | undefined): ChainBreak | undefined {
  if (!next || linkOf(next) !== head) return undefined;
  if (linkOf(fact) !== hashOf({ ...next, revision: fact.revision })) return undefined;
  const { revision } = fact;
  const message = `it and @${next.revision} stand in each other’s place: ${fact.type} ${fact.id}, ${next.type} ${next.id}`;
  return { why: 'swapped', revision, message, fact };
}

/** One taken out or put in, and those behind it numbered anew so that no gap shows. */
function renumbered(before: Link | undefined, fact: Recorded, next: Recorded | undefined): ChainBreak | undefined {
  if (before && linkOf(fact) === linkOf(before.fact)) {
    const { fact: added } = before;
    const message = `${added.type} ${added.id} was put in: @${fact.revision} follows from the fact before it`;
    return { why: 'inserted', revision: added.revision, message, fact: added };
  }
  if (next && linkOf(next) === hashOf({ ...fact, revision: fact.revision + 1 })) {
    const message = `a fact is gone and those behind it were numbered anew: ${fact.type} ${fact.id} was @${fact.revision + 1}`;
    return { why: 'missing', revision: fact.revision, message };
  }
  return undefined;
}

/** The link after a fact tells whether it is that fact's own link that does not fit, or the fact that it points at. */
function changed(before: Link | undefined, fact: Recorded, next: Recorded | undefined): ChainBreak {
  const ownFault = !before || (next !== undefined && linkOf(next) !== hashOf(fact));
  if (ownFault) {
    const head = before?.hash ?? CHAIN_START;
    const message = `${fact.type} ${fact.id} was changed: it is linked to ${short(linkOf(fact))}, the one before is ${short(head)}`;
    return { why: 'changed', revision: fact.revision, message, fact };
  }
  const { fact: suspect, hash } = before;
  const message = `${suspect.type} ${suspect.id} was changed: it hashes to ${short(hash)}, @${fact.revision} was linked to ${short(linkOf(fact))}`;
  return { why: 'changed', revision: suspect.revision, message, fact: suspect };
}

const linkOf = ({ metadata }: Recorded): string | undefined => metadata.previousHash;

async function* withNext<T>(items: AsyncIterable<T>): AsyncGenerator<[T, T | undefined], void, void> {
  let held: { item: T } | undefined;
  for await (const item of items) {
    if (held) yield [held.item, item];
    held = { item };
  }
  if (held) yield [held.item, undefined];
}
