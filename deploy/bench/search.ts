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
import { isSmoke, size } from './size.ts';

const ROUNDS = size(3, 1);
/** How many public pictures there are: what a read costs is to be the same with either. */
const SIZES = [size(10_000, 1_000), size(200_000, 2_000)] as const;
const AT_ONCE = 1_000;
const CONNECTIONS = 10;
const ROUND_SECONDS = size(2, 1);
const ZEBRAS = 10;

/** As many rows on each, so that the page is there with fewer pictures, too. */
const DEEP = `page=${size(1_000, 100)}&limit=10`;

interface Read {
  what: string;
  path: string;
  /** Beside the bare server. */
  goal: number;
}

const READS: readonly Read[] = [
  { what: 'the anonymous first page', path: '/api/gallery/public?limit=12', goal: 4 },
  { what: 'the newest, the second page', path: '/api/gallery/public?page=2&limit=12', goal: 0.9 },
  { what: `the newest, ${DEEP.replace('&', ', ')}`, path: `/api/gallery/public?${DEEP}`, goal: 0.9 },
  { what: 'one category', path: '/api/search/images?category=sea', goal: 0.9 },
  { what: `one category, ${DEEP.replace('&', ', ')}`, path: `/api/search/images?category=sea&${DEEP}`, goal: 0.9 },
  { what: 'a rare word', path: '/api/search/images?q=zebra', goal: 0.9 },
  { what: 'a common word', path: '/api/search/images?q=harbour', goal: 0.9 },
  { what: 'two words', path: '/api/search/images?q=harbour+lantern', goal: 0.9 },
  { what: 'a word there is none of', path: '/api/search/images?q=xylophone', goal: 0.9 },
  { what: 'a misspelt word', path: '/api/search/images?q=zerba', goal: 0.9 },
  { what: 'a suggestion', path: '/api/search/suggestions?q=ze', goal: 0.9 },
];

interface World {
  images: number;
  bare: ServerProcess;
  ours: ServerProcess;
}

/**
 * What visitors read of 10 000 and of 200 000 public pictures, at ten connections: the whole server of the query side,
 * guards and all, beside node:http that reads the same words and sends the same body; and the many beside the few, both
 * ours. Each server and PostgreSQL are processes of their own.
 */
export async function benchSearch(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const servers: ServerProcess[] = [];
  const start = async (kind: string, url: string): Promise<ServerProcess> => {
    const server = await startServerProcess(folder, 'search-server', [kind, url, folder]);
    servers.push(server);
    return server;
  };
  try {
    const worlds: World[] = [];
    for (const images of SIZES) {
      const url = await newDatabase(postgres.url, `pictures_${images}`);
      await fill(url, images);
      // Ours makes the tables that both read.
      const ours = await start('ours', url);
      worlds.push({ images, bare: await start('bare', url), ours });
    }
    const rows: BenchRow[] = [];
    for (const read of isSmoke ? READS.filter((_, n) => n % 5 === 0) : READS)
      rows.push(...(await compare(worlds, read)));
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newDatabase(url: string, name: string): Promise<string> {
  const pool = createPool(url, { max: 1, name: 'bench' });
  await pool.query(`create database ${name}`);
  await pool.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

/** In turn, so that a slow moment of the machine meets them all. */
async function compare(worlds: readonly World[], { what, path, goal }: Read): Promise<BenchRow[]> {
  for (const world of worlds) await expectSameBody(world, path);
  const measured = worlds.map((world) => ({ world, bare: [] as number[], ours: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { world, bare, ours } of measured) {
      const [bareRate, ourRate] = [await load(world.bare, path), await load(world.ours, path)];
      if (round === 0) continue; // everything is still being compiled and cached
      bare.push(bareRate);
      ours.push(ourRate);
    }
  }
  const rows = measured.map(({ world: { images }, bare, ours }) =>
    besides(`${what}, of ${images}`, { bare: median(bare), ours: median(ours), goal }),
  );
  const [few = Number.NaN, many = Number.NaN] = measured.map(({ ours }) => median(ours));
  const growth = besides(`${what}, with ${SIZES[1] / SIZES[0]} times as many`, { bare: few, ours: many, goal: 0.9 });
  return [...rows, growth];
}

/** Without it the figures of the two would not belong together. */
async function expectSameBody({ bare, ours, images }: World, path: string): Promise<void> {
  const [bareBody, ourBody] = await Promise.all([bare, ours].map(async ({ url }) => (await fetch(url + path)).text()));
  if (bareBody !== ourBody) throw new Error(`Both answer ${path} of ${images} differently:\n${bareBody}\n${ourBody}`);
}

const besides = (what: string, { bare, ours, goal }: { bare: number; ours: number; goal: number }): BenchRow => ({
  what,
  bare: perSecond(bare),
  ours: perSecond(ours),
  ratio: ours / bare,
  goal,
});

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
async function fill(url: string, images: number): Promise<void> {
  const [gallery, people, search] = [
    await open(url, galleryModel),
    await open(url, peopleModel),
    await open(url, searchModel),
  ];
  const recorder = new Recorder();
  const memberId = randomUUID();
  for (let made = 0; made < images; made += AT_ONCE) {
    const facts = Array.from({ length: AT_ONCE }, (_, index) =>
      pictureFacts(recorder, memberId, { index: made + index, images }),
    ).flat();
    for (const { writer } of [gallery, people, search]) {
      writer.gather(facts);
      await writer.flush(NOWHERE);
    }
  }
  search.writer.gather(searchedBy(recorder, 9, 'zebra', new Date().toISOString().slice(0, 10)));
  await search.writer.flush(NOWHERE);
  for (const one of [gallery, people, search]) await one.close();
}

function pictureFacts(
  recorder: Recorder,
  memberId: string,
  { index, images }: { index: number; images: number },
): Recorded[] {
  const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString();
  const prompt = [
    `A quiet harbour at dawn, mist over the sea, number ${index}`,
    index % 50 === 7 ? 'by a lantern' : '',
    index % (images / ZEBRAS) === 3 ? 'and a zebra' : '',
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
