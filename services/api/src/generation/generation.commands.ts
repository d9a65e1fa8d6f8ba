import type { GenerationRequest } from '@easel/contracts/generation/http';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

export interface Requested {
  generationId: string;
  chargedTenths: number;
  availableTenths: number;
}

/** Holds the price and records the request; the render follows by itself. */
export class RequestGeneration extends Command<Requested> {
  constructor(
    readonly memberId: string,
    readonly request: GenerationRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Closes a hold whose generation never came. */
export class AbandonGeneration extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class DeleteGeneration extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Hints the render workers, or gives a generation up that was tried often enough; answers when to look again. */
export class DispatchRender extends Command<{ again: Date } | undefined> {
  constructor(
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
