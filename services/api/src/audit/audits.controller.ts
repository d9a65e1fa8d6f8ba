import { auditHttp, auditProblems, type AuditFinding, type AuditRecord } from '@easel/contracts/audit/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Body, Controller, HttpCode, Param, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { CancelAudit, RequestAudit } from './audits.commands.ts';
import { auditList, Audits } from './audits.tables.ts';

type Changed = { success: true } & AuditRecord;

/** Audits that the console asks for, and what they found. */
@Controller()
export class AuditsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly audits: Audits,
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
    return { success: true, ...(await this.commands.execute(new RequestAudit(member_id, reason, context))) };
  }

  @HttpCode(200)
  @RouteOf(auditHttp.cancel)
  async cancel(
    @Param({ schema: auditHttp.cancel.params }) { id }: { id: string },
    @Body({ schema: auditHttp.cancel.body }) { reason }: z.output<typeof auditHttp.cancel.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return { success: true, ...(await this.commands.execute(new CancelAudit(id, reason, context))) };
  }
}
