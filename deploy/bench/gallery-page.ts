import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@easel/kernel/database/database';
import { galleryModel } from '@easel/projections/gallery/gallery.queries';
import type { ReadModel } from '@easel/projections/kernel/projector';
import { peopleModel } from '@easel/projections/people/people.queries';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, establish, NOWHERE } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import autocannon from 'autocannon';
import { startPostgres } from '../local/postgres.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess, TOKEN } from './server-process.ts';
import { size } from './size.ts';

const ROUNDS = size(5, 1);
const IMAGES = size(200_000, 1_250);
const LIMIT = 12;
const CONNECTIONS = 10;
const PUBLIC = `/api/gallery/public?limit=${LIMIT}`;
const ROUND_SECONDS = size(4, 1);
const IMAGES_AT_ONCE = 1_250;
/** One in so many is public. */
const PUBLIC_EVERY = 20;

/**
 * A page of one member's gallery of 200 000 images at ten connections: the whole server of the query side, guards and
 * all, beside node:http that sends the same query's text. Whose token it is both look up in memory. Each server and
 * PostgreSQL are processes of their own; the load comes from this one.
 */
export async function benchGalleryPage(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const memberId = randomUUID();
  const servers: ServerProcess[] = [];
  try {
    await fillGallery(postgres.url, memberId);
    for (const kind of ['bare', 'ours'])
      servers.push(await startServerProcess(folder, 'gallery-page-server', [kind, postgres.url, memberId, folder]));
    const [bare, ours] = servers as [ServerProcess, ServerProcess];
    const first = { what: `gallery page 1 of ${IMAGES} images`, pages: [1] };
    const any = { what: `any of its ${Math.ceil(IMAGES / LIMIT)} pages`, pages: anyPages() };
    const rows = [await compare(bare, ours, first), await compare(bare, ours, any)];
    const bytes = (await (await fetch(ours.url + PUBLIC)).arrayBuffer()).byteLength;
    const constantOf = ['constant', postgres.url, memberId, folder, String(bytes)];
    const constant = await startServerProcess(folder, 'gallery-page-server', constantOf);
    servers.push(constant);
    const publicRows = [await comparePublic(bare, ours), await compareConstant(constant, ours, bytes)];
    return [...rows, await compareDepths(ours, any.pages), ...publicRows];
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Far apart from each other, and the same in each round. */
const anyPages = (): number[] =>
  Array.from({ length: 200 }, (_, index) => 1 + ((index * 7_919) % Math.ceil(IMAGES / LIMIT)));

async function compare(
  bare: ServerProcess,
  ours: ServerProcess,
  { what, pages }: { what: string; pages: number[] },
): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [bareRate, ourRate] = [await load(bare, pages), await load(ours, pages)];
    if (round === 0) continue; // everything is still being compiled and cached
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return { what, bare: perSecond(bareRate), ours: perSecond(ourRate), ratio: ourRate / bareRate, goal: 0.95 };
}

/** Pages at any depth beside the first, both ours. */
async function compareDepths(ours: ServerProcess, pages: number[]): Promise<BenchRow> {
  const rates = { first: [] as number[], any: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.first.push(await load(ours, [1]));
    rates.any.push(await load(ours, pages));
  }
  const [first, any] = [median(rates.first), median(rates.any)];
  return {
    what: 'any page beside the first',
    bare: perSecond(first),
    ours: perSecond(any),
    ratio: any / first,
    goal: 0.9,
  };
}

/** What everyone sees first, read by visitors, beside the bare page of one member. */
async function comparePublic(bare: ServerProcess, ours: ServerProcess): Promise<BenchRow> {
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [bareRate, ourRate] = [await load(bare, [1]), await loadPaths(ours, [PUBLIC], {})];
    if (round === 0) continue;
    rates.bare.push(bareRate);
    rates.ours.push(ourRate);
  }
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  return {
    what: 'the public gallery’s first page, anonymous',
    bare: perSecond(bareRate),
    ours: perSecond(ourRate),
    ratio: ourRate / bareRate,
    goal: 4,
  };
}

/** The same page beside the same server, which sends as many bytes that never change. */
async function compareConstant(constant: ServerProcess, ours: ServerProcess, bytes: number): Promise<BenchRow> {
  const rates = { constant: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [constantRate, ourRate] = [await loadPaths(constant, [PUBLIC], {}), await loadPaths(ours, [PUBLIC], {})];
    if (round === 0) continue;
    rates.constant.push(constantRate);
    rates.ours.push(ourRate);
  }
  const [constantRate, ourRate] = [median(rates.constant), median(rates.ours)];
  return {
    what: `the same beside a constant body of ${bytes} bytes`,
    bare: perSecond(constantRate),
    ours: perSecond(ourRate),
    ratio: ourRate / constantRate,
    goal: 0.8,
  };
}

const load = (server: ServerProcess, pages: readonly number[]): Promise<number> =>
  loadPaths(
    server,
    pages.map((page) => `/api/gallery/user?limit=${LIMIT}&page=${page}`),
    { authorization: `Bearer ${TOKEN}` },
  );

/** Requests a second for these paths, one after the other. */
export async function loadPaths(
  { url }: ServerProcess,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    requests: paths.map((path) => ({ path, headers })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${url}`);
  return requests.average;
}

/** By the projectors, as a log of that many generations would. */
async function fillGallery(url: string, memberId: string): Promise<void> {
  const pool = createPool(url, { max: 2, name: 'bench' });
  const connect = (model: ReadModel) => connectTo(singleConnection(pool, 'bench'), model.schema);
  const filled = await Promise.all(
    [galleryModel, peopleModel].map(async (model) => {
      const sql = await connect(model);
      const checkpoint = await establish(sql, model, model.schema, { fresh: true });
      return { sql, writer: new BatchWriter(sql, model, model.schema, checkpoint) };
    }),
  );
  try {
    const recorder = new Recorder();
    for (let made = 0; made < IMAGES; made += IMAGES_AT_ONCE) {
      for (let index = made; index < made + IMAGES_AT_ONCE; index++) {
        const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString();
        const prompt = `A quiet harbour at dawn, mist over the water, number ${index}`;
        const story = new GenerationStory(recorder, memberId);
        const facts = [...story.whole({ at, prompt }), ...(index % PUBLIC_EVERY === 0 ? [story.madePublic(at)] : [])];
        for (const { writer } of filled) writer.gather(facts);
      }
      for (const { writer } of filled) await writer.flush(NOWHERE);
    }
    for (const { writer } of filled) await writer.settled();
    await filled[0]?.sql.query('vacuum analyze');
  } finally {
    for (const { sql } of filled) await sql.end();
    await pool.end();
  }
}

export const perSecond = (figure: number): string => `${Math.round(figure)}/s`;
