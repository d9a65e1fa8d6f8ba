import { Refused } from '@easel/contracts/kernel/problem';
import { messageProblems, messagesHttp } from '@easel/contracts/messages/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { listedMessages, messageCounts, messageList, messagesModel, oneMessage } from './messages.queries.ts';

@Controller()
export class MessagesController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(messagesHttp.list)
  @ReadsFrom(messagesModel)
  async list(
    @Caller() { id }: CallerValue,
    @Query({ schema: messagesHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const list = messageList.read(asked);
    const found = await listedMessages(this.reads, list, id);
    reply.header('content-range', messageList.contentRange(list.offset, found.rows, found.total));
    sendJson(reply, found);
  }

  @RouteOf(messagesHttp.counts)
  @ReadsFrom(messagesModel)
  async counts(@Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await messageCounts(this.reads));
  }

  @RouteOf(messagesHttp.one)
  @ReadsFrom(messagesModel)
  async one(
    @Param({ schema: messagesHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await oneMessage(this.reads, id);
    if (!found) throw new Refused(messageProblems.notFound);
    sendJson(reply, found);
  }
}
