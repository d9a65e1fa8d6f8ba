import { createHash } from 'node:crypto';
import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import canonicalize from 'canonicalize';
import type { NewFact } from './new-fact.ts';

/** What the first fact of a chain points at. */
export const CHAIN_START = '0'.repeat(64);

/** The one text that equal values have (RFC 8785). */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? '';

/** SHA-256, in hex. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256, in hex, over the canonical JSON of a fact as it is stored, its link to the fact before included. */
export function hashOf(fact: {
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: unknown;
  metadata: FactMetadata;
}): string {
  const { stream, revision, id, type, data, metadata } = fact;
  return hashOfText(canonicalJson({ stream, revision, id, type, data, metadata }));
}

/** Links encoded facts to the head they will follow; answers them and the new head. */
export function link(
  stream: string,
  head: { revision: number; hash: string },
  facts: readonly NewFact[],
): { facts: NewFact[]; hash: string } {
  let { revision, hash } = head;
  const linked = facts.map((entry) => {
    const metadata = { ...entry.metadata, previousHash: hash };
    revision += 1;
    hash = hashOf({ stream, revision, id: entry.id, type: entry.fact.type, data: entry.fact.data, metadata });
    return { ...entry, metadata };
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
