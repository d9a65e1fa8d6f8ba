import { erasureHttp, erasureRequest, type Erasure } from '@easel/contracts/erasure/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import type * as z from 'zod/mini';
import { MemberErasure } from '../members/member-erasure.ts';
import { Obstacles } from './obstacles.ts';

interface Reply {
  success: true;
  erasure: Erasure;
}

@Controller()
export class ErasureController {
  constructor(
    private readonly members: MemberErasure,
    private readonly obstacles: Obstacles,
  ) {}

  @RouteOf(erasureHttp.own)
  own(@Caller() { id }: CallerValue): Promise<Reply> {
    return this.tell(id);
  }

  @RouteOf(erasureHttp.request)
  async request(
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: erasureRequest }) body: z.output<typeof erasureRequest>,
  ): Promise<Reply> {
    await this.members.request(id, body, context);
    return this.tell(id);
  }

  @RouteOf(erasureHttp.withdraw)
  async withdraw(@Caller() { id }: CallerValue, @Issued() context: CommandContext): Promise<Reply> {
    await this.members.withdraw(id, context);
    return this.tell(id);
  }

  private async tell(memberId: string): Promise<Reply> {
    const request = await this.members.requestOf(memberId);
    const { waitsFor, goes } = await this.obstacles.of(memberId, request?.givesUp ?? false);
    const requested = request && { at: request.requestedAt, erasesAt: request.erasesAt, givesUp: request.givesUp };
    return { success: true, erasure: { requested: requested ?? null, waitsFor, goes } };
  }
}
