import type { HistoryEntry } from '@easel/contracts/kernel/console';
import { operatorProblems, operatorsHttp, type OperatorRecord } from '@easel/contracts/operators/http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Body, Controller, HttpCode, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { Administration } from './administration.ts';
import { OperatorDirectory, recordOf } from './operator-directory.ts';
import { operatorPage } from './operator-list.ts';

type Bodies = { [Name in 'invite' | 'change' | 'renew']: z.output<(typeof operatorsHttp)[Name]['body']> };
type Changed = { success: true } & OperatorRecord;

/** Operators see who else there is; admins say so. */
@Controller()
export class AdministrationController {
  constructor(
    private readonly administration: Administration,
    private readonly directory: OperatorDirectory,
  ) {}

  @RouteOf(operatorsHttp.list)
  async list(
    @Query({ schema: operatorsHttp.list.query }) asked: AskedList,
    @Caller() caller: CallerValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OperatorRecord[]> {
    const email = caller.kind === 'operator' && caller.role === 'admin';
    const { records, contentRange } = operatorPage(await this.directory.all(), asked, { email });
    void reply.header('content-range', contentRange);
    return records;
  }

  @RouteOf(operatorsHttp.one)
  async one(
    @Param({ schema: operatorsHttp.one.params }) { id }: { id: string },
  ): Promise<OperatorRecord & { history: readonly HistoryEntry[] }> {
    const record = await this.directory.tell(id);
    if (!record) throw new Refused(operatorProblems.notFound);
    return { ...recordOf(record, { email: true }), history: record.history.toReversed() };
  }

  @HttpCode(201)
  @RouteOf(operatorsHttp.invite)
  async invite(
    @Body({ schema: operatorsHttp.invite.body }) body: Bodies['invite'],
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return { success: true, ...(await this.administration.invite(body, context)) };
  }

  @RouteOf(operatorsHttp.change)
  async change(
    @Param({ schema: operatorsHttp.change.params }) { id }: { id: string },
    @Body({ schema: operatorsHttp.change.body }) body: Bodies['change'],
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return { success: true, ...(await this.administration.change(id, body, context)) };
  }

  @RouteOf(operatorsHttp.renew)
  async renew(
    @Param({ schema: operatorsHttp.renew.params }) { id }: { id: string },
    @Body({ schema: operatorsHttp.renew.body }) { reason }: Bodies['renew'],
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return { success: true, ...(await this.administration.renewInvitation(id, reason, context)) };
  }
}
