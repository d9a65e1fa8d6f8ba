import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { boughtAs } from './account-state.decider.ts';
import { GrantDownload, PurchaseImage } from './account.commands.ts';
import { account } from './account.decider.ts';

@CommandHandler(PurchaseImage)
export class PurchaseImageHandler implements ICommandHandler<PurchaseImage> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, terms, shown, context }: PurchaseImage): Promise<{ purchaseId: string }> {
    const { state } = await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'PurchaseImage', memberId, ...terms, shown, at: new Date() },
      context,
    );
    return { purchaseId: boughtAs(state, terms.variantId, terms.size) ?? terms.purchaseId };
  }
}

@CommandHandler(GrantDownload)
export class GrantDownloadHandler implements ICommandHandler<GrantDownload> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, wish, context }: GrantDownload): Promise<void> {
    await this.runner.execute(
      accountStream.nameOf(memberId),
      account,
      { type: 'GrantDownload', memberId, ...wish, at: new Date() },
      context,
    );
  }
}
