import { brand } from '@easel/contracts/brand';
import { ERASED } from '@easel/contracts/kernel/event';
import { INVITATION_DAYS, INVITATION_PATH } from '@easel/contracts/operators/policy';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { OperatorDirectory } from './operator-directory.ts';
import { Invitations } from './operators.tables.ts';
import type { Operator } from './operators.decider.ts';

export const OPERATOR_INVITATION = 'operators.invitation';

const invitationAsked = z.object({ operatorId: z.uuid(), invitationId: z.uuid() });

/** Writes invitations when they are due; one that a newer has replaced, or that is accepted, is not sent. */
@Injectable()
export class OperatorLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly directory: OperatorDirectory,
    private readonly invitations: Invitations,
  ) {}

  onModuleInit(): void {
    this.mails.writes(OPERATOR_INVITATION, this.invitation);
  }

  private readonly invitation: LetterWriter = async (mail) => {
    const { operatorId, invitationId } = invitationAsked.parse(mail.payload);
    const operator = await this.directory.find(operatorId);
    if (operator?.invitationId !== invitationId || operator.email === ERASED) return undefined;
    const token = await this.invitations.makeToken(mail, invitationId);
    return token === undefined ? undefined : invitationLetter(operator, token);
  };
}

export function invitationLetter({ email, name, role, accepted }: Operator, token: string): Letter {
  const what = accepted
    ? `here is a new link for your account of the ${brand.name} console. With it you set a new password.`
    : `you are invited to the ${brand.name} console as ${role}. Set a password to begin.`;
  return {
    to: email,
    subject: accepted ? `Your ${brand.name} console account` : `You are invited to the ${brand.name} console`,
    paragraphs: [`Hello ${name},`, what],
    action: { label: 'Set your password', path: `${INVITATION_PATH}#token=${token}` },
    footnotes: [
      `The link holds for ${INVITATION_DAYS} days and can be used once. If you did not expect this mail, ignore it.`,
    ],
  };
}
