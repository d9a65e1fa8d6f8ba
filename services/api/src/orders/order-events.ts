import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';

/** Reads orders for the mails about them. */
@Injectable()
export class OrderEvents {
  constructor(private readonly log: EventLog) {}

  /** Returns all events of the stream of an order. Throws while one of them cannot be read. */
  async of(stream: string): Promise<Recorded<OrderFact>[]> {
    const events = await Array.fromAsync(this.log.read<OrderFact>(stream));
    const unread = events.find(({ unreadable }) => unreadable);
    if (unread) throw new Error(`${stream}@${unread.revision} cannot be read`);
    return events;
  }
}
