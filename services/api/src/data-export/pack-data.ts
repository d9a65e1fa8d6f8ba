import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline, finished } from 'node:stream/promises';
import type { AccountFact } from '@easel/contracts/account/events';
import { brand } from '@easel/contracts/brand';
import type { Recorded } from '@easel/contracts/kernel/event';
import { movementOf, nothing, plus } from '@easel/contracts/ledger/movement';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { SETTLING } from '@easel/contracts/ledger/policy';
import { statementColumns, type StatementLine } from '@easel/contracts/ledger/statement';
import { csvOf } from '@easel/kernel/files/csv';
import { ZipFile } from 'yazl';

/** One picture's original. */
export interface PackedPicture {
  name: string;
  bytes: number;
  madeAt: Date;
  open: () => Promise<{ stream: Readable }>;
}

export interface PackedData {
  facts: AsyncIterable<Recorded>;
  /** Of the account, the oldest first. */
  account: AsyncIterable<Recorded<AccountFact>>;
  /** As their pages show them. */
  orders: AsyncIterable<OwnOrder>;
  /** As they stand: name, address, preferences. */
  profile: object;
  /** Found out once the facts are packed. */
  pictures: () => Promise<readonly PackedPicture[]>;
}

interface PackOptions {
  /** The newest pictures are packed up to so many bytes. */
  mostBytes: number;
  onPicture: (packed: number, all: number) => void;
  signal: AbortSignal;
}

const LINES_AT_ONCE = 500;

/**
 * Writes all that is known of a member into a ZIP archive at this path, in bounded memory; gives its size. Facts stand
 * in it as JSON, a line each. What was written when it fails is not to be used.
 */
export async function packData(
  path: string,
  { facts, account, orders, profile, pictures }: PackedData,
  { mostBytes, onPicture, signal }: PackOptions,
): Promise<number> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const breakOff = (error: Error): void => void output.destroy(error);
  zip.on('error', breakOff);
  const writing = pipeline(output, createWriteStream(path, { mode: 0o600 }), { signal });
  let current: Readable | undefined;
  const add = async (name: string, source: AsyncIterable<string>): Promise<void> => {
    const stream = Readable.from(source, { objectMode: false });
    current = stream;
    stream.once('error', breakOff);
    zip.addReadStream(stream, name, { mode: 0o100644, compress: true });
    await finished(stream, { writable: false });
  };
  const filling = async (): Promise<void> => {
    zip.addBuffer(Buffer.from(README), 'README.txt', { mode: 0o100644 });
    zip.addBuffer(Buffer.from(JSON.stringify(profile, null, 2)), 'profile.json', { mode: 0o100644 });
    await add('facts.ndjson', factLines(facts));
    await add('statement.csv', csvOf<StatementLine>(statementColumns, statementLines(account)));
    await add('orders.json', jsonList(orders));
    const { packed: all, left } = fitting(await pictures(), mostBytes);
    if (left.length > 0) zip.addBuffer(Buffer.from(leftOut(left)), 'pictures-left-out.txt', { mode: 0o100644 });
    for (const [index, { name, bytes, madeAt, open }] of all.entries()) {
      zip.addReadStreamLazy(
        `pictures/${name}`,
        { mtime: madeAt, mode: 0o100644, compress: false, size: bytes },
        (give) => {
          open().then(({ stream }) => {
            current = stream;
            stream.once('error', breakOff);
            if (output.destroyed) return void stream.destroy();
            onPicture(index, all.length);
            give(null, stream);
          }, breakOff);
        },
      );
    }
    zip.end();
  };
  try {
    await Promise.all([writing, filling().catch(breakOff)]);
  } finally {
    // The archive lets go of what it was reading, and closes nothing.
    current?.destroy();
  }
  return (await stat(path)).size;
}

/** Splits pictures into the newest ones that fit and those that are left, both in the order in which they came. */
function fitting(
  pictures: readonly PackedPicture[],
  mostBytes: number,
): { packed: readonly PackedPicture[]; left: readonly PackedPicture[] } {
  let room = mostBytes;
  const fits = new Set<PackedPicture>();
  for (const picture of pictures.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())) {
    room -= picture.bytes;
    if (room < 0) break;
    fits.add(picture);
  }
  return { packed: pictures.filter((one) => fits.has(one)), left: pictures.filter((one) => !fits.has(one)) };
}

const leftOut = (left: readonly PackedPicture[]): string =>
  `These pictures did not fit into the archive. Download them from your gallery.

${left.map(({ name }) => name).join('\n')}
`;

async function* factLines(facts: AsyncIterable<Recorded>): AsyncGenerator<string, void, void> {
  for await (const { type, recordedAt, stream, revision, data } of facts) {
    yield `${JSON.stringify({ type, at: recordedAt.toISOString(), stream, revision, data })}\n`;
  }
}

async function* jsonList(items: AsyncIterable<object>): AsyncGenerator<string, void, void> {
  let before = '[';
  for await (const item of items) {
    yield `${before}\n${JSON.stringify(item, null, 2)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** A line a picture, as a member's statement has it. */
async function* statementLines(
  account: AsyncIterable<Recorded<AccountFact>>,
): AsyncGenerator<StatementLine[], void, void> {
  let balance = nothing;
  let lines: StatementLine[] = [];
  for await (const fact of account) {
    const movement = movementOf(fact);
    if (!movement) continue;
    const { reason, note, moved, cardCents } = movement;
    balance = plus(balance, moved);
    if (reason === SETTLING) continue;
    lines.push({
      at: fact.recordedAt.toISOString(),
      reason,
      note,
      tenths: moved.tenths,
      cents: moved.cents,
      card_cents: cardCents,
      balance_tenths: balance.tenths,
      balance_cents: balance.cents,
    });
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

const README = `Your data at ${brand.name}

profile.json   your name, address, preferences and presets, as they are now
facts.ndjson   everything that was recorded about you, but for audits of our books: a line of JSON each,
               in the order of its recording a stream
statement.csv  what moved your credits and your wallet
orders.json    your orders, as their pages show them: what you ordered and where your pictures lie on it, where it
               goes, its parcels, and what became of it; sums in dollars
pictures/      the originals of the pictures that you made and have not deleted for ever, and in uploads/ the pictures
               that you uploaded, as they are kept; those that did not fit are named in pictures-left-out.txt
`;
