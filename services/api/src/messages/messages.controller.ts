import { messageProblems, messagesHttp, type PresentMessage } from '@easel/contracts/messages/http';
import { CONTACT_SUBJECT, priorityOf, senderEmailOf, senderNameOf } from '@easel/contracts/messages/policy';
import { messageStream } from '@easel/contracts/messages/stream';
import { deskRoles } from '@easel/contracts/operators/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { randomUUID } from '@easel/kernel/server/chance';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, HttpCode, Param } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import { message, presentOf, type MessageAction } from './message.decider.ts';

/** Ids of messages and of what is done to them are UUID v5 of the command's key within this namespace. */
const MESSAGE_NAMESPACE = '3c1b7a52-8f34-4d52-a6f7-51f9be0a7e64';
const idBy = ({ key }: CommandContext): string => uuidV5(key, MESSAGE_NAMESPACE);

type Bodies = {
  [Name in 'submit' | 'triage' | 'triageMany' | 'reply' | 'reopen']: z.output<(typeof messagesHttp)[Name]['body']>;
};
type Change = Bodies['triageMany']['changes'][number];
type Triaged = z.output<typeof messagesHttp.triageMany.reply>['results'][number];

@Controller()
export class MessagesController {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly operators: OperatorsLookup,
  ) {}

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
    const messageId = idBy(context);
    const { message_type: messageType, priority, sender_name: name, sender_email: email, subject } = body;
    const command = {
      type: 'SubmitMessage',
      messageId,
      messageType,
      memberId: caller.kind === 'member' ? caller.id : null,
      senderName: senderNameOf(messageType, name ?? '', email ?? ''),
      senderEmail: senderEmailOf(email ?? ''),
      anonymous: !email,
      subject: subject || CONTACT_SUBJECT,
      content: body.message_content,
      sourcePage: body.source_page ?? '',
      priority: priorityOf(messageType, typeof priority === 'string' ? priority : undefined),
      at: new Date(),
    } as const;
    await this.runner.execute(messageStream.nameOf(messageId), message, command, context);
    return { success: true, id: messageId };
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
    return { success: true, ...(await this.triageOne({ id, ...body }, context)) };
  }

  @RouteOf(messagesHttp.reply)
  async reply(
    @Param({ schema: messagesHttp.reply.params }) { id }: { id: string },
    @Body({ schema: messagesHttp.reply.body }) { version, text }: Bodies['reply'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true } & PresentMessage> {
    const ids = { messageId: id, version, actionId: idBy(context) };
    return { success: true, ...(await this.act({ type: 'ReplyToMessage', ...ids, text, at: new Date() }, context)) };
  }

  @RouteOf(messagesHttp.reopen)
  async reopen(
    @Param({ schema: messagesHttp.reopen.params }) { id }: { id: string },
    @Body({ schema: messagesHttp.reopen.body }) { version, reason }: Bodies['reopen'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true } & PresentMessage> {
    const ids = { messageId: id, version, actionId: idBy(context) };
    return { success: true, ...(await this.act({ type: 'ReopenMessage', ...ids, reason }, context)) };
  }

  /** A fault of the server fails the whole call, which may then be repeated: what was done is known by its key. */
  private async triageOneOfMany(change: Change, context: CommandContext): Promise<Triaged> {
    const own = { ...context, key: `${context.key} ${change.id}` };
    try {
      return { ok: true, ...(await this.triageOne(change, own)) };
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.status >= 500) throw error;
      const { code, message } = error.problem;
      const { present } = error.extra as { present?: PresentMessage };
      return { ok: false, id: change.id, code, message, ...(present && { present }) };
    }
  }

  private async triageOne(change: Change, context: CommandContext): Promise<PresentMessage> {
    const { id: messageId, version, status, priority, assignee: assigneeId, reason } = change;
    const role = typeof assigneeId === 'string' ? await this.operators.roleOf(assigneeId) : undefined;
    const assigneeFits = role !== undefined && deskRoles.includes(role);
    const request = { status, priority, assigneeId, assigneeFits };
    return this.act({ type: 'TriageMessage', messageId, version, actionId: idBy(context), request, reason }, context);
  }

  /** Refused with 404, with 409 where it has changed, with 422 where it may not go there or nobody can be answered. */
  private async act(action: MessageAction, context: CommandContext): Promise<PresentMessage> {
    const { state } = await this.runner.execute(messageStream.nameOf(action.messageId), message, action, context);
    if (!state) throw new Refused(messageProblems.notFound);
    return presentOf(state);
  }
}
