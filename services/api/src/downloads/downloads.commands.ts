import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

export interface Confirmation {
  /** Of the quote. */
  token: string;
  format: DownloadFormat;
  resolutionTier?: ImageSize | undefined;
}

/** Downloads by a quote, paying with credits what it says; answers what the address of the file ends with. */
export class ConfirmDownload extends Command<{ link: string; expiresAt: Date }> {
  constructor(
    readonly memberId: string,
    readonly confirmation: Confirmation,
    readonly context: CommandContext,
  ) {
    super();
  }
}
