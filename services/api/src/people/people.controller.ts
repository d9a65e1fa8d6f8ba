import { type Generation, generationProblems } from '@easel/contracts/generation/http';
import { generationStream } from '@easel/contracts/generation/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { peopleHttp, peopleProblems } from '@easel/contracts/people/http';
import { memberStream } from '@easel/contracts/members/stream';
import { followsStream } from '@easel/contracts/people/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import type { GenerationCommand } from '../generation/generation.decider.ts';
import type { MemberCommand } from '../members/member.decider.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import type { FollowsCommand } from './follows.decider.ts';
import { PeopleLookup } from './people.lookup.ts';

@Controller()
export class PeopleController {
  constructor(
    private readonly commands: CommandBus,
    private readonly members: MembersLookup,
    private readonly people: PeopleLookup,
  ) {}

  @RouteOf(peopleHttp.follow)
  async follow(
    @Param({ schema: peopleHttp.follow.params }) { id: followedId }: { id: string },
    @Body({ schema: peopleHttp.follow.body }) { isFollowed }: { isFollowed: boolean },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; isFollowed: boolean }> {
    if (isFollowed) await this.refuseUnseen(followedId);
    await this.send(memberId, { type: isFollowed ? 'Follow' : 'Unfollow', memberId, followedId }, context);
    return { success: true, isFollowed };
  }

  @RouteOf(peopleHttp.block)
  async block(
    @Param({ schema: peopleHttp.block.params }) { id: blockedId }: { id: string },
    @Body({ schema: peopleHttp.block.body }) { isBlocked }: { isBlocked: boolean },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; isBlocked: boolean }> {
    if (isBlocked) await this.refuseUnseen(blockedId);
    await this.send(memberId, { type: isBlocked ? 'BlockMember' : 'UnblockMember', memberId, blockedId }, context);
    return { success: true, isBlocked };
  }

  @RouteOf(peopleHttp.blockMaker)
  async blockMaker(
    @Param({ schema: peopleHttp.blockMaker.params }) { id }: { id: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    const blockedId = await this.people.makerOf(id);
    if (blockedId === undefined) throw new Refused(peopleProblems.notFound);
    await this.send(memberId, { type: 'BlockMember', memberId, blockedId }, context);
    return { success: true };
  }

  @RouteOf(peopleHttp.detachRemix)
  async detachRemix(
    @Param({ schema: peopleHttp.detachRemix.params }) { id: generationId }: { id: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    const originalId = await this.people.originalOf(memberId, generationId);
    if (originalId === undefined) throw new Refused(peopleProblems.notFound);
    const command = { type: 'DetachRemix', generationId, originalId } as const;
    await this.commands.execute(decide<GenerationCommand>(generationStream, generationId, command, context));
    return { success: true };
  }

  @RouteOf(peopleHttp.chooseAvatar)
  async chooseAvatar(
    @Body({ schema: peopleHttp.chooseAvatar.body }) { avatar }: z.output<typeof peopleHttp.chooseAvatar.body>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    const command: MemberCommand = avatar
      ? { type: 'ChooseAvatar', memberId, generationId: avatar.generation_id, variantId: avatar.variant_id }
      : { type: 'RemoveAvatar', memberId };
    if (command.type === 'ChooseAvatar' && !(await this.people.showsImage(memberId, command))) {
      throw new Refused(peopleProblems.notYourPublicPicture);
    }
    await this.commands.execute(decide<MemberCommand>(memberStream, memberId, command, context));
    return { success: true };
  }

  @RouteOf(peopleHttp.remix)
  async remix(
    @Param({ schema: peopleHttp.remix.params }) { id }: { id: string },
    @Caller() { id: memberId }: CallerValue,
  ): Promise<{ success: true; generation: Generation }> {
    const generation = await this.people.remixable(memberId, id);
    if (!generation) throw new Refused(generationProblems.notRemixable);
    return { success: true, generation };
  }

  private async send(
    memberId: string,
    command: Parameters<typeof decide<FollowsCommand>>[2],
    context: CommandContext,
  ): Promise<void> {
    await this.commands.execute(decide<FollowsCommand>(followsStream, memberId, command, context));
  }

  private async refuseUnseen(memberId: string): Promise<void> {
    if (!(await this.members.shownAs(memberId))) throw new Refused(peopleProblems.notFound);
  }
}
