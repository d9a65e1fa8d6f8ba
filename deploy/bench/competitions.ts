import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@easel/kernel/database/database';
import { competitionsModel } from '@easel/projections/competitions/competitions.queries';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, createIndexes, establish, NOWHERE } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { peopleModel } from '@easel/projections/people/people.queries';
import { purchasesModel } from '@easel/projections/purchases/purchases.queries';
import { CompetitionStory } from '@easel/projections/testing/competitions';
import { GenerationStory } from '@easel/projections/testing/generations';
import { orderedProduct, OrderStory } from '@easel/projections/testing/orders';
import { Recorder } from '@easel/projections/testing/recorded';
import { startPostgres } from '../local/postgres.ts';
import { loadPaths, perSecond } from './gallery-page.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess, TOKEN } from './server-process.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const ENTRIES = size(10_000, 500);
const ENTRIES_AT_ONCE = 500;
/** One in so many has sold something. */
const SELLS_EVERY = 10;
const LIMIT = 24;
const FROM = Date.UTC(2026, 10, 1);
const models = [galleryModel, peopleModel, purchasesModel, competitionsModel] as const;

/** The wall of a challenge of 10 000 entries and its leaderboard, beside the public gallery of the same pictures. */
export async function benchCompetitions(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  let server: ServerProcess | undefined;
  try {
    const id = await fillChallenge(postgres.url);
    server = await startServerProcess(folder, 'competitions-server', [postgres.url, randomUUID(), folder]);
    const wall = `/api/competitions/${id}/entries?limit=${LIMIT}`;
    const leaderboard = `/api/competitions/${id}/leaderboard`;
    const member = { authorization: `Bearer ${TOKEN}` };
    return [
      await compare(server, `wall of ${ENTRIES} entries, first page, anonymous`, wall, {}),
      await compare(server, 'leaderboard, anonymous', leaderboard, {}),
      await compare(server, 'wall, first page, signed in', wall, member),
      await compare(server, 'leaderboard, signed in', leaderboard, member),
    ];
  } finally {
    await server?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  server: ServerProcess,
  what: string,
  path: string,
  headers: Record<string, string>,
): Promise<BenchRow> {
  const rates = { gallery: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const gallery = await loadPaths(server, [`/api/gallery/public?limit=${LIMIT}`], headers);
    const ours = await loadPaths(server, [path], headers);
    if (round === 0) continue; // everything is still being compiled and cached
    rates.gallery.push(gallery);
    rates.ours.push(ours);
  }
  const [gallery, ours] = [median(rates.gallery), median(rates.ours)];
  return { what, bare: perSecond(gallery), ours: perSecond(ours), ratio: ours / gallery, goal: 0.9 };
}

/** By the projectors, as a log of that many entries would; returns the challenge's id. */
async function fillChallenge(url: string): Promise<string> {
  const pool = createPool(url, { max: models.length, name: 'bench' });
  const recorder = new Recorder();
  const challenge = new CompetitionStory(recorder);
  const filled = await Promise.all(
    models.map(async (model) => {
      const sql = await connectTo(singleConnection(pool, 'bench'), model.schema);
      const checkpoint = await establish(sql, model, model.schema, { fresh: true });
      return { model, sql, writer: new BatchWriter(sql, model, model.schema, checkpoint) };
    }),
  );
  const take = (facts: ReturnType<CompetitionStory['begun']>): void => {
    for (const { model, writer } of filled) writer.gather(facts.filter(({ type }) => model.knows(type)));
  };
  try {
    take(challenge.begun());
    for (let made = 0; made < ENTRIES; made += ENTRIES_AT_ONCE) {
      for (let index = made; index < made + ENTRIES_AT_ONCE; index++) take(entryFacts(recorder, challenge, index));
      for (const { writer } of filled) await writer.flush(NOWHERE);
    }
    for (const { writer, sql, model } of filled) {
      await writer.settled();
      await createIndexes(sql, model);
    }
    await filled[0]?.sql.query('vacuum analyze');
    return challenge.competitionId;
  } finally {
    for (const { sql } of filled) await sql.end();
    await pool.end();
  }
}

function entryFacts(recorder: Recorder, challenge: CompetitionStory, index: number) {
  const at = new Date(FROM + index * 60_000).toISOString();
  const story = new GenerationStory(recorder, randomUUID());
  const variantId = randomUUID();
  const prompt = `A quiet harbour at dawn, mist over the water, number ${index}`;
  const entry = challenge.entryOf(story, variantId);
  const facts = [...story.whole({ at, prompt }, variantId), story.madePublic(at), challenge.entered(entry, at)];
  if (index % SELLS_EVERY !== 0) return facts;
  const order = new OrderStory(recorder);
  const { generationId, memberId: makerId } = entry;
  const item = orderedProduct({ generationId, variantId, makerId, cents: 1_000 + index });
  return [...facts, order.placed({ items: [item] }), order.paid(item.cents, { paidAt: at })];
}
