import { parseArgs } from 'node:util';
import { Credentials } from '@easel/api/members/credentials.tables';
import { describeConfig } from '@easel/kernel/server/config';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Pool } from 'pg';
import { withParts } from '../../local/installation/connect.ts';
import { requireOneInstallation } from '../../local/installation/installation.ts';
import { lineOf, type Finding, type Report } from './finding.ts';
import { LedgerBooks } from './ledger-book.ts';
import { openAudited } from './open-audited.ts';
import { auditConfig, findMasterKey, readSettings } from './settings.ts';
import { branchesOf, linesOf, type Branch } from './trace-lines.ts';
import { trace } from './trace.ts';
import { verifyExport } from './verify-export.ts';
import { verify, type Audited, type Verified } from './verify.ts';

const USAGE = `Proves the money: it only reads, and may run beside the product.

  npm run audit -- verify [member]   every hash chain, anchor, fold, ledger entry, payment, invoice and order; of one
                                     member (id or email) or of all. One line a difference, named at its place
  npm run audit -- verify-export <file>
                                     whether a ledger that the console exported (as ndjson) is as it was written,
                                     and whether log and ledger still say the same. The line is named
  npm run audit -- trace <id>        what brought an event, purchase, payment, session, generation, order (by its id or
                                     reference), invoice (by its number) or call about, and all that followed; a
                                     star marks the events that the id names

  --json   lines of JSON; of verify {"kind": progress | finding | note | verdict, …}
  --chain-only   of an export: its links and signature alone, without a database
  --help

Exit: 0 nothing differs, 1 something does, 2 it could not be looked at.

${describeConfig(auditConfig)}
`;

export interface Output {
  out(line: string): void;
  /** What is said beside the findings. */
  err(line: string): void;
}

const PROGRESS_FOR_PROGRAMS_MS = 500;

export interface AuditOptions {
  /** Least time between two lines of progress for programs; 500 ms. */
  progressMs?: number;
}

const EXIT = { clean: 0, differences: 1, failed: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Runs one command of the tool; never throws. */
export async function runAudit(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output,
  signal: AbortSignal,
  { progressMs = PROGRESS_FOR_PROGRAMS_MS }: AuditOptions = {},
): Promise<ExitCode> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'chain-only': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [command, subject, ...rest] = positionals;
    if (values.help) {
      output.out(USAGE);
      return EXIT.clean;
    }
    const isVerify = command === 'verify' && rest.length === 0;
    const isTrace = command === 'trace' && subject !== undefined && rest.length === 0;
    const isExport = command === 'verify-export' && subject !== undefined && rest.length === 0;
    if (!isVerify && !isTrace && !isExport) {
      output.err(USAGE);
      return EXIT.failed;
    }
    const { json } = values;
    if (isExport && values['chain-only']) {
      const masterKey = findMasterKey(env);
      // Only its digests are asked for: it never connects.
      const sealer = masterKey === undefined ? undefined : new Sealer(new PostgresPersonKeys(new Pool()), masterKey);
      return await runVerifyExport(subject, { sealer }, { json, output, signal });
    }
    const settings = readSettings(env, (line) => output.err(line));
    await withParts(settings, requireOneInstallation);
    const audited = openAudited(settings);
    try {
      if (isExport)
        return await runVerifyExport(subject, { sealer: audited.sealer, audited }, { json, output, signal });
      if (isTrace) return await runTrace(audited, subject, { json, output, signal });
      return await runVerify(audited, subject, { json, output, signal, progressMs });
    } finally {
      await audited.close();
    }
  } catch (error) {
    output.err(`It could not be looked at: ${messagesOf(error).join(': ')}`);
    return EXIT.failed;
  }
}

interface Run {
  json: boolean;
  output: Output;
  signal: AbortSignal;
}

async function runVerify(
  audited: Audited,
  member: string | undefined,
  run: Run & Required<AuditOptions>,
): Promise<ExitCode> {
  const { json, output, signal, progressMs } = run;
  const memberId = member === undefined ? undefined : await memberIdOf(audited, member);
  let findings = 0;
  const report = reportTo(run, (finding) => {
    findings += 1;
    output.out(json ? JSON.stringify({ kind: 'finding', finding }) : lineOf(finding));
  });
  const begun = performance.now();
  const verified = await verify(audited, {
    report,
    signal,
    ...(memberId !== undefined && { memberId }),
    ...(json && { progressMs }),
  });
  if (signal.aborted) throw new Error('it was interrupted');
  if (memberId !== undefined && verified.streams === 0 && findings === 0) {
    throw new Error(`there are no money streams of ${memberId}`);
  }
  const seconds = (performance.now() - begun) / 1000;
  const rssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const perSecond = Math.round(verified.facts / seconds);
  const { user, system } = process.cpuUsage();
  const cpu = ((user + system) / 1e6).toFixed(1);
  output.err(`${seconds.toFixed(1)} s (${cpu} s of CPU), ${perSecond} facts a second, ${rssMb} MB at most`);
  output.out(json ? verdictLine(verified, findings) : summaryLine(verified, findings));
  for (const what of verified.notLooked) output.err(`Not looked at: ${what}`);
  if (findings > 0) return EXIT.differences;
  return verified.notLooked.length > 0 ? EXIT.failed : EXIT.clean;
}

