import { operationsHttp } from '@easel/contracts/operations/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { beginEventStream } from '@easel/kernel/http/event-stream';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { Sessions } from '@easel/kernel/identity/sessions';
import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Of a role too: who changes it has to sign in to the stream anew. Undefined for who is no operator. */
export const ownerOf = (caller: CallerValue | undefined): string | undefined =>
  caller?.kind === 'operator' ? `${caller.id} ${caller.role}` : undefined;

/** Whether the session behind a token still stands, with the role that it had. */
export const admits =
  (sessions: Pick<Sessions, 'byToken'>) =>
  async (token: string, owner: string): Promise<boolean> =>
    ownerOf(await sessions.byToken(token)) === owner;

@Controller()
export class AdminLiveController {
  constructor(@Inject(LiveHub) private readonly hub: LiveHub) {}

  /** Server-sent events (contracts: operations/live) until the client, the session, its role or this process ends. */
  @RouteOf(operationsHttp.live)
  live(
    @Caller() caller: CallerValue,
    @Headers('authorization') authorization: string,
    @Res() reply: FastifyReply,
  ): void {
    this.hub.refuseIfClosed();
    const owner = ownerOf(caller) ?? '';
    const token = authorization.replace(/^Bearer /i, '');
    const response = beginEventStream(reply);
    this.hub.add({ owner, subjectId: caller.id, token, response, first: [] });
  }
}
