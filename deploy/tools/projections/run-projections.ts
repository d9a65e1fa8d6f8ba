import { parseArgs } from 'node:util';
import { Refused } from '@easel/contracts/kernel/problem';
import type { ProjectionRecord } from '@easel/contracts/operations/http';
import { operationsHttp } from '@easel/contracts/operations/http';
import { describeConfig } from '@easel/kernel/server/config';
import * as z from 'zod/mini';
import { withParts } from '../../local/installation/connect.ts';
import { requireOneInstallation } from '../../local/installation/installation.ts';
import { readToolSettings, toolConfig } from '../../local/tool-settings.ts';
import { ProjectionsDesk } from './projections-desk.ts';

const USAGE = `The read models: how they stand, and what may be done with them. It works beside the running product.

  npm run projections -- list
  npm run projections -- rebuild NAME [--accept-difference]   fills it anew beside the live one, compares, and swaps it in
  npm run projections -- park list [NAME]                     partitions that were set aside, and the error they wait for
  npm run projections -- park show NAME PARTITION             their facts, personal data sealed
  npm run projections -- park retry NAME PARTITION            tries them again, in order, up to the first that still fails
  npm run projections -- pause NAME --reason TEXT             it stands still until it is resumed; reads go on
  npm run projections -- resume NAME --reason TEXT

  --json   lines of JSON, of list, park list and park show
  --help

Exit: 0 done, 1 refused or not taken, 2 it could not be done.

${describeConfig(toolConfig)}
`;

export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const EXIT = { done: 0, refused: 1, failed: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const name = operationsHttp.one.params.shape.id;
const { partition } = operationsHttp.parked.query.shape;
const { reason } = operationsHttp.pause.body.shape;
const asked = z.union([
  z.object({ words: z.tuple([z.literal('list')]) }),
  z.object({ words: z.tuple([z.literal('rebuild'), name]), 'accept-difference': z.boolean() }),
  z.object({ words: z.tuple([z.literal('park'), z.literal('list')]) }),
  z.object({ words: z.tuple([z.literal('park'), z.literal('list'), name]) }),
  z.object({ words: z.tuple([z.literal('park'), z.enum(['show', 'retry']), name, partition]) }),
  z.object({ words: z.tuple([z.enum(['pause', 'resume']), name]), reason }),
]);
type Asked = z.output<typeof asked>;

/** Runs one command of the tool; never throws. */
export async function runProjections(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { out, err }: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, 'accept-difference': flag, json: flag, help: flag },
    });
    if (values.help) {
      out(USAGE);
      return EXIT.done;
    }
    const request = z.safeParse(asked, { words: positionals, ...values });
    if (!request.success) {
      err(USAGE);
      return EXIT.failed;
    }
    const settings = readToolSettings(env, ['databaseUrl', 'eventStoreUrl', 'masterKey'], err);
    await withParts(settings, requireOneInstallation);
    const desk = new ProjectionsDesk(settings);
    try {
      return await carryOut(desk, request.data, { json: values.json, out, signal });
    } finally {
      await desk.close();
    }
  } catch (error) {
    err(error instanceof Refused ? error.message : `It could not be done: ${messageOf(error)}`);
    return error instanceof Refused ? EXIT.refused : EXIT.failed;
  }
}

interface How {
  json: boolean;
  out: Output['out'];
  signal: AbortSignal;
}

async function carryOut(desk: ProjectionsDesk, request: Asked, { json, out, signal }: How): Promise<ExitCode> {
  const { words } = request;
  const tell = (rows: readonly object[], lines: readonly string[]): ExitCode => {
    for (const line of json ? rows.map((row) => JSON.stringify(row)) : lines) out(line);
    return EXIT.done;
  };
  switch (words[0]) {
    case 'list': {
      const records = await desk.list();
      return tell(records, aligned(records.map(cellsOf)));
    }
    case 'rebuild':
      return (await desk.rebuild(words[1], 'accept-difference' in request && request['accept-difference'], signal))
        ? EXIT.done
        : EXIT.refused;
    case 'pause':
    case 'resume': {
      const type = words[0] === 'pause' ? 'PauseProjection' : 'ResumeProjection';
      await desk.operate(words[1], { type }, 'reason' in request ? request.reason : '');
      return EXIT.done;
    }
    case 'park':
      break;
  }
  if (words[1] === 'list') {
    const names = words[2] === undefined ? (await desk.list()).map(({ id }) => id) : [words[2]];
    const found = await Promise.all(
      names.map(async (id) => (await desk.parkedPartitions(id)).map((one) => ({ projection: id, ...one }))),
    );
    const rows = found.flat();
    const cells = rows.map(({ projection, partition: of, facts, since, error }) => [
      projection,
      inOneLine(of),
      String(facts),
      since,
      inOneLine(error ?? ''),
    ]);
    return tell(rows, aligned(cells));
  }
  if (words[1] === 'retry') return (await desk.retry(words[2], words[3])) ? EXIT.done : EXIT.refused;
  const facts = await desk.parkedFacts(words[2], words[3]);
  const lines = facts.flatMap(({ position, type, stream, revision, at, error, data }) => [
    `${position} ${type} ${inOneLine(stream)}@${revision} ${at}${error === null ? '' : ` ${inOneLine(error)}`}`,
    `  ${JSON.stringify(data)}`,
  ]);
  return tell(facts, lines);
}

function cellsOf(record: ProjectionRecord): string[] {
  const { id, phase, version, lag_events: lag, lag_more: more, lag_seconds, parked, reason } = record;
  const considered = record.events_applied + record.events_ignored + parked;
  return [
    id,
    `v${version}`,
    phase,
    `${considered} of ${lag === null ? '?' : `${considered + lag}${more ? '+' : ''}`}`,
    lag === null ? 'lag unknown' : `${more ? 'more than ' : ''}${lag} behind`,
    lag_seconds === null || lag_seconds === 0 ? '' : `${lag_seconds} s`,
    parked === 0 ? '' : `${parked} parked`,
    inOneLine(reason ?? ''),
  ];
}

/** What people and errors said must not move the terminal's cursor. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

function aligned(rows: readonly string[][]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column) + 2))
      .join('')
      .trimEnd(),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
