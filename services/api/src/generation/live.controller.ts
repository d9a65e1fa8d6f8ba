import { generationHttp } from '@easel/contracts/generation/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { beginEventStream } from '@easel/kernel/http/event-stream';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveFeed } from './live.feed.ts';

@Controller()
export class LiveController {
  constructor(
    private readonly feed: LiveFeed,
    private readonly hub: LiveHub,
  ) {}

  /** Server-sent events (contracts: generation/live) until the client, the session or this process ends. */
  @RouteOf(generationHttp.live)
  async live(
    @Caller() { id: memberId }: CallerValue,
    @Headers('authorization') authorization: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const opening = await this.feed.opening(memberId, positionIn(lastEventId));
    const response = beginEventStream(reply);
    const token = authorization.replace(/^Bearer /i, '');
    this.hub.add({ owner: memberId, subjectId: memberId, token, response, first: opening() });
  }
}

/** Undefined for what was never an id of ours. */
const positionIn = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
