import { Refused } from '@easel/contracts/kernel/problem';
import { memberProblems } from '@easel/contracts/members/problems';
import { Injectable } from '@nestjs/common';
import { passwordMatches } from '../passwords.ts';
import { Credentials } from './credentials.tables.ts';

/** Throws Refused, at the field `password`, unless it is the password of this hash. */
export async function refuseWrongPassword(passwordHash: string | undefined, password: string): Promise<void> {
  if (passwordHash !== undefined && (await passwordMatches(passwordHash, password))) return;
  const { message } = memberProblems.passwordWrong;
  throw new Refused(memberProblems.passwordWrong, { errors: [{ path: 'password', message }] });
}

/** Asks signed-in members for their password once more, since a session alone may be somebody else's. */
@Injectable()
export class PasswordCheck {
  constructor(private readonly credentials: Credentials) {}

  /** Throws Refused unless it is this member's password. */
  async check(memberId: string, password: string): Promise<void> {
    await refuseWrongPassword((await this.credentials.of(memberId))?.passwordHash, password);
  }
}
