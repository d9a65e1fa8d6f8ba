import type { GenerationRequest } from '@easel/contracts/generation/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { settingsOf } from './settings.ts';

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
  constructor(private readonly images: ImageRequests) {}

  execute({ memberId, requests, context }: RequestGenerations): Promise<PlacedRequests> {
    return this.images.place(
      memberId,
      requests.map((request, n) => {
        const generationId = generationIdOf(context, requests.length > 1 ? n : undefined);
        return {
          generationId,
          prompt: request.prompt,
          negativePrompt: request.negative_prompt,
          lettering: request.lettering,
          settings: settingsOf(request, generationId),
          variantOf: null,
          sameAs: request,
        };
      }),
      context,
    );
  }
}
