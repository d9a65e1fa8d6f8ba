import type { PresentMessage } from '@easel/contracts/messages/http';
import { messageProblems } from '@easel/contracts/messages/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { CONTACT_SUBJECT, senderEmailOf, senderNameOf } from '@easel/contracts/messages/policy';
import { messageStream } from '@easel/contracts/messages/stream';
import { deskRoles } from '@easel/contracts/operators/policy';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Mails } from '../mail/mail.commands.ts';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import { message, presentOf, type MessageAction } from './message.decider.ts';
import { MESSAGE_REPLY } from './messages.letters.ts';
import { PostReply, ReopenMessage, ReplyToMessage, SubmitMessage, TriageMessage } from './messages.commands.ts';
import { notePosted } from './messages.tables.ts';

/** Ids of messages and of what is done to them are UUID v5 of the command's key within this namespace. */
const MESSAGE_NAMESPACE = '3c1b7a52-8f34-4d52-a6f7-51f9be0a7e64';
const idBy = ({ key }: CommandContext): string => uuidV5(key, MESSAGE_NAMESPACE);

@CommandHandler(SubmitMessage)
export class SubmitMessageHandler implements ICommandHandler<SubmitMessage> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ written, context }: SubmitMessage): Promise<string> {
    const { messageType, memberId, name, email, subject, content, sourcePage, priority } = written;
    const messageId = idBy(context);
    const command = {
      type: 'SubmitMessage',
      messageId,
      messageType,
      memberId,
      senderName: senderNameOf(messageType, name, email),
      senderEmail: senderEmailOf(email),
      anonymous: email === '',
      subject: subject === '' ? CONTACT_SUBJECT : subject,
      content,
      sourcePage,
      priority,
      at: new Date(),
    } as const;
    await this.runner.execute(messageStream.nameOf(messageId), message, command, context);
    return messageId;
  }
}

async function carryOut(
  runner: DeciderRunner,
  action: MessageAction,
  context: CommandContext,
): Promise<PresentMessage> {
  const { state } = await runner.execute(messageStream.nameOf(action.messageId), message, action, context);
  if (!state) throw new Refused(messageProblems.notFound);
  return presentOf(state);
}

@CommandHandler(TriageMessage)
export class TriageMessageHandler implements ICommandHandler<TriageMessage> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly operators: OperatorsLookup,
  ) {}

  async execute({ change, context }: TriageMessage): Promise<PresentMessage> {
    const { id: messageId, version, status, priority, assignee: assigneeId, reason } = change;
    const role = typeof assigneeId === 'string' ? await this.operators.roleOf(assigneeId) : undefined;
    const assigneeFits = role !== undefined && deskRoles.includes(role);
    const wish = { status, priority, assigneeId, assigneeFits };
    const action = { type: 'TriageMessage', messageId, version, actionId: idBy(context), wish, reason } as const;
    return carryOut(this.runner, action, context);
  }
}

@CommandHandler(ReplyToMessage)
export class ReplyToMessageHandler implements ICommandHandler<ReplyToMessage> {
  constructor(private readonly runner: DeciderRunner) {}

  execute({ messageId, version, text, context }: ReplyToMessage): Promise<PresentMessage> {
    const actionId = idBy(context);
    const action = { type: 'ReplyToMessage', messageId, version, actionId, text, at: new Date() } as const;
    return carryOut(this.runner, action, context);
  }
}

@CommandHandler(ReopenMessage)
export class ReopenMessageHandler implements ICommandHandler<ReopenMessage> {
  constructor(private readonly runner: DeciderRunner) {}

  execute({ messageId, version, reason, context }: ReopenMessage): Promise<PresentMessage> {
    const action = { type: 'ReopenMessage', messageId, version, actionId: idBy(context), reason } as const;
    return carryOut(this.runner, action, context);
  }
}

@CommandHandler(PostReply)
export class PostReplyHandler implements ICommandHandler<PostReply> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
  ) {}

  async execute({ messageId, actionId }: PostReply): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      if (await notePosted(client, actionId)) await this.mails.add(client, MESSAGE_REPLY, { messageId, actionId });
    });
    this.mails.wake();
  }
}
