import type { EventLog } from '@easel/kernel/log/event-log';
import type { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { chainedCategories } from '@easel/contracts/streams';
import { Anchors } from '@easel/kernel/proof/anchors';
import type { Pool } from '@easel/kernel/database/database';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { MacKeys } from '@easel/kernel/proof/mac-keys';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import type { Logger } from 'pino';
import { lineOf, type Finding } from '../../tools/audit/finding.ts';
import { verify } from '../../tools/audit/verify.ts';
import type { Violation } from '../invariants/evidence.ts';

const RULE = 'audit is clean';

export interface Audited {
  log: EventLog;
  pool: Pool;
  sealer: Sealer;
  gateway: StripeGateway;
  /** Those of every test where none are named. */
  macs?: MacKeys;
  logger: Logger;
}

/** Anchors the money as it stands, as the product does each hour. */
export async function anchor({ log, pool, sealer, logger }: Audited): Promise<void> {
  await new Anchors({ log, pool, sealer, logger, categories: chainedCategories }).make(new AbortController().signal);
}

/** What the audit finds, of everybody. */
export async function auditDifferences({ log, pool, sealer, gateway, macs = testMacs }: Audited): Promise<Violation[]> {
  const findings: Finding[] = [];
  const report = {
    finding: (finding: Finding) => void findings.push(finding),
    note: () => undefined,
    progress: () => undefined,
  };
  const signal = new AbortController().signal;
  const audited = { log, pool, sealer, macs, paidSessions: () => gateway.paidSessions() };
  const { notLooked } = await verify(audited, { report, signal });
  return [
    ...findings.map((finding) => ({ rule: RULE, memberId: memberOf(finding), says: lineOf(finding) })),
    ...notLooked.map((what) => ({ rule: RULE, memberId: undefined, says: `not looked at: ${what}` })),
  ];
}

/** Of whose stream it is. */
const memberOf = ({ place }: Finding): string | undefined => /(?:account|earnings)-([\da-f-]{36})/.exec(place)?.[1];
