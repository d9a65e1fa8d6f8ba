import { chatConsoleHttp } from '@easel/contracts/chat/console.http';
import { chatProblems } from '@easel/contracts/chat/policy';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import { Refused } from '@easel/contracts/kernel/problem';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { conversationList, conversationsModel, listedConversations, oneConversation } from './conversations.queries.ts';

@Controller()
export class ConversationsController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(chatConsoleHttp.list)
  @ReadsFrom(conversationsModel)
  async list(
    @Query({ schema: chatConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter, limit } = conversationList.read(asked);
    const found = await listedConversations(this.reads, filter, limit, new Date());
    reply
      .header('content-range', `conversations ${found.rows > 0 ? `0-${found.rows - 1}` : '*'}/*`)
      .header(MORE_HEADER, String(found.more));
    sendJson(reply, found);
  }

  @RouteOf(chatConsoleHttp.one)
  @ReadsFrom(conversationsModel)
  async one(
    @Param({ schema: chatConsoleHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await oneConversation(this.reads, id, new Date());
    if (!found) throw new Refused(chatProblems.notFound);
    sendJson(reply, found);
  }
}