async function runVerifyExport(
  path: string,
  given: Pick<Parameters<typeof verifyExport>[1], 'sealer' | 'audited'>,
  run: Run,
): Promise<ExitCode> {
  const { json, output, signal } = run;
  let findings = 0;
  const report = reportTo(run, (finding) => {
    findings += 1;
    output.out(json ? JSON.stringify({ kind: 'finding', finding }) : lineOf(finding));
  });
  const verified = await verifyExport(path, { ...given, report, signal });
  if (signal.aborted) throw new Error('it was interrupted');
  const { entries, agreed, notLooked } = verified;
  const found = findings === 0 ? 'as it was written' : `${findings} ${findings === 1 ? 'difference' : 'differences'}`;
  const compared = agreed === null ? 'not compared with log and ledger' : `${agreed} as log and ledger say`;
  output.out(
    json ? JSON.stringify({ kind: 'verdict', findings, ...verified }) : `${found}; ${entries} entries, ${compared}`,
  );
  for (const what of notLooked) output.err(`Not looked at: ${what}`);
  if (findings > 0) return EXIT.differences;
  return notLooked.length > 0 ? EXIT.failed : EXIT.clean;
}

function verdictLine(verified: Verified, findings: number): string {
  const { streams, facts, notLooked, ...rest } = verified;
  return JSON.stringify({ kind: 'verdict', findings, streams, facts, notLooked, verified: rest });
}

function summaryLine(
  {
    anchors,
    streams,
    facts,
    newestAnchor,
    ledger,
    payments,
    orderPayments,
    invoices,
    orders,
    prints,
    challenges,
  }: Verified,
  findings: number,
): string {
  const newest = newestAnchor ? ` (the newest of ${newestAnchor.at.toISOString()})` : '';
  return [
    findings === 0 ? 'clean' : `${findings} ${findings === 1 ? 'difference' : 'differences'}`,
    `${streams} streams, ${facts} facts`,
    `${anchors} anchors${newest}`,
    ledger ? `${ledger.entries} ledger entries` : 'no ledger to compare',
    payments
      ? `wallet top-ups: ${payments.paid} at the card service, ${payments.toppedUp} here`
      : 'no wallet top-ups to compare',
    orderPayments
      ? `payments of orders: ${orderPayments.paid} at the card service, ${orderPayments.recorded} here`
      : 'no payments of orders to compare',
    `invoices and credit notes: ${invoices}`,
    `${orders} paid ${orders === 1 ? 'order' : 'orders'}`,
    `${prints.attempts} print ${prints.attempts === 1 ? 'order' : 'orders'}, charged $${(prints.cents / 100).toFixed(2)}`,
    `${challenges} announced ${challenges === 1 ? 'challenge' : 'challenges'}`,
  ].join('; ');
}

async function runTrace(audited: Audited, id: string, run: Run): Promise<ExitCode> {
  const { json, output, signal } = run;
  const { log, pool } = audited;
  const known = await (await LedgerBooks.find(pool))?.placeOf(id);
  const traced = await trace(id, { log, report: reportTo(run, () => undefined), signal, ...(known && { known }) });
  if (traced.facts.length === 0) throw new Error(`nothing in the log is named ${id}`);
  for (const branch of await branchesOf(traced, pool)) {
    for (const line of json ? jsonOf(branch) : linesOf(branch)) output.out(line);
  }
  if (traced.cut) output.err('there is more: only the beginning is told');
  return EXIT.clean;
}

function jsonOf({ origin, facts }: Branch): string[] {
  const shown = facts.map(({ depth, asked, data, fact }) => {
    const { id, type, stream, revision, position, recordedAt, metadata } = fact;
    return { depth, asked, id, type, stream, revision, position: String(position), recordedAt, metadata, data };
  });
  return [JSON.stringify({ origin, facts: shown })];
}

function reportTo({ json, output }: Run, finding: (finding: Finding) => void): Report {
  return {
    finding,
    note: (text) => (json ? output.out(JSON.stringify({ kind: 'note', note: text })) : output.err(`note: ${text}`)),
    progress: (text, counts) => {
      if (json && counts) output.out(JSON.stringify({ kind: 'progress', ...counts }));
      else output.err(`… ${text}`);
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function memberIdOf({ pool, sealer }: Audited, member: string): Promise<string> {
  if (UUID.test(member)) return member.toLowerCase();
  const row = member.includes('@') ? await new Credentials(pool, sealer).byEmail(member) : undefined;
  if (!row) throw new Error(`${member} is no member’s id or email address`);
  return row.memberId;
}

const messagesOf = (error: unknown): string[] =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : messagesOf(error.cause))]
    : [String(error)];
