import { favoriteProblems, favoritesHttp } from '@easel/contracts/favorites/http';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { favorites, outcomeOf, type FavoritesCommand } from './favorites.decider.ts';

@Controller()
export class FavoritesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runner: DeciderRunner,
    private readonly generations: GenerationLookup,
    private readonly people: PeopleLookup,
  ) {}

  @RouteOf(favoritesHttp.toggle)
  async toggle(
    @Param({ schema: favoritesHttp.toggle.params }) { generationId }: { generationId: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; isFavorite: boolean; message: string }> {
    const key = idOf(context, 'favorite');
    // A repeat is answered as the first was, also where the generation is to be seen no more.
    const isFavorite =
      (await this.outcome(memberId, key)) ?? (await this.toggled(memberId, generationId, key, context));
    return { success: true, isFavorite, message: isFavorite ? 'Added to favorites' : 'Removed from favorites' };
  }

  private async toggled(
    memberId: string,
    generationId: string,
    key: string,
    context: CommandContext,
  ): Promise<boolean> {
    const view = await this.generations.findListed(generationId);
    const isVisible = view?.status === 'completed' && (view.isPublic || view.memberId === memberId);
    if (!isVisible || !(await this.people.seesPicturesOf(memberId, view.memberId)))
      throw new Refused(favoriteProblems.notFound);
    await this.commands.execute(
      decide<FavoritesCommand>(
        favoritesStream,
        memberId,
        { type: 'ToggleFavorite', memberId, generationId, key },
        context,
      ),
    );
    const outcome = await this.outcome(memberId, key);
    if (outcome === undefined) throw new Error(`nothing came of the toggle ${key}`);
    return outcome;
  }

  private async outcome(memberId: string, key: string): Promise<boolean | undefined> {
    const { state } = await this.runner.fold(favoritesStream.nameOf(memberId), favorites);
    return outcomeOf(state, key);
  }
}
