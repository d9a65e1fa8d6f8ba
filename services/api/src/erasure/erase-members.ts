import { ERASURE_AGAIN_HOURS } from '@easel/contracts/erasure/policy';
import type { Again } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MemberErasure } from '../members/member-erasure.ts';
import { Obstacles } from './obstacles.ts';

const HOUR_MS = 3_600_000;

/** The days in which the member could think better of it are over. */
export class SettleErasure extends Command<Again> {
  constructor(
    readonly memberId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SettleErasure)
export class SettleErasureHandler implements ICommandHandler<SettleErasure> {
  constructor(
    private readonly members: MemberErasure,
    private readonly obstacles: Obstacles,
  ) {}

  /** Where something must be settled first it comes again, until it is. */
  async execute({ memberId, context }: SettleErasure): Promise<Again> {
    const request = await this.members.requestOf(memberId);
    if (!request) return undefined;
    const { waitsFor } = await this.obstacles.of(memberId, request.givesUp);
    if (waitsFor.length > 0) return { again: new Date(Date.now() + ERASURE_AGAIN_HOURS * HOUR_MS) };
    // What is paid, and told of, from here to the fact stays in the wallet that nobody has, and on its books, until an
    // operator gives it back at the card service. What is told of after the fact is given back by itself (webhook.ts).
    faultPoint('erasure.before-erase');
    await this.members.erase(memberId, context);
    faultPoint('erasure.after-erase');
    return undefined;
  }
}
