import type { GenerationRequest, VariantRequest } from '@easel/contracts/generation/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { PlacedRequests } from './image-requests.ts';

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

/** Asks for one more image of a finished generation; answers the name that it is promised. */
export class CreateVariant extends Command<PlacedRequests & { variantId: string }> {
  constructor(
    readonly memberId: string,
    readonly parentId: string,
    readonly said: VariantRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Asks once more for what failed or was cancelled, in its place. */
export class RetryGeneration extends Command<PlacedRequests> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Gives the image of a finished generation to the one that it was asked for; nothing where it stands for itself. */
export class AttachVariant extends Command<void> {
  constructor(
    readonly source: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** What a member does to a generation of their own. */
export class ChangeGeneration extends Command<void> {
  constructor(
    readonly change:
      'CancelGeneration' | 'SaveGeneration' | 'MakePublic' | 'MakePrivate' | 'DeleteGeneration' | 'RestoreGeneration',
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Answers the address under which anyone sees a public image, with its owner's referral code. */
export class ShareGeneration extends Command<{ url: string }> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Ends a generation's time in the trash; answers when to look again where that has not come. */
export class PurgeGeneration extends Command<{ again: Date } | undefined> {
  constructor(
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
