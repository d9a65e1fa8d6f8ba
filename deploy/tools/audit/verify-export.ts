import { EXPORT_SIGNATURE, signedText } from '@easel/projections/ledger/chained-export';
import type { Sealer } from '@easel/kernel/identity/sealing';
import { type Claim, ExportCheck } from './export-check.ts';
import { linesOfFile } from './export-lines.ts';
import { ExportWalk } from './export-walk.ts';
import type { Report } from './finding.ts';
import { LedgerBooks } from './ledger-book.ts';
import type { Audited } from './verify.ts';

const PROGRESS_MS = 2_000;

export interface ExportVerified {
  entries: number;
  /** Those that log and ledger say too; null where they were not asked. */
  agreed: number | null;
  notLooked: string[];
}

/** Whether an exported file is as it was written and, where `audited` is given, whether log and ledger say the same. */
export async function verifyExport(
  path: string,
  {
    sealer,
    audited,
    report,
    signal,
  }: {
    /** Undefined: whether it is signed cannot be told. */
    sealer: Pick<Sealer, 'digest'> | undefined;
    audited?: Pick<Audited, 'log' | 'pool'>;
    report: Report;
    signal: AbortSignal;
  },
): Promise<ExportVerified> {
  const walk = new ExportWalk(linesOfFile(path), {
    finding: (finding) => report.finding(finding),
    isSigned: sealer && ((end) => sealer.digest(EXPORT_SIGNATURE, signedText(end)) === end.signature),
  });
  const notLooked = sealer ? [] : ['the signature: there is no master key to tell by'];
  let reportedAt = Date.now();
  async function* claims(): AsyncGenerator<Claim, void, void> {
    for await (const claim of walk.read()) {
      if (signal.aborted) return;
      yield claim;
      if (Date.now() - reportedAt < PROGRESS_MS) continue;
      reportedAt = Date.now();
      report.progress(`${walk.entries} entries`);
    }
  }
  if (!audited) {
    for await (const { line } of claims()) void line;
    return { entries: walk.entries, agreed: null, notLooked };
  }
  const books = await LedgerBooks.find(audited.pool);
  if (!books) notLooked.push('the ledger: its read model is not there');
  const check = new ExportCheck(audited.log, books, (finding) => report.finding(finding));
  await check.check(claims());
  return { entries: walk.entries, agreed: check.agreed, notLooked };
}
