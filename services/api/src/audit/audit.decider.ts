import type { AuditFact } from '@easel/contracts/audit/events';
import { auditProblems } from '@easel/contracts/audit/http';
import { ATTEMPTS_MAX, type AuditVerdict } from '@easel/contracts/audit/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface AuditState {
  phase: 'none' | 'queued' | 'running' | 'ended';
  memberId: string | null;
  /** How often it has begun. */
  attempts: number;
  isCancelled: boolean;
}

export type AuditCommand =
  | { type: 'RequestAudit'; auditId: string; memberId: string | null; reason: string }
  | { type: 'StartAudit'; auditId: string }
  | {
      type: 'CompleteAudit';
      auditId: string;
      verdict: AuditVerdict;
      streams: number;
      facts: number;
      findings: number;
    }
  | { type: 'FailAudit'; auditId: string; error: string }
  | { type: 'CancelAudit'; auditId: string; reason: string };

/** What a failed audit says that was begun again and again. */
export const GIVEN_UP = `It was begun ${ATTEMPTS_MAX} times and never came to its end`;

/** One verification. It ends once; whoever is late with an end of another kind changes nothing. */
export const audit: Decider<AuditState, AuditCommand, AuditFact> = {
  initial: () => ({ phase: 'none', memberId: null, attempts: 0, isCancelled: false }),

  decide(command, { phase, attempts, isCancelled }) {
    const { auditId } = command;
    if (command.type === 'RequestAudit') {
      const { memberId, reason } = command;
      return phase === 'none' ? [{ type: 'AuditRequested', data: { auditId, memberId, reason } }] : [];
    }
    if (phase === 'none') throw new Refused(auditProblems.notFound);
    if (command.type === 'CancelAudit') {
      if (phase !== 'ended') return [{ type: 'AuditCancelled', data: { auditId, reason: command.reason } }];
      if (isCancelled) return [];
      throw new Refused(auditProblems.ended);
    }
    if (phase === 'ended') return [];
    switch (command.type) {
      case 'StartAudit':
        return attempts < ATTEMPTS_MAX
          ? [{ type: 'AuditStarted', data: { auditId, attempt: attempts + 1 } }]
          : [{ type: 'AuditFailed', data: { auditId, error: GIVEN_UP } }];
      case 'CompleteAudit': {
        const { verdict, streams, facts, findings } = command;
        return [{ type: 'AuditCompleted', data: { auditId, verdict, streams, facts, findings } }];
      }
      case 'FailAudit':
        return [{ type: 'AuditFailed', data: { auditId, error: command.error } }];
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'AuditRequested':
        return { ...state, phase: 'queued', memberId: fact.data.memberId };
      case 'AuditStarted':
        return { ...state, phase: 'running', attempts: fact.data.attempt };
      case 'AuditCompleted':
      case 'AuditFailed':
        return { ...state, phase: 'ended' };
      case 'AuditCancelled':
        return { ...state, phase: 'ended', isCancelled: true };
    }
  },
};
