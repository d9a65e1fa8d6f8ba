import { auditHttp, auditProblems, type AuditFinding, type AuditRecord } from '@easel/contracts/audit/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Body, Controller, HttpCode, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import { AuditBook } from './audit-book.ts';
import { AUDIT_SETTINGS, type AuditSettings } from './audit.config.ts';
import { auditList, Audits } from './audits.tables.ts';

/** Ids of audits are UUID v5 of the command's key within this namespace. */
const AUDIT_NAMESPACE = '8e5cf3b8-70a4-4a0d-9f64-6c1d5f0f3b0e';

type Changed = { success: true } & AuditRecord;

/** Audits that the console asks for, and what they found. */
@Controller()
export class AuditsController {
  constructor(
    private readonly book: AuditBook,
    private readonly audits: Audits,
    @Inject(AUDIT_SETTINGS) private readonly settings: AuditSettings,
  ) {}

  @RouteOf(auditHttp.list)
  async list(
    @Query({ schema: auditHttp.list.query }) asked: AskedList,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditRecord[]> {
    const list = auditList.read(asked);
    const { records, total } = await this.audits.list(list);
    void reply.header('content-range', auditList.contentRange(list.offset, records.length, total));
    return records;
  }

  @RouteOf(auditHttp.one)
  async one(
    @Param({ schema: auditHttp.one.params }) { id }: { id: string },
  ): Promise<AuditRecord & { found: AuditFinding[] }> {
    const record = await this.audits.find(id);
    if (!record) throw new Refused(auditProblems.notFound);
    return { ...record, found: await this.audits.findings(id) };
  }

  @HttpCode(201)
  @RouteOf(auditHttp.start)
  async start(
    @Body({ schema: auditHttp.start.body }) { member_id, reason }: z.output<typeof auditHttp.start.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    if (!this.settings.command) throw new Refused(auditProblems.notSet);
    const auditId = uuidV5(context.key, AUDIT_NAMESPACE);
    await this.book.carryOut({ type: 'RequestAudit', auditId, memberId: member_id, reason }, context);
    return { success: true, ...(await this.book.record(auditId)) };
  }

  @HttpCode(200)
  @RouteOf(auditHttp.cancel)
  async cancel(
    @Param({ schema: auditHttp.cancel.params }) { id }: { id: string },
    @Body({ schema: auditHttp.cancel.body }) { reason }: z.output<typeof auditHttp.cancel.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    await this.book.carryOut({ type: 'CancelAudit', auditId: id, reason }, context);
    return { success: true, ...(await this.book.record(id)) };
  }
}
