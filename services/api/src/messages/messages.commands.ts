import type { PresentMessage } from '@easel/contracts/messages/http';
import type { MessagePriority, MessageStatus, MessageType } from '@easel/contracts/messages/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** What somebody wrote, trimmed; what they left blank is ''. */
export interface WrittenMessage {
  messageType: MessageType;
  memberId: string | null;
  name: string;
  email: string;
  subject: string;
  content: string;
  sourcePage: string;
  priority: MessagePriority;
}

/** Answers the message's id, the same for a repeat. */
export class SubmitMessage extends Command<string> {
  constructor(
    readonly written: WrittenMessage,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** `version`: of the message as the operator has seen it. What is undefined stays. */
export interface TriageChange {
  id: string;
  version: number;
  status?: MessageStatus | undefined;
  priority?: MessagePriority | undefined;
  assignee?: string | null | undefined;
  reason: string;
}

/** Answers the message as it stands then. Refused with 404, with 409 where it has changed, with 422 where it may not go there. */
export class TriageMessage extends Command<PresentMessage> {
  constructor(
    readonly change: TriageChange,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** It is mailed soon after. Refused as a triage is, and with 422 where there is nobody to answer. */
export class ReplyToMessage extends Command<PresentMessage> {
  constructor(
    readonly messageId: string,
    readonly version: number,
    readonly text: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Refused as a triage is. */
export class ReopenMessage extends Command<PresentMessage> {
  constructor(
    readonly messageId: string,
    readonly version: number,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Puts a reply into the mail's queue, once however often it is asked to. */
export class PostReply extends Command<void> {
  constructor(
    readonly messageId: string,
    readonly actionId: string,
  ) {
    super();
  }
}
