import { hash as digestOf } from 'node:crypto';
import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import canonicalize from 'canonicalize';
import type { NewFact } from '../log/new-fact.ts';

/** What the first fact of a chain points at. */
export const CHAIN_START = '0'.repeat(64);

/** The one text that equal values have (RFC 8785). */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? '';

/** SHA-256, in hex. */
export const hashOfText = (text: string): string => digestOf('sha256', text);

/** A fact as it is stored, as far as its chain goes. */
export interface ChainedFact {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: unknown;
  metadata: FactMetadata;
}

/**
 * SHA-256, in hex, over the canonical JSON of a fact as it is stored: its link to the fact before and its mac included.
 */
export function hashOf(fact: ChainedFact): string {
  const { stream, revision, id, type, data, metadata } = fact;
  return hashOfText(canonicalJson({ stream, revision, id, type, data, metadata }));
}

/** Links encoded facts to the head they will follow, gives each its mac, and answers them and the new head. */
export function link(
  stream: string,
  head: { revision: number; hash: string },
  facts: readonly NewFact[],
  macOf: (fact: ChainedFact) => string,
): { facts: NewFact[]; hash: string } {
  let { revision, hash } = head;
  const linked = facts.map((entry) => {
    revision += 1;
    const { id, fact } = entry;
    const linked = { ...entry.metadata, previousHash: hash };
    const chained = { stream, revision, id, type: fact.type, data: fact.data, metadata: linked };
    const metadata = { ...linked, mac: macOf(chained) };
    hash = hashOf({ ...chained, metadata });
    return { id, fact, metadata };
  });
  return { facts: linked, hash };
}

export interface ChainBreak {
  stream: string;
  revision: number;
  why: 'link' | 'revision';
}

/** Walks stored facts of one stream in order and names the first that does not follow from the one before. */
export async function verifyChain(
  stored: AsyncIterable<Recorded>,
): Promise<ChainBreak | { head: string; length: number }> {
  let hash = CHAIN_START;
  let length = 0;
  for await (const fact of stored) {
    if (fact.revision !== length) return { stream: fact.stream, revision: fact.revision, why: 'revision' };
    if (fact.metadata.previousHash !== hash) return { stream: fact.stream, revision: fact.revision, why: 'link' };
    hash = hashOf(fact);
    length += 1;
  }
  return { head: hash, length };
}
