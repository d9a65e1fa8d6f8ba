import { ERASED } from '@easel/contracts/kernel/event';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type LetterWriter } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { OrderEvents } from './order-events.ts';
import { orderLetter } from './order-letter.ts';
import { ORDER_MAIL } from './post-order-mails.process.ts';

const mailAsked = z.object({ memberId: z.uuid(), stream: z.string(), revision: z.int() });

/** Writes mails about orders when they are due, from the events. An erased member is sent none. */
@Injectable()
export class OrderLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly events: OrderEvents,
    private readonly members: MembersLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(ORDER_MAIL, this.letter);
  }

  private readonly letter: LetterWriter = async ({ payload }) => {
    const { memberId, stream, revision } = mailAsked.parse(payload);
    const email = await this.members.emailOf(memberId);
    if (email === undefined || email === ERASED) return undefined;
    return orderLetter(email, await this.events.of(stream), revision);
  };
}
