import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { AdvisoryLocks } from '../following/advisory-locks.ts';
import { withTransaction } from '../database/database.ts';
import type { EventLog } from '../log/event-log.ts';
import { faultPoint } from '../server/fault-point.ts';
import { CHAIN_START, hashOf } from './hash-chain.ts';
import { readMacCutOver } from './mac-cut-over.ts';
import type { Sealer } from '../identity/sealing.ts';

/**
 * `anchor_walk` tells how far the next anchor's heads are gathered: they stand in `anchor_heads` before their anchor
 * does.
 */
export const anchorTables = [
  `CREATE TABLE vault.anchors (
     number bigint PRIMARY KEY,
     made_at timestamptz NOT NULL,
     position bigint NOT NULL,
     streams bigint NOT NULL,
     heads_digest text NOT NULL,
     previous text NOT NULL,
     digest text NOT NULL,
     signature text NOT NULL
   );
   CREATE TABLE vault.anchor_heads (
     number bigint NOT NULL,
     stream text COLLATE "C" NOT NULL,
     revision bigint NOT NULL,
     hash text NOT NULL,
     PRIMARY KEY (number, stream)
   );
   CREATE INDEX anchor_heads_by_stream ON vault.anchor_heads (stream, revision);
   CREATE TABLE vault.anchor_walk (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     made bigint NOT NULL,
     position bigint NOT NULL
   )`,
  // Noted once; anchors made after that say so.
  `ALTER TABLE vault.anchors ADD COLUMN mac_cut_over bigint;
   CREATE TABLE vault.mac_cut_over (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     position bigint NOT NULL
   )`,
];

/** Where one chain stood. */
export interface AnchoredHead {
  stream: string;
  revision: number;
  /** As `hashOf` gives it. */
  hash: string;
}

/** What an anchor says: these chains, and no others since the anchor before, had come this far by this position. */
export interface AnchorStatement {
  /** From 1, without a gap. */
  number: number;
  at: Date;
  /** Of the log: facts behind it belong to the next anchor. */
  position: bigint;
  /** How many chains moved. */
  streams: number;
  /** Over their heads, as `digestOfHeads` gives it. */
  headsDigest: string;
  /** Digest of the anchor before; CHAIN_START for the first. */
  previous: string;
  /** From this position on every fact of a chain has a mac; null where that was not so yet. */
  macCutOver: bigint | null;
}

export interface Anchor extends AnchorStatement {
  digest: string;
  /** Of the digest, by a key derived from the master key. */
  signature: string;
}

/** SHA-256, in hex, over the canonical JSON of what an anchor says. */
export function digestOfAnchor(anchor: AnchorStatement): string {
  const { number, at, position, streams, headsDigest, previous, macCutOver } = anchor;
  const statement = { number, at: at.toISOString(), position: String(position), streams, headsDigest, previous };
  // Left out of those from before there were macs, whose digests stay as they are.
  const whole = macCutOver === null ? statement : { ...statement, macCutOver: String(macCutOver) };
  return sha256()
    .update(canonicalize(whole) ?? '')
    .digest('hex');
}

/** What nobody without the master key can say of a digest. */
export const signatureOf = (sealer: Sealer, digest: string): string => sealer.digest('anchor', digest);

/** SHA-256, in hex, over a line of canonical JSON a head, in the order of their streams' bytes. */
export async function digestOfHeads(heads: AsyncIterable<AnchoredHead>): Promise<string> {
  const digest = sha256();
  for await (const { stream, revision, hash } of heads) {
    digest.update(`${canonicalize({ stream, revision, hash })}\n`);
  }
  return digest.digest('hex');
}

type Database = Pick<Pool | PoolClient, 'query'>;

const PAGE = 1_000;

/** The anchors in order, from this number on, a page in memory. */
export async function* readAnchors(database: Database, from = 1): AsyncGenerator<Anchor, void, void> {
  for (let next = from; ;) {
    const { rows } = await database.query<AnchorRow>(
      `SELECT ${ANCHOR_COLUMNS} FROM vault.anchors WHERE number >= $1 ORDER BY number LIMIT $2`,
      [next, PAGE],
    );
    yield* rows.map(anchorOf);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    next = Number(last.number) + 1;
  }
}

/** The heads that one anchor was made over, in order, a page in memory. */
export async function* readAnchoredHeads(database: Database, number: number): AsyncGenerator<AnchoredHead, void, void> {
  for (let after = ''; ;) {
    const { rows } = await database.query<Omit<AnchoredHead, 'revision'> & { revision: string }>(
      `SELECT stream, revision, hash FROM vault.anchor_heads WHERE number = $1 AND stream > $2 ORDER BY stream LIMIT $3`,
      [number, after, PAGE],
    );
    for (const { stream, revision, hash } of rows) yield { stream, revision: Number(revision), hash };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.stream;
  }
}

