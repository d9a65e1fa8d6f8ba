import { collectionProblems, collectionsHttp } from '@easel/contracts/collections/http';
import { COLLECTED_AT_ONCE, COLLECTED_MAX } from '@easel/contracts/collections/policy';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { decide } from '@easel/kernel/deciding/decide';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { collected, type CollectedCommand } from './collected.decider.ts';
import type { CollectionsCommand } from './collections.decider.ts';
import { CollectionsLookup } from './collections.lookup.ts';

interface ById {
  id: string;
}
interface Named {
  name: string;
}
interface Chosen {
  generationIds: string[];
}

@Controller()
export class CollectionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runner: DeciderRunner,
    private readonly collections: CollectionsLookup,
    private readonly generations: GenerationLookup,
  ) {}

  @RouteOf(collectionsHttp.make)
  async make(
    @Body({ schema: collectionsHttp.make.body }) { name }: Named,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; id: string; name: string }> {
    const collectionId = idOf(context, 'collection');
    await this.send(memberId, { type: 'MakeCollection', memberId, collectionId, name }, context);
    return { success: true, id: collectionId, name };
  }

  @RouteOf(collectionsHttp.rename)
  async rename(
    @Param({ schema: collectionsHttp.rename.params }) { id: collectionId }: ById,
    @Body({ schema: collectionsHttp.rename.body }) { name }: Named,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; name: string }> {
    await this.send(memberId, { type: 'RenameCollection', memberId, collectionId, name }, context);
    return { success: true, name };
  }

  @RouteOf(collectionsHttp.remove)
  async remove(
    @Param({ schema: collectionsHttp.remove.params }) { id: collectionId }: ById,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.send(memberId, { type: 'DeleteCollection', memberId, collectionId }, context);
    return { success: true };
  }

  @RouteOf(collectionsHttp.collect)
  async collect(
    @Param({ schema: collectionsHttp.collect.params }) { id: collectionId }: ById,
    @Body({ schema: collectionsHttp.collect.body }) { generationIds }: Chosen,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; added: number }> {
    await this.refuseOthers(memberId, collectionId);
    const before = await this.picturesIn(collectionId);
    const added = [...new Set(generationIds)].filter((id) => !before.has(id));
    if ((await this.withoutPictureOf(memberId, added)).length > 0)
      throw new Refused(collectionProblems.pictureNotFound);
    const isFull = before.size + added.length > COLLECTED_MAX;
    // What is nowhere any more counts until it is in the way.
    const purgedIds = isFull ? (await this.purgedOf([...before])).slice(0, COLLECTED_AT_ONCE) : [];
    await this.place({ type: 'CollectPictures', memberId, collectionId, generationIds, purgedIds }, context);
    return { success: true, added: added.length };
  }

  @RouteOf(collectionsHttp.takeOut)
  async takeOut(
    @Param({ schema: collectionsHttp.takeOut.params }) { id: collectionId }: ById,
    @Body({ schema: collectionsHttp.takeOut.body }) { generationIds }: Chosen,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.refuseOthers(memberId, collectionId);
    await this.place({ type: 'TakePicturesOut', memberId, collectionId, generationIds }, context);
    return { success: true };
  }

  private async refuseOthers(memberId: string, collectionId: string): Promise<void> {
    if (!(await this.collections.isOf(memberId, collectionId))) throw new Refused(collectionProblems.notFound);
  }

  private async picturesIn(collectionId: string): Promise<ReadonlySet<string>> {
    const { state } = await this.runner.fold(collectedStream.nameOf(collectionId), collected);
    return new Set(Object.keys(state.pictures));
  }

  /** Those of which the member has no finished picture. */
  private async withoutPictureOf(memberId: string, ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.generations.findListed(id)));
    return ids.filter((_, index) => found[index]?.memberId !== memberId || found[index].status !== 'completed');
  }

  private async purgedOf(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => this.generations.find(id)));
    return ids.filter((_, index) => found[index]?.purged);
  }

  private async send(
    memberId: string,
    command: Parameters<typeof decide<CollectionsCommand>>[2],
    context: CommandContext,
  ): Promise<void> {
    await this.commands.execute(decide<CollectionsCommand>(collectionsStream, memberId, command, context));
  }

  private async place(command: Parameters<typeof decide<CollectedCommand>>[2], context: CommandContext): Promise<void> {
    await this.commands.execute(decide<CollectedCommand>(collectedStream, command.collectionId, command, context));
  }
}
