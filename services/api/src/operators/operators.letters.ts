import { brand } from '@easel/contracts/brand';
import { ERASED } from '@easel/contracts/kernel/event';
import { INVITATION_DAYS, INVITATION_PATH, UNLOCK_MINUTES, UNLOCK_PATH } from '@easel/contracts/operators/policy';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { OperatorDirectory } from './operator-directory.ts';
import { Invitations, UnlockLinks } from './operators.tables.ts';
import type { Operator } from './operators.decider.ts';

export const OPERATOR_INVITATION = 'operators.invitation';
export const OPERATOR_UNLOCK = 'operators.unlock';

const unlockAsked = z.object({ operatorId: z.uuid() });
const invitationAsked = z.object({ operatorId: z.uuid(), invitationId: z.uuid() });

/**
 * Writes operators' mails when they are due. An invitation that a newer has replaced, or that is accepted, is not sent;
 * nor is a link past a lock to somebody who is not an active operator.
 */
@Injectable()
export class OperatorLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly directory: OperatorDirectory,
    private readonly invitations: Invitations,
    private readonly unlocks: UnlockLinks,
  ) {}

  onModuleInit(): void {
    this.mails.writes(OPERATOR_INVITATION, this.invitation);
    this.mails.writes(OPERATOR_UNLOCK, this.unlock);
  }

  private readonly invitation: LetterWriter = async (mail) => {
    const { operatorId, invitationId } = invitationAsked.parse(mail.payload);
    const operator = await this.directory.find(operatorId);
    if (operator?.invitationId !== invitationId || operator.email === ERASED) return undefined;
    const token = await this.invitations.makeToken(mail, invitationId);
    return token === undefined ? undefined : invitationLetter(operator, token);
  };

  private readonly unlock: LetterWriter = async (mail) => {
    const { operatorId } = unlockAsked.parse(mail.payload);
    const operator = await this.directory.find(operatorId);
    if (operator?.status !== 'active' || operator.email === ERASED) return undefined;
    const token = await this.unlocks.make(mail, operatorId);
    return token === undefined ? undefined : unlockLetter(operator, token);
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

function unlockLetter({ email, name }: Operator, token: string): Letter {
  return {
    to: email,
    subject: `Sign in to the ${brand.name} console`,
    paragraphs: [
      `Hello ${name},`,
      'too many passwords were wrong for your account, so new browsers have to wait. Open this link in the browser in which you want to sign in: it can then try your password at once.',
    ],
    action: { label: 'Let this browser try', path: `${UNLOCK_PATH}#token=${token}` },
    footnotes: [
      `The link holds for ${UNLOCK_MINUTES} minutes and can be used once. It does not sign you in: you still need your password. If you did not ask for it, ignore this mail.`,
    ],
  };
}