/** How many anchors were made, and how far the log was walked for them; undefined before the first walk. */
export async function readAnchorWalk(database: Database): Promise<{ made: number; position: bigint } | undefined> {
  const { rows } = await database.query<{ made: string; position: string }>(
    'SELECT made, position FROM vault.anchor_walk',
  );
  return rows[0] && { made: Number(rows[0].made), position: BigInt(rows[0].position) };
}

export interface AnchorsOptions {
  log: Pick<EventLog, 'head' | 'subscribe' | 'readStored' | 'firstStored'>;
  pool: Pool;
  sealer: Sealer;
  logger: Logger;
  /** Those whose streams are hash chains. */
  categories: readonly string[];
  /** Streams that are held in memory until their heads are written. */
  portion?: number;
  now?: () => Date;
}

const PORTION = 2_000;
/** Fewer than the streams that one connection to the log can carry. */
const READ_TOGETHER = 8;
/** Before the log's first fact. */
const NOWHERE = -1n;

/**
 * Makes the anchors: signed notes, each linked to the one before, of where every hash chain stood. A chain alone does
 * not tell that its end was cut off, or that all of it was written anew; an anchor does. What both were kept from
 * afterwards, log and anchors together, only a copy elsewhere can tell: therefore each anchor is logged, too.
 */
export class Anchors {
  private readonly now: () => Date;

  constructor(private readonly options: AnchorsOptions) {
    this.now = options.now ?? (() => new Date());
  }

  /** An anchor where the newest is that old, or there is none; as `make`. */
  async makeWhenDue(everyMs: number, signal: AbortSignal): Promise<Anchor | undefined> {
    return (await this.isDue(everyMs)) ? this.make(signal, () => this.isDue(everyMs)) : undefined;
  }

  /**
   * Walks the log from where the last walk ended to its head, and records an anchor over the chains that moved; none
   * where none did. One process at a time; a walk that was interrupted goes on where its last portion was written.
   */
  async make(signal: AbortSignal, stillWanted?: () => Promise<boolean>): Promise<Anchor | undefined> {
    const held = await AdvisoryLocks.of(this.options.pool).hold('anchors', signal);
    if (!held) return undefined;
    try {
      // Whoever held the lock before may have made it.
      if (stillWanted && !(await stillWanted())) return undefined;
      return await this.walk(AbortSignal.any([signal, held.lost]));
    } finally {
      await held.release();
    }
  }

