import type { AuditFact } from '@easel/contracts/audit/events';
import { auditProblems, type AuditRecord } from '@easel/contracts/audit/http';
import { auditStream } from '@easel/contracts/audit/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { audit, type AuditCommand, type AuditState } from './audit.decider.ts';
import { Audits } from './audits.tables.ts';
import { auditState } from './audit-state.ts';

/** Says that an audit has moved: `{id}`. */
export const AUDITS_SUBJECT = 'audits';

/** Facts of audits, and right behind them what is read of them. */
@Injectable()
export class AuditBook {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly audits: Audits,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async carryOut(
    command: AuditCommand,
    context: CommandContext,
  ): Promise<{ state: AuditState; facts: readonly AuditFact[] }> {
    const { auditId } = command;
    const { state, facts } = await this.runner.execute(auditStream.nameOf(auditId), audit, command, context);
    faultPoint('audit.after-append');
    await this.follow(auditId);
    return { state, facts };
  }

  /** What the facts say becomes what is read. */
  async follow(auditId: string): Promise<void> {
    const { state } = await this.runner.fold(auditStream.nameOf(auditId), auditState);
    if (!state) return;
    await this.audits.note(auditId, state);
    this.moved(auditId);
  }

  moved(auditId: string): void {
    this.bus.publish(AUDITS_SUBJECT, { id: auditId });
  }

  /** Refused with 404. */
  async record(auditId: string): Promise<AuditRecord> {
    const record = await this.audits.find(auditId);
    if (!record) throw new Refused(auditProblems.notFound);
    return record;
  }
}
