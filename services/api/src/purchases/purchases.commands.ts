import type { purchaseBody } from '@easel/contracts/purchases/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { z } from 'zod/mini';

/** Buys an image at the server's price. `isNew` is false where an earlier purchase has it already, and nothing was charged. */
export class BuyImage extends Command<{ purchaseId: string; isNew: boolean }> {
  constructor(
    readonly memberId: string,
    readonly wish: z.output<typeof purchaseBody>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
