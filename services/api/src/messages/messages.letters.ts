import { brand } from '@easel/contracts/brand';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import type { MessageFact } from '@easel/contracts/messages/events';
import { messageStream } from '@easel/contracts/messages/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';

export const MESSAGE_REPLY = 'messages.reply';

const replyAsked = z.object({ messageId: z.uuid(), actionId: z.uuid() });

type Submitted = Extract<MessageFact, { type: 'MessageSubmitted' }>;
type Replied = Extract<MessageFact, { type: 'MessageReplied' }>;

/** Writes replies when they are due, from the facts; of who was erased meanwhile nothing is left to write to. */
@Injectable()
export class MessageLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly log: EventLog,
  ) {}

  onModuleInit(): void {
    this.mails.writes(MESSAGE_REPLY, this.reply);
  }

  private readonly reply: LetterWriter = async ({ payload }) => {
    const { messageId, actionId } = replyAsked.parse(payload);
    let asked: Submitted['data'] | undefined;
    for await (const recorded of this.log.read(messageStream.nameOf(messageId))) {
      const fact = recorded as Recorded<MessageFact>;
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read`);
      if (fact.type === 'MessageSubmitted') asked = fact.data;
      if (fact.type === 'MessageReplied' && fact.data.actionId === actionId && asked) {
        return asked.senderEmail === ERASED || fact.data.text === ERASED ? undefined : replyLetter(asked, fact.data);
      }
    }
    throw new Error(`${messageId} has no such reply`);
  };
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that turn the reading direction would let a subject pass for another. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * An operator has read the message and answers it: of the sender's words only the subject goes back, as one line. The
 * rest would let whoever writes in somebody else's name have us mail it to them.
 */
export function replyLetter(asked: Submitted['data'], { text }: Replied['data']): Letter {
  const subject = asked.subject.replace(LINE_BREAKS, ' ').replace(UNSEEN, '').trim();
  return {
    to: asked.senderEmail,
    subject: `Re: ${subject}`,
    paragraphs: text.trim().split(/\s*\n\s*/),
    footnotes: [
      `You wrote to ${brand.name} on ${asked.submittedAt.slice(0, 10)} (UTC). If it was not you, ignore this mail.`,
    ],
  };
}
