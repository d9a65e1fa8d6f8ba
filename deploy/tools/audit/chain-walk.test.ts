import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import { CHAIN_START, link, type ChainedFact } from '@easel/kernel/proof/hash-chain';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import { expect, test } from 'vitest';
import { ChainWalk } from './chain-walk.ts';

const stream = 'account-1';
const metadata: FactMetadata = { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 };

function chain(length: number): Recorded[] {
  const facts = Array.from({ length }, (_, n) => ({
    id: `id-${n}`,
    fact: { type: 'CreditsGranted', data: { tenths: n } },
    metadata,
  }));
  const macOf = (fact: ChainedFact): string => testMacs.macOf(fact);
  return link(stream, { revision: -1, hash: CHAIN_START }, facts, macOf).facts.map((entry, revision) => ({
    id: entry.id,
    ...entry.fact,
    metadata: entry.metadata,
    stream,
    revision,
    position: BigInt(revision * 10),
    recordedAt: new Date(0),
  }));
}

async function walk(facts: readonly Recorded[]) {
  const walked = new ChainWalk(
    (async function* () {
      yield* facts;
    })(),
  );
  const vouched: number[] = [];
  for await (const { fact } of walked.links()) vouched.push(fact.revision);
  return { vouched, length: walked.length, broken: walked.broken };
}

/** With some of them replaced, numbered anew. */
const numbered = (facts: readonly Recorded[]): Recorded[] =>
  facts.map((fact, revision) => ({ ...fact, revision, position: BigInt(revision * 10) }));
const replaced = (facts: readonly Recorded[], revision: number, change: Partial<Recorded>): Recorded[] =>
  facts.map((fact) => (fact.revision === revision ? { ...fact, ...change } : fact));

const whole = chain(6);

test('a whole chain is vouched for to its end', async () => {
  expect(await walk(whole)).toEqual({ vouched: [0, 1, 2, 3, 4, 5], length: 6, broken: undefined });
  expect(await walk([])).toEqual({ vouched: [], length: 0, broken: undefined });
  expect(await walk(chain(1))).toEqual({ vouched: [0], length: 1, broken: undefined });
});

test.each([0, 1, 3, 4])('a changed fact is named itself: @%i', async (revision) => {
  const { broken, vouched } = await walk(replaced(whole, revision, { data: { tenths: 999 } }));
  expect(broken).toMatchObject({ why: 'changed', revision, fact: { id: `id-${revision}` } });
  expect(vouched).toEqual(Array.from({ length: revision }, (_, n) => n));
});

test('so is one whose actor, id or type was changed', async () => {
  const actor = { ...whole[2]!.metadata, actor: { kind: 'operator', id: 'else' } } as const;
  for (const change of [{ metadata: actor }, { id: 'id-9' }, { type: 'CreditsRevoked' }]) {
    expect((await walk(replaced(whole, 2, change))).broken).toMatchObject({ why: 'changed', revision: 2 });
  }
});

test('a link that was changed is that fact’s own fault', async () => {
  const lying = { ...whole[2]!.metadata, previousHash: 'f'.repeat(64) };
  expect((await walk(replaced(whole, 2, { metadata: lying }))).broken).toMatchObject({ why: 'changed', revision: 2 });
  const { previousHash: _, ...unlinked } = whole[0]!.metadata;
  expect((await walk(replaced(whole, 0, { metadata: unlinked }))).broken).toMatchObject({
    why: 'changed',
    revision: 0,
  });
});

test.each([0, 1, 4])('a missing fact is named by the place it had: @%i', async (revision) => {
  const { broken } = await walk(whole.filter((fact) => fact.revision !== revision));
  expect(broken).toMatchObject({ why: 'missing', revision });
});

test.each([
  [0, { why: 'missing', revision: 0 }],
  [1, { why: 'missing', revision: 1 }],
  // The last one has none behind it to vouch for it: that it was linked to one that is gone does not show.
  [4, { why: 'changed', revision: 3 }],
])('also where those behind it were numbered anew: @%i', async (revision, expected) => {
  const { broken } = await walk(numbered(whole.filter((fact) => fact.revision !== revision)));
  expect(broken).toMatchObject(expected);
});

test.each([0, 2, 4])('two that changed places: @%i', async (revision) => {
  const facts = [...whole];
  [facts[revision], facts[revision + 1]] = [whole[revision + 1]!, whole[revision]!];
  const { broken, vouched } = await walk(numbered(facts));
  expect(broken).toMatchObject({ why: 'swapped', revision });
  expect(vouched).toHaveLength(revision);
});

test('one that was put in', async () => {
  const added = { ...whole[2]!, id: 'id-added', data: { tenths: 5 } };
  const { broken } = await walk(numbered([...whole.slice(0, 2), added, ...whole.slice(2)]));
  expect(broken).toMatchObject({ why: 'inserted', revision: 2, fact: { id: 'id-added' } });
});

test('facts whose positions are not in their order', async () => {
  const { broken } = await walk(replaced(whole, 3, { position: 5n }));
  expect(broken).toMatchObject({ why: 'order', revision: 3 });
});
