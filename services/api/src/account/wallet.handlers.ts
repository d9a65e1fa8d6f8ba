import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DisputeWallet, RefundWallet, TopUpWallet } from './account.commands.ts';
import { account } from './account.decider.ts';

@CommandHandler(TopUpWallet)
export class TopUpWalletHandler implements ICommandHandler<TopUpWallet> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, payment, context }: TopUpWallet): Promise<void> {
    const command = { type: 'TopUpWallet', memberId, ...payment, at: new Date() } as const;
    await this.runner.execute(accountStream.nameOf(memberId), account, command, context);
  }
}

@CommandHandler(RefundWallet)
export class RefundWalletHandler implements ICommandHandler<RefundWallet> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, refund, context }: RefundWallet): Promise<void> {
    const command = { type: 'RefundWallet', memberId, ...refund, at: new Date() } as const;
    await this.runner.execute(accountStream.nameOf(memberId), account, command, context);
  }
}

@CommandHandler(DisputeWallet)
export class DisputeWalletHandler implements ICommandHandler<DisputeWallet> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, dispute, context }: DisputeWallet): Promise<void> {
    const command = { type: 'DisputeWallet', memberId, ...dispute, at: new Date() } as const;
    await this.runner.execute(accountStream.nameOf(memberId), account, command, context);
  }
}
