import { hash as digestOf } from 'node:crypto';
import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import canonicalize from 'canonicalize';
import type { NewFact } from '../log/new-fact.ts';

/** What the first fact of a chain points at. */
export const CHAIN_START = '0'.repeat(64);

/**
 * The one text that equal values have (RFC 8785). What facts are made of is written here, for every command waits for
 * it; anything else by the library, which also throws what has no such text.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item ?? null)).join(',')}]`;
  return isPlain(value) ? `{${fieldsOf(value)}}` : (canonicalize(value) ?? '');
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value);

/** The fields of an object in their order, without its brackets. */
function fieldsOf(value: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const key of Object.keys(value).toSorted()) {
    const field = value[key];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${canonicalJson(key)}:${canonicalJson(field)}`;
  }
  return text;
}

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

/**
 * Links encoded facts to the head they will follow, gives each its mac, and answers them and the new head. `sign`
 * answers the mac over the canonical JSON of a fact without one.
 */
export function link(
  stream: string,
  head: { revision: number; hash: string },
  facts: readonly NewFact[],
  sign: (text: string) => string,
): { facts: NewFact[]; hash: string } {
  let { revision, hash } = head;
  const linked = facts.map((entry) => {
    revision += 1;
    const { id, fact } = entry;
    const metadata: FactMetadata = { ...entry.metadata, previousHash: hash };
    // Once for the mac and for the hash: they differ by the mac alone.
    const start = `{"data":${canonicalJson(fact.data)},"id":${canonicalJson(id)},"metadata":{`;
    const end =
      `},"revision":${canonicalJson(revision)},"stream":${canonicalJson(stream)},` +
      `"type":${canonicalJson(fact.type)}}`;
    const [before, after] = aroundMac(metadata);
    const mac = sign(start + joined(before, after) + end);
    hash = hashOfText(start + joined(before, `"mac":${canonicalJson(mac)}`, after) + end);
    return { id, fact, metadata: { ...metadata, mac } };
  });
  return { facts: linked, hash };
}

/** The fields of metadata before and after where the mac belongs. */
function aroundMac(metadata: FactMetadata): [before: string, after: string] {
  const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [key, field] of Object.entries(metadata)) (key < 'mac' ? before : after)[key] = field;
  return [fieldsOf(before), fieldsOf(after)];
}

const joined = (...fields: readonly string[]): string => fields.filter((text) => text !== '').join(',');

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
