import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@easel/kernel/database/database';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, createIndexes, establish, NOWHERE } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import type { ReadModel } from '@easel/projections/kernel/projector';
import { peopleModel } from '@easel/projections/people/people.queries';
import { searchModel } from '@easel/projections/search/search.queries';
import { searchedBy } from '@easel/projections/search/testing/search-facts';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import type { Recorded } from '@easel/contracts/kernel/event';
import autocannon from 'autocannon';
import { startPostgres } from '../local/postgres.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const IMAGES = size(200_000, 1_000);
const AT_ONCE = 1_000;
const CONNECTIONS = 10;
const ROUND_SECONDS = size(4, 1);

const SEARCHES: readonly { what: string; path: string }[] = [
  { what: 'a rare word', path: '/api/search/images?q=zebra' },
  { what: 'a common word', path: '/api/search/images?q=harbour' },
  { what: 'two words', path: '/api/search/images?q=harbour+lantern' },
  { what: 'a word there is none of', path: '/api/search/images?q=xylophone' },
  { what: 'a misspelt word', path: '/api/search/images?q=zerba' },
  { what: 'a suggestion', path: '/api/search/suggestions?q=ze' },
];

/**
 * Searches of 200 000 public pictures by visitors, at ten connections: the whole server of the query side, guards and all,
 * beside node:http that sends what the same reads give. Each server and PostgreSQL are processes of their own.
 */
export async function benchSearch(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const servers: ServerProcess[] = [];
  try {
    await fill(postgres.url);
    for (const kind of ['bare', 'ours'])
      servers.push(await startServerProcess(folder, 'search-server', [kind, postgres.url, folder]));
    const [bare, ours] = servers as [ServerProcess, ServerProcess];
    const rows: BenchRow[] = [];
    for (const { what, path } of SEARCHES) rows.push(await compare(bare, ours, `${what} in ${IMAGES} pictures`, path));
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(bare: ServerProcess, ours: ServerProcess, what: string, path: string): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [bareRate, ourRate] = [await load(bare, path), await load(ours, path)];
    if (round === 0) continue; // everything is still being compiled and cached
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return { what, bare: perSecond(bareRate), ours: perSecond(ourRate), ratio: ourRate / bareRate, goal: 0.9 };
}

async function load({ url }: ServerProcess, path: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: [{ path, headers: {} }],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return requests.average;
}

/** By the projectors, as a log of that many generations would. */
async function fill(url: string): Promise<void> {
  const [gallery, people, search] = [
    await open(url, galleryModel),
    await open(url, peopleModel),
    await open(url, searchModel),
  ];
  const recorder = new Recorder();
  const memberId = randomUUID();
  for (let made = 0; made < IMAGES; made += AT_ONCE) {
    const facts = Array.from({ length: AT_ONCE }, (_, index) => pictureFacts(recorder, memberId, made + index)).flat();
    for (const { writer } of [gallery, people, search]) {
      writer.gather(facts);
      await writer.flush(NOWHERE);
    }
  }
  search.writer.gather(searchedBy(recorder, 9, 'zebra', new Date().toISOString().slice(0, 10)));
  await search.writer.flush(NOWHERE);
  for (const one of [gallery, people, search]) await one.close();
}

function pictureFacts(recorder: Recorder, memberId: string, index: number): Recorded[] {
  const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString();
  const prompt = [
    `A quiet harbour at dawn, mist over the water, number ${index}`,
    index % 50 === 7 ? 'by a lantern' : '',
    index % (IMAGES / 10) === 3 ? 'and a zebra' : '',
  ].join(' ');
  const story = new GenerationStory(recorder, memberId);
  const look = (index % 256).toString(16).padStart(2, '0').repeat(60);
  return [
    story.requested({ at, prompt }),
    story.started(),
    story.drew(randomUUID(), 0, { look }),
    story.completed(),
    story.madePublic(at),
  ];
}

async function open(url: string, model: ReadModel) {
  const pool = createPool(url, { max: 1, name: 'bench' });
  const sql = await connectTo(singleConnection(pool, 'bench'), model.schema);
  const checkpoint = await establish(sql, model, model.schema, { fresh: true });
  const writer = new BatchWriter(sql, model, model.schema, checkpoint);
  return {
    writer,
    async close() {
      await writer.settled();
      await createIndexes(sql, model);
      await sql.query('vacuum analyze');
      await sql.end();
      await pool.end();
    },
  };
}

const perSecond = (figure: number): string => `${Math.round(figure)}/s`;
