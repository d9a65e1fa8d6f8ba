import { messagesHttp, type PresentMessage } from '@easel/contracts/messages/http';
import { priorityOf } from '@easel/contracts/messages/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { randomUUID } from '@easel/kernel/server/chance';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, HttpCode, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { ReopenMessage, ReplyToMessage, SubmitMessage, TriageMessage, type TriageChange } from './messages.commands.ts';

type Bodies = {
  [Name in 'submit' | 'triage' | 'triageMany' | 'reply' | 'reopen']: z.output<(typeof messagesHttp)[Name]['body']>;
};
type Triaged = z.output<typeof messagesHttp.triageMany.reply>['results'][number];

@Controller()
export class MessagesController {
  constructor(private readonly commands: CommandBus) {}

  @HttpCode(201)
  @RouteOf(messagesHttp.submit)
  async submit(
    @Body({ schema: messagesHttp.submit.body }) body: Bodies['submit'],
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; id: string }> {
    // A machine is told what a person would be, so that it learns nothing.
    if (body.website !== undefined && body.website !== null && body.website !== '') {
      return { success: true, id: randomUUID() };
    }
    const { message_type: messageType, priority } = body;
    const written = {
      messageType,
      memberId: caller.kind === 'member' ? caller.id : null,
      name: body.sender_name ?? '',
      email: body.sender_email ?? '',
      subject: body.subject ?? '',
      content: body.message_content,
      sourcePage: body.source_page ?? '',
      priority: priorityOf(messageType, typeof priority === 'string' ? priority : undefined),
    };
    return { success: true, id: await this.commands.execute(new SubmitMessage(written, context)) };
  }

  @RouteOf(messagesHttp.triageMany)
  async triageMany(
    @Body({ schema: messagesHttp.triageMany.body }) { changes }: Bodies['triageMany'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true; results: Triaged[] }> {
    const results = await Promise.all(changes.map((change) => this.triageOneOfMany(change, context)));
    return { success: true, results };
  }

  @RouteOf(messagesHttp.triage)
  async triage(
    @Param({ schema: messagesHttp.triage.params }) { id }: { id: string },
    @Body({ schema: messagesHttp.triage.body }) body: Bodies['triage'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true } & PresentMessage> {
    return { success: true, ...(await this.commands.execute(new TriageMessage({ id, ...body }, context))) };
  }

  @RouteOf(messagesHttp.reply)
  async reply(
    @Param({ schema: messagesHttp.reply.params }) { id }: { id: string },
    @Body({ schema: messagesHttp.reply.body }) { version, text }: Bodies['reply'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true } & PresentMessage> {
    return { success: true, ...(await this.commands.execute(new ReplyToMessage(id, version, text, context))) };
  }

  @RouteOf(messagesHttp.reopen)
  async reopen(
    @Param({ schema: messagesHttp.reopen.params }) { id }: { id: string },
    @Body({ schema: messagesHttp.reopen.body }) { version, reason }: Bodies['reopen'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true } & PresentMessage> {
    return { success: true, ...(await this.commands.execute(new ReopenMessage(id, version, reason, context))) };
  }

  /** A fault of the server fails the whole call, which may then be repeated: what was done is known by its key. */
  private async triageOneOfMany(change: TriageChange, context: CommandContext): Promise<Triaged> {
    const own = { ...context, key: `${context.key} ${change.id}` };
    try {
      return { ok: true, ...(await this.commands.execute(new TriageMessage(change, own))) };
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.status >= 500) throw error;
      const { code, message } = error.problem;
      const { present } = error.extra as { present?: PresentMessage };
      return { ok: false, id: change.id, code, message, ...(present && { present }) };
    }
  }
}
