import { generationProblems } from '@easel/contracts/generation/http';
import type { GenerationRequest } from '@easel/contracts/generation/bodies.http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { settingsOf } from './settings.ts';
import { SourcePictures } from './source-pictures.ts';

/** Holds the price and records the request; the render follows by itself. Several: all of them or none. */
export class RequestGenerations extends Command<PlacedRequests> {
  constructor(
    readonly memberId: string,
    readonly requests: readonly GenerationRequest[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RequestGenerations)
export class RequestGenerationsHandler implements ICommandHandler<RequestGenerations> {
  constructor(
    private readonly images: ImageRequests,
    private readonly people: PeopleLookup,
    private readonly sources: SourcePictures,
  ) {}

  async execute({ memberId, requests, context }: RequestGenerations): Promise<PlacedRequests> {
    const asked = requests.map((request, n) => ({
      request,
      generationId: generationIdOf(context, requests.length > 1 ? n : undefined),
    }));
    for (const { request, generationId } of asked) {
      if (request.remix_of !== undefined) await this.refuseHidden(memberId, request.remix_of, generationId);
    }
    const placeable = await Promise.all(
      asked.map(async ({ request: { agreed, expected_credits, ...request }, generationId }) => ({
        generationId,
        prompt: request.prompt,
        negativePrompt: request.negative_prompt,
        lettering: request.lettering,
        settings: settingsOf(request, generationId),
        variantOf: null,
        ...(request.remix_of !== undefined && { remixOf: request.remix_of }),
        ...(requests.length > 1 && { batchId: generationIdOf(context) }),
        provider: request.provider,
        references: await this.images.unlessPlaced(generationId, () =>
          this.sources.asked(memberId, request.references),
        ),
        expectedCredits: expected_credits,
        agreed,
        sameAs: request,
      })),
    );
    return this.images.place(memberId, placeable, context);
  }

  /** What was recorded by an earlier call stays: its original may be hidden by now. */
  private async refuseHidden(memberId: string, originalId: string, generationId: string): Promise<void> {
    if (await this.people.remixable(memberId, originalId)) return;
    if (!(await this.images.isPlaced(generationId))) throw new Refused(generationProblems.notRemixable);
  }
}
