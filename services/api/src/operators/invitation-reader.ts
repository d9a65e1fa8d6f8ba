import type { OperatorRole } from '@easel/contracts/kernel/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { operatorProblems } from '@easel/contracts/operators/http';
import { Injectable } from '@nestjs/common';
import { OperatorDirectory } from './operator-directory.ts';
import { Invitations } from './operators.tables.ts';

export interface Invited {
  name: string;
  email: string;
  role: OperatorRole;
}

/** Whom an invitation's link is for. */
@Injectable()
export class InvitationReader {
  constructor(
    private readonly invitations: Invitations,
    private readonly directory: OperatorDirectory,
  ) {}

  /** Refused with 410 where the link is none any more: used, expired, replaced by a newer, or its operator disabled. */
  async read(token: string): Promise<Invited> {
    const sent = await this.invitations.find(token);
    const operator = sent && (await this.directory.find(sent.operatorId));
    if (!operator || operator.invitationId !== sent.invitationId) throw new Refused(operatorProblems.invitationDead);
    const { name, email, role } = operator;
    return { name, email, role };
  }
}