  private async isDue(everyMs: number): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ made_at: Date }>(
      'SELECT made_at FROM vault.anchors ORDER BY number DESC LIMIT 1',
    );
    return rows[0] === undefined || rows[0].made_at.getTime() + everyMs <= this.now().getTime();
  }

  private async walk(signal: AbortSignal): Promise<Anchor | undefined> {
    const { pool, log } = this.options;
    await pool.query('INSERT INTO vault.anchor_walk (made, position) VALUES (0, $1) ON CONFLICT DO NOTHING', [NOWHERE]);
    const begun = await readAnchorWalk(pool);
    if (!begun) throw new Error('the row of the anchors’ walk is gone');
    const head = await log.head();
    if (head > begun.position && !(await this.gather(begun, head, signal))) return undefined;
    return this.record(begun.made, head > begun.position ? head : begun.position);
  }

  /** Writes the heads of what moved up to the head, in portions; false where the signal ended it. */
  private async gather(
    { made, position }: { made: number; position: bigint },
    head: bigint,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { log, categories, portion = PORTION } = this.options;
    const moved = new Map<string, number>();
    let kept = position;
    const keep = async (upTo: bigint): Promise<void> => {
      await this.keep(made, kept, upTo, moved);
      moved.clear();
      kept = upTo;
    };
    // Leaving this loop ends the subscription.
    for await (const item of log.subscribe({ categories, after: position < 0n ? 'start' : position, signal })) {
      if (item.kind === 'caught-up') break;
      const considered = item.kind === 'fact' ? item.fact.position : item.position;
      if (considered > head) break;
      if (item.kind === 'fact') moved.set(item.fact.stream, item.fact.revision);
      if (moved.size >= portion) await keep(considered);
      if (considered === head) break;
    }
    if (signal.aborted) return false;
    await keep(head);
    return true;
  }

  private async keep(made: number, from: bigint, upTo: bigint, moved: ReadonlyMap<string, number>): Promise<void> {
    const heads = await this.headsOf([...moved]);
    await withTransaction(this.options.pool, async (client) => {
      await advance(client, { made, position: from }, { made, position: upTo });
      await client.query(
        `INSERT INTO vault.anchor_heads (number, stream, revision, hash)
         SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[])
         ON CONFLICT (number, stream) DO UPDATE SET revision = excluded.revision, hash = excluded.hash`,
        [
          made + 1,
          heads.map(({ stream }) => stream),
          heads.map(({ revision }) => revision),
          heads.map(({ hash }) => hash),
        ],
      );
    });
    faultPoint('anchors.portion-kept');
  }

  /** Read again by stream: a subscription gives facts opened, and hashes are over what is stored. */
  private async headsOf(moved: readonly (readonly [string, number])[]): Promise<AnchoredHead[]> {
    const heads: AnchoredHead[] = [];
    for (let index = 0; index < moved.length; index += READ_TOGETHER) {
      const together = moved.slice(index, index + READ_TOGETHER);
      heads.push(...(await Promise.all(together.map(([stream, revision]) => this.headOf(stream, revision)))));
    }
    return heads;
  }

  private async headOf(stream: string, revision: number): Promise<AnchoredHead> {
    const fact = await this.options.log.firstStored(stream, revision);
    if (fact?.revision !== revision) throw new Error(`${stream}@${revision} was in the log and is not in its stream`);
    return { stream, revision, hash: hashOf(fact) };
  }

  /** Signs over the heads that were gathered. */
  private async record(made: number, position: bigint): Promise<Anchor | undefined> {
    const { pool, sealer, logger } = this.options;
    const number = made + 1;
    const anchor = await withTransaction(pool, async (client) => {
      const streams = await countHeads(client, number);
      if (streams === 0) return undefined;
      await advance(client, { made, position }, { made: number, position });
      const statement: AnchorStatement = {
        number,
        at: this.now(),
        position,
        streams,
        headsDigest: await digestOfHeads(readAnchoredHeads(client, number)),
        previous: await digestBefore(client, number),
        macCutOver: await readMacCutOver(client),
      };
      const digest = digestOfAnchor(statement);
      const signed = { ...statement, digest, signature: signatureOf(sealer, digest) };
      await insertAnchor(client, signed);
      return signed;
    });
    if (anchor) {
      const { digest, signature, streams } = anchor;
      logger.info({ anchor: number, position: String(position), streams, digest, signature }, 'anchored');
    }
    return anchor;
  }
}

const sha256 = () => createHash('sha256');

const ANCHOR_COLUMNS = 'number, made_at, position, streams, heads_digest, previous, mac_cut_over, digest, signature';

interface AnchorRow {
  number: string;
  made_at: Date;
  position: string;
  streams: string;
  heads_digest: string;
  previous: string;
  mac_cut_over: string | null;
  digest: string;
  signature: string;
}

const anchorOf = (row: AnchorRow): Anchor => ({
  number: Number(row.number),
  at: row.made_at,
  position: BigInt(row.position),
  streams: Number(row.streams),
  headsDigest: row.heads_digest,
  previous: row.previous,
  macCutOver: row.mac_cut_over === null ? null : BigInt(row.mac_cut_over),
  digest: row.digest,
  signature: row.signature,
});

async function insertAnchor(client: PoolClient, anchor: Anchor): Promise<void> {
  await client.query(`INSERT INTO vault.anchors (${ANCHOR_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    anchor.number,
    anchor.at,
    anchor.position,
    anchor.streams,
    anchor.headsDigest,
    anchor.previous,
    anchor.macCutOver,
    anchor.digest,
    anchor.signature,
  ]);
}

async function countHeads(client: PoolClient, number: number): Promise<number> {
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM vault.anchor_heads WHERE number = $1', [
    number,
  ]);
  return Number(rows[0]?.count);
}

/** An anchor that is gone is not replaced: the next one would hide that. */
async function digestBefore(client: PoolClient, number: number): Promise<string> {
  if (number === 1) return CHAIN_START;
  const { rows } = await client.query<{ digest: string }>('SELECT digest FROM vault.anchors WHERE number = $1', [
    number - 1,
  ]);
  return rows[0]?.digest ?? CHAIN_START;
}

interface Walk {
  made: number;
  position: bigint;
}

/** Compare-and-set: throws where another process has walked on. */
async function advance(client: PoolClient, from: Walk, to: Walk): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE vault.anchor_walk SET made = $3, position = $4 WHERE made = $1 AND position = $2',
    [from.made, from.position, to.made, to.position],
  );
  if (rowCount !== 1) throw new Error(`the anchors’ walk is no longer at ${from.position}`);
}
