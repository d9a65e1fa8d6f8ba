import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { catalogue } from '@easel/contracts/catalogue';
import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import { describeConfig } from '@easel/kernel/server/config';
import { EventLog } from '@easel/kernel/log/event-log';
import { eventFile } from '@easel/projections/events/event-file';
import { fitsTo } from '@easel/projections/events/event-fits';
import { withoutSealed } from '@easel/projections/events/shown-event';
import { readToolSettings, toolConfig } from '../../local/tool-settings.ts';
import { type Asked, askedBy, categoriesOf, type Grouping } from './asked.ts';
import { EXIT, type ExitCode, type Streams } from './ends.ts';
import { runSql } from './run-sql.ts';

const USAGE = `Reads the log itself, every event of it, in constant memory; what is sealed stays sealed.

  npm run events -- tail             follows what comes, a line each; --json for lines of JSON
  npm run events -- count            how many there are; --by type|category|day, --json
  npm run events -- export           all of them, the oldest first; --format ndjson|csv, --out FILE
  npm run events -- sql "select …"   one SELECT over the log as columns: the table facts, and a view a fact type, as
                                     describe facts and describe "GenerationRequested" tell; --as-of POSITION|INSTANT,
                                     --format table|json|csv|parquet, --out FILE
  npm run events -- sql --rebuild    has the columns made anew from the log, beside the ones that are read

The first three are narrowed by, each of which has to fit:
  --type T --category C              may be given more than once
  --stream S --member ID --actor ID --correlation ID
  --from INSTANT --to INSTANT        a day or an instant in UTC; the end is not included
  --q WORDS                          all of them, or parts of three letters and more, in the type, the ids or what the data
                                     says in the open

Ctrl+C ends it after the event at hand. Exit: 0 done, 2 it could not be done, 130 it was interrupted.

${describeConfig(toolConfig.pick({ EVENT_STORE_URL: true, DATA_DIR: true }))}
`;

const PORTION = 500;
const LAST_WORDS_MS = 5_000;

interface Run extends Streams {
  log: EventLog;
  asked: Asked;
  signal: AbortSignal;
}

/** Runs one command of the tool; never throws. */
export async function runEvents(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  signal: AbortSignal,
): Promise<ExitCode> {
  let log: EventLog | undefined;
  try {
    const asked = askedBy(args);
    if (!asked) {
      streams.out.write(USAGE);
      return EXIT.done;
    }
    if (asked.command === 'sql') return await runSql(asked, env, streams, signal);
    const say = (line: string): void => void streams.err.write(`${line}\n`);
    log = new EventLog(readToolSettings(env, ['eventStoreUrl'], say).eventStoreUrl, catalogue, nobody);
    const run = { ...streams, log, asked, signal };
    if (asked.command === 'count') return await count(run);
    return await (asked.command === 'tail' ? tail(run) : exportAll(run));
  } catch (error) {
    // Whoever reads has enough: `| head`.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return EXIT.done;
    streams.err.write(`${messagesOf(error).join(': ')}\n`);
    return EXIT.failed;
  } finally {
    await log?.close();
  }
}

/** Facts are taken as they are stored: nobody opens or seals anything here. */
const nobody = {
  seal: () => Promise.reject(new Error('nothing is sealed here')),
  open: () => Promise.reject(new Error('nothing is opened here')),
  openNow: () => undefined,
};

async function tail(run: Run): Promise<ExitCode> {
  const { asked, out, err, signal } = run;
  err.write('following; Ctrl+C ends it\n');
  const lines = asked.json ? eventFile('ndjson', portionsOf(wanted(run, 'end'), 1)) : linesOf(wanted(run, 'end'));
  await write(lines, out, { signal, end: false });
  return EXIT.done;
}

async function* linesOf(events: AsyncIterable<Recorded>): AsyncGenerator<string, void, void> {
  for await (const stored of events) {
    const { position, type, stream, revision, recordedAt, metadata } = stored;
    const by = typeof metadata.actor === 'object' ? `  by ${metadata.actor.kind} ${metadata.actor.id}` : '';
    const data = JSON.stringify(withoutSealed(stored).value);
    yield `${recordedAt.toISOString()}  ${position}  ${type}  ${stream}@${revision}${by}  ${data}\n`;
  }
}

async function exportAll(run: Run): Promise<ExitCode> {
  const { asked, out, err, signal } = run;
  let events = 0;
  const counted = async function* (): AsyncGenerator<readonly Recorded[], void, void> {
    for await (const portion of portionsOf(wanted(run, 'start'), PORTION)) {
      events += portion.length;
      yield portion;
    }
  };
  const begun = performance.now();
  const target = asked.out === undefined ? out : createWriteStream(asked.out);
  await write(eventFile(asked.format === 'csv' ? 'csv' : 'ndjson', counted()), target, { signal, end: target !== out });
  const seconds = (performance.now() - begun) / 1_000;
  const rssMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  err.write(
    `${signal.aborted ? 'interrupted after ' : ''}${events} events in ${seconds.toFixed(1)} s, ${rssMb} MB at most\n`,
  );
  return signal.aborted ? EXIT.interrupted : EXIT.done;
}

async function count(run: Run): Promise<ExitCode> {
  const { asked, out, signal } = run;
  const counts = new Map<string, number>();
  let total = 0;
  for await (const stored of wanted(run, 'start')) {
    total += 1;
    if (asked.by === undefined) continue;
    const group = groupOf(stored, asked.by);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  if (signal.aborted) return EXIT.interrupted;
  const groups = [...counts].sort(
    ([one, many], [other, more]) => (asked.by !== 'day' && more - many) || (one < other ? -1 : 1),
  );
  if (asked.json)
    out.write(`${JSON.stringify({ total, ...(asked.by && { [asked.by]: Object.fromEntries(groups) }) })}\n`);
  else {
    const width = String(total).length;
    for (const [group, events] of groups) out.write(`${String(events).padStart(width)}  ${group}\n`);
    out.write(`${total}${asked.by === undefined ? '' : '  in all'}\n`);
  }
  return EXIT.done;
}

function groupOf({ type, stream, recordedAt }: Recorded, by: Grouping): string {
  if (by === 'type') return type;
  return by === 'category' ? categoryOf(stream) : recordedAt.toISOString().slice(0, 10);
}

/** What is stored, or what comes; ends by the signal, and where it began at the start also with the log's end. */
async function* wanted({ log, asked, signal }: Run, after: 'start' | 'end'): AsyncGenerator<Recorded, void, void> {
  const fits = fitsTo(asked);
  for await (const item of log.subscribe({ categories: categoriesOf(asked), after, signal, stored: true })) {
    if (item.kind === 'fact' && fits(item.fact)) yield item.fact;
    if (item.kind === 'caught-up' && after === 'start') return;
  }
}

async function* portionsOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[], void, void> {
  let portion: T[] = [];
  for await (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

/** At the pace of whoever reads. Where the signal ends it, what was read is still written, unless nobody takes it. */
async function write(
  lines: AsyncIterable<string>,
  target: NodeJS.WritableStream,
  { signal, end }: { signal: AbortSignal; end: boolean },
): Promise<void> {
  const source = Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1_024 });
  const abandon = (): void => void setTimeout(() => source.destroy(), LAST_WORDS_MS).unref();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await pipeline(source, target, { end });
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

const messagesOf = (error: unknown): string[] =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : messagesOf(error.cause))]
    : [String(error)];
