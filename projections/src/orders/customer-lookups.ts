import type { LookupFact } from '@easel/contracts/orders/lookups.events';
import { LOOKUP_MAX } from '@easel/contracts/orders/policy';
import type { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { lookupStream } from '@easel/contracts/orders/stream';
import { type CommandContext, newFacts } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { randomUUID } from '@easel/kernel/server/chance';
import { Inject, Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { Reads } from '../kernel/reads.ts';
import { ordersOfCustomer } from './customer-lookups.queries.ts';

type Asked = z.output<typeof ordersConsoleHttp.lookUp.body>;
type Found = z.output<typeof ordersConsoleHttp.lookUp.reply>;

/** Finds orders by what their customers typed, and records who looked whom up. */
@Injectable()
export class CustomerLookups {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: Pick<EventLog, 'append'>,
  ) {}

  /** Throws if the event cannot be appended, so that no look-up is unrecorded. */
  async find({ by, text }: Asked, context: CommandContext): Promise<Found> {
    const rows = await ordersOfCustomer(this.reads, { by, text }, LOOKUP_MAX + 1);
    const shown = rows.slice(0, LOOKUP_MAX);
    const lookupId = randomUUID();
    const memberIds = [...new Set(shown.map(({ member_id }) => member_id))];
    const stream = lookupStream.nameOf(lookupId);
    const data = { lookupId, operatorId: context.actor.id, by, memberIds };
    const fact: LookupFact = { type: 'OrdersLookedUp', data };
    await this.log.append(stream, 'none', newFacts(stream, [fact], { ...context, key: stream }));
    return { success: true, orders: shown.map(({ id }) => id), more: rows.length > shown.length };
  }
}
