import type { AuditFact } from '@easel/contracts/audit/events';
import { auditProblems } from '@easel/contracts/audit/http';
import { ATTEMPTS_MAX } from '@easel/contracts/audit/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, test } from 'vitest';
import { audit, type AuditCommand, GIVEN_UP } from './audit.decider.ts';

const auditId = '44444444-4444-4444-8444-444444444444';
const requested: AuditFact = { type: 'AuditRequested', data: { auditId, memberId: null, reason: 'the month is over' } };
const started = (attempt = 1): AuditFact => ({ type: 'AuditStarted', data: { auditId, attempt } });
const counts = { streams: 4, facts: 11, findings: 0 };
const completed: AuditFact = { type: 'AuditCompleted', data: { auditId, verdict: 'clean', ...counts } };
const failed: AuditFact = { type: 'AuditFailed', data: { auditId, error: 'the log is away' } };
const cancelled: AuditFact = { type: 'AuditCancelled', data: { auditId, reason: 'not now' } };

const request: AuditCommand = { type: 'RequestAudit', auditId, memberId: null, reason: 'the month is over' };
const start: AuditCommand = { type: 'StartAudit', auditId };
const complete: AuditCommand = { type: 'CompleteAudit', auditId, verdict: 'clean', ...counts };
const fail: AuditCommand = { type: 'FailAudit', auditId, error: 'the log is away' };
const cancel: AuditCommand = { type: 'CancelAudit', auditId, reason: 'not now' };

describe('an audit', () => {
  test('is asked for once', () => {
    given(audit).when(request).then(requested);
    given(audit, requested).when(request).thenNothing();
    given(audit, requested, started(), completed).when(request).thenNothing();
  });

  test('is begun, and comes to its verdict', () => {
    given(audit, requested).when(start).then(started());
    given(audit, requested, started()).when(complete).then(completed);
    given(audit, requested, started()).when(fail).then(failed);
  });

  test('that was left is begun anew, a few times', () => {
    given(audit, requested, started(1)).when(start).then(started(2));
    const often = Array.from({ length: ATTEMPTS_MAX }, (_, index) => started(index + 1));
    given(audit, requested, ...often)
      .when(start)
      .then({ type: 'AuditFailed', data: { auditId, error: GIVEN_UP } });
  });

  test('is cancelled while it waits or runs', () => {
    given(audit, requested).when(cancel).then(cancelled);
    given(audit, requested, started()).when(cancel).then(cancelled);
    given(audit, requested, cancelled).when(cancel).thenNothing();
    given(audit, requested, started(), completed).when(cancel).thenRefuses(auditProblems.ended);
    given(audit, requested, started(), failed).when(cancel).thenRefuses(auditProblems.ended);
  });

  test('ends once: what comes later changes nothing', () => {
    for (const end of [completed, failed, cancelled]) {
      for (const late of [start, complete, fail]) given(audit, requested, started(), end).when(late).thenNothing();
    }
  });

  test('has to be there', () => {
    for (const command of [start, complete, fail, cancel])
      given(audit).when(command).thenRefuses(auditProblems.notFound);
  });
});
