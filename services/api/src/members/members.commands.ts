import type { User } from '@easel/contracts/members/http';
import type { Registration } from '@easel/contracts/members/http';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

export interface SignedIn {
  token: string;
  imageToken: string;
  user: User;
}

export class RegisterMember extends Command<SignedIn> {
  constructor(
    readonly registration: Registration,
    readonly context: CommandContext,
    readonly userAgent: string,
  ) {
    super();
  }
}

export class SignIn extends Command<SignedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly userAgent: string,
  ) {
    super();
  }
}
