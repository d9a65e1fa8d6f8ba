import type { AuditFact } from '@easel/contracts/audit/events';
import type { AuditStatus } from '@easel/contracts/audit/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Decider } from '@easel/kernel/deciding/decider';

/** An audit as its facts tell of it, with times and who asked. */
export interface AuditState {
  /** How many facts there are: the more, the newer. */
  version: number;
  status: AuditStatus;
  memberId: string | null;
  reason: string;
  requestedBy: { id: string; role: string | null };
  requestedAt: Date;
  /** Of the latest attempt. */
  startedAt: Date | null;
  endedAt: Date | null;
  /** Of one that has its verdict. */
  ended: { streams: number; facts: number; findings: number } | null;
  error: string | null;
}

/** It decides nothing. Null where nobody asked for it. */
export const auditState: Decider<AuditState | null, never, Recorded<AuditFact>> = {
  initial: () => null,
  decide: () => [],

  evolve(before, fact) {
    const { recordedAt, metadata } = fact;
    if (fact.type === 'AuditRequested') {
      const { memberId, reason } = fact.data;
      const { id, role = null } = metadata.actor;
      return {
        version: 1,
        status: 'queued',
        memberId,
        reason,
        requestedBy: { id, role },
        requestedAt: recordedAt,
        startedAt: null,
        endedAt: null,
        ended: null,
        error: null,
      };
    }
    if (!before) return null;
    const next = { ...before, version: before.version + 1 };
    switch (fact.type) {
      case 'AuditStarted':
        return { ...next, status: 'running', startedAt: recordedAt };
      case 'AuditCompleted': {
        const { verdict, streams, facts, findings } = fact.data;
        return { ...next, status: verdict, endedAt: recordedAt, ended: { streams, facts, findings } };
      }
      case 'AuditFailed':
        return { ...next, status: 'failed', endedAt: recordedAt, error: fact.data.error };
      case 'AuditCancelled':
        return { ...next, status: 'cancelled', endedAt: recordedAt };
    }
  },
};
