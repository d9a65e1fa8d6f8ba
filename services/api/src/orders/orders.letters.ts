import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type LetterWriter } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { orderLetter } from './order-letter.ts';

export const ORDER_MAIL = 'orders.mail';

const mailAsked = z.object({ memberId: z.uuid(), stream: z.string(), revision: z.int() });

/** Writes mails about orders when they are due, from the events. An erased member is sent none. */
@Injectable()
export class OrderLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly log: EventLog,
    private readonly members: MembersLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(ORDER_MAIL, this.letter);
  }

  private readonly letter: LetterWriter = async ({ payload }) => {
    const { memberId, stream, revision } = mailAsked.parse(payload);
    const email = await this.members.emailOf(memberId);
    if (email === undefined || email === ERASED) return undefined;
    return orderLetter(email, await this.eventsOf(stream), revision);
  };

  private async eventsOf(stream: string): Promise<Recorded<OrderFact>[]> {
    const events = await Array.fromAsync(this.log.read<OrderFact>(stream));
    const unread = events.find(({ unreadable }) => unreadable);
    if (unread) throw new Error(`${stream}@${unread.revision} cannot be read`);
    return events;
  }
}
