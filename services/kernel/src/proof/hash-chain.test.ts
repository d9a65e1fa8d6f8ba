import type { Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import type { NewFact } from '../log/new-fact.ts';
import { CHAIN_START, hashOf, link, verifyChain, type ChainedFact } from './hash-chain.ts';
import { testMacs } from '../testing/mac-keys.ts';

const stream = 'account-1';
const metadata = { $correlationId: 'c', actor: { kind: 'system', id: 's' } as const, schemaVersion: 1 };
const fact = (tenths: number): NewFact => ({
  id: `id-${tenths}`,
  fact: { type: 'CreditsGranted', data: { tenths } },
  metadata,
});

function store(facts: readonly NewFact[]): Recorded[] {
  return facts.map(({ id, fact: { type, data }, metadata }, revision) => ({
    id,
    type,
    data,
    metadata,
    stream,
    revision,
    position: BigInt(revision),
    recordedAt: new Date(0),
  }));
}

async function* each(facts: readonly Recorded[]): AsyncGenerator<Recorded> {
  yield* facts;
}

const macOf = (fact: ChainedFact): string => testMacs.macOf(fact);
const start = { revision: -1, hash: CHAIN_START };
const chain = link(stream, start, [1, 2, 3, 4].map(fact), macOf);

test('facts linked at once or one by one are the same chain', async () => {
  const one = link(stream, start, [fact(1)], macOf);
  const rest = link(stream, { revision: 0, hash: one.hash }, [2, 3, 4].map(fact), macOf);
  expect([...one.facts, ...rest.facts]).toEqual(chain.facts);
  expect(rest.hash).toBe(chain.hash);
  expect(await verifyChain(each(store(chain.facts)))).toEqual({ head: chain.hash, length: 4 });
});

test('a changed fact shows at the one after it, a missing or moved one at its place', async () => {
  const stored = store(chain.facts);
  const changed = stored.map((entry) => (entry.revision === 1 ? { ...entry, data: { tenths: 999 } } : entry));
  expect(await verifyChain(each(changed))).toEqual({ stream, revision: 2, why: 'link' });
  expect(await verifyChain(each(stored.filter(({ revision }) => revision !== 1)))).toEqual({
    stream,
    revision: 2,
    why: 'revision',
  });
});

test('each fact has a mac over its link, and the link after it is over the mac', () => {
  const stored = store(chain.facts);
  for (const entry of stored) expect(testMacs.verify(entry.metadata.mac ?? '', entry)).toBe('right');
  const [first, second] = stored;
  if (!first || !second) throw new Error('there are no facts');
  expect(second.metadata.previousHash).toBe(hashOf(first));
  const { mac: _, ...metadata } = first.metadata;
  expect(hashOf({ ...first, metadata })).not.toBe(second.metadata.previousHash);
});
