import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { auditFinding } from '@easel/contracts/audit/http';
import * as z from 'zod/mini';
import type { AuditSettings } from './audit.config.ts';

const count = z.number().check(z.int(), z.gte(0));

/** What the tool says, a JSON object a line. */
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), streams: count, facts: count }),
  z.object({ kind: z.literal('finding'), finding: auditFinding }),
  z.object({ kind: z.literal('note'), note: z.string() }),
  z.object({
    kind: z.literal('verdict'),
    findings: count,
    streams: count,
    facts: count,
    /** What should have been looked at as well and could not be. */
    notLooked: z.array(z.string()),
    verified: z.record(z.string(), z.unknown()),
  }),
]);
export type AuditSaid = z.output<typeof said>;

export interface AuditExit {
  /** 0 nothing differs, 1 something does; null where it was killed. */
  code: number | null;
  /** The last of what it complained of. */
  complaint: string;
}

const STOP_MS = 5_000;
const COMPLAINT_CHARS = 2_000;

/**
 * Runs `verify --json` and hands on each thing it says, in order; it is told to stop when the signal aborts, and killed
 * when it does not. It ends with us, even by kill -9: its input does. Throws where it cannot be run, or says what it
 * should not.
 */
export async function runAuditTool(
  { command = [], env }: AuditSettings,
  memberId: string | null,
  { hear, signal }: { hear: (what: AuditSaid) => Promise<void>; signal: AbortSignal },
): Promise<AuditExit> {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, 'verify', '--json', ...(memberId === null ? [] : [memberId])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, EASEL_EXIT_WITH_PARENT: '1' },
  });
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  ended.catch(() => undefined); // awaited below
  child.stdin.on('error', () => undefined); // it may be gone before us
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_CHARS);
  });
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const line of createInterface({ input: child.stdout })) await hear(heard(line));
    const [code] = await ended;
    return { code, complaint: complaint.trim().split('\n').at(-1) ?? '' };
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(late);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
}

function heard(line: string): AuditSaid {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`The audit tool said ${JSON.stringify(line.slice(0, 200))}`);
  }
  return said.parse(value);
}
