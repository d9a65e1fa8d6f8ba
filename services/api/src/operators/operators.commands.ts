import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { Operator } from './operators.decider.ts';

export class SignInOperator extends Command<{ token: string; admin: Operator & { id: string } }> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly userAgent: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
