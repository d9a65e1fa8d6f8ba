import { brand } from '@easel/contracts/brand';
import { ERASED } from '@easel/contracts/kernel/event';
import { MAILS_AN_HOUR, RESET_LINK_MINUTES, UNDO_EMAIL_DAYS, VERIFY_LINK_HOURS } from '@easel/contracts/members/policy';
import { membersHttp } from '@easel/contracts/members/http';
import { memberStream } from '@easel/contracts/members/stream';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { RegisteredMembers } from './registered-members.ts';

/** Kinds of mail that members are sent. */
export const VERIFICATION = 'members.verification';
export const PASSWORD_RESET = 'members.password-reset';
export const EMAIL_CHANGED = 'members.email-changed';
export const ERASURE_REQUESTED = 'members.erasure-requested';

const verificationAsked = z.object({ memberId: z.uuid() });
const resetAsked = z.object({ emailDigest: z.string() });
const erasureAsked = z.object({ memberId: z.uuid() });
const emailChanged = z.object({ memberId: z.uuid(), changeId: z.uuid() });

/** Writes them when they are due: the address is the one that stands then, and the token is made then. */
@Injectable()
export class MemberLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly members: RegisteredMembers,
    private readonly credentials: Credentials,
    private readonly links: MailLinks,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.mails.writes(VERIFICATION, this.verification);
    this.mails.writes(PASSWORD_RESET, this.passwordReset);
    this.mails.writes(EMAIL_CHANGED, this.emailChanged);
    this.mails.writes(ERASURE_REQUESTED, this.erasureRequested);
  }

  private readonly verification: LetterWriter = async (mail) => {
    const { memberId } = verificationAsked.parse(mail.payload);
    const member = await this.find(memberId);
    if (!member || member.emailVerified) return undefined;
    const token = await this.links.make(mail, {
      purpose: 'verify-email',
      memberId,
      emailDigest: this.credentials.emailDigest(member.email),
      minutes: VERIFY_LINK_HOURS * 60,
      single: false,
      anHour: MAILS_AN_HOUR.verification,
    });
    return token === undefined ? undefined : verificationLetter(member.email, token);
  };

  private readonly passwordReset: LetterWriter = async (mail) => {
    const { emailDigest } = resetAsked.parse(mail.payload);
    const row = await this.credentials.byEmailDigest(emailDigest);
    const member = row && (await this.find(row.memberId));
    if (!member || this.credentials.emailDigest(member.email) !== emailDigest) return undefined;
    const token = await this.links.make(mail, {
      purpose: 'reset-password',
      memberId: row.memberId,
      emailDigest,
      minutes: RESET_LINK_MINUTES,
      single: true,
      anHour: MAILS_AN_HOUR.reset,
    });
    return token === undefined ? undefined : resetLetter(member.email, token);
  };

  /** To the address of before. Of a change that is undone already nobody need be told. */
  private readonly emailChanged: LetterWriter = async (mail) => {
    const { memberId, changeId } = emailChanged.parse(mail.payload);
    const member = await this.find(memberId);
    const change = member && (await this.members.emailChange(memberId, changeId));
    if (!change || change.previousEmail === ERASED) return undefined;
    if (change.undoableUntil === null) return emailChangedLetter(change.previousEmail);
    const left = member.leftEmails.find((one) => one.changeId === changeId);
    const minutes = Math.floor((Date.parse(change.undoableUntil) - Date.now()) / 60_000);
    if (!left || minutes < 1) return undefined;
    const token = await this.links.make(mail, {
      purpose: 'undo-email-change',
      memberId,
      emailDigest: this.credentials.emailDigest(left.email),
      minutes,
      single: false,
      // Who is robbed is told each time.
      anHour: Number.POSITIVE_INFINITY,
    });
    return token === undefined ? undefined : emailChangedLetter(left.email, token);
  };

  /** Of who has thought better of it nobody need be told. */
  private readonly erasureRequested: LetterWriter = async (mail) => {
    const { memberId } = erasureAsked.parse(mail.payload);
    const member = await this.find(memberId);
    return member?.erasure && erasureLetter(member.email, member.erasure.erasesAt);
  };

  private async find(memberId: string): ReturnType<RegisteredMembers['find']> {
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const member = await this.members.find(memberId);
    return member?.email === ERASED ? undefined : member;
  }
}

const verificationLetter = (to: string, token: string): Letter => ({
  to,
  subject: `Verify your email address for ${brand.name}`,
  paragraphs: [
    'Hello,',
    `please verify that this address is yours, so that we can reach you about your ${brand.name} account.`,
  ],
  action: { label: 'Verify email address', path: `${membersHttp.verifyEmail.path}?token=${token}` },
  footnotes: [
    `The link holds for ${VERIFY_LINK_HOURS} hours.`,
    `If you have no account with ${brand.name}, somebody has mistyped their address, and you can ignore this mail.`,
  ],
});

const resetLetter = (to: string, token: string): Letter => ({
  to,
  subject: `Reset your ${brand.name} password`,
  paragraphs: ['Hello,', `somebody, we hope you, asked for a new password of your ${brand.name} account.`],
  action: { label: 'Choose a new password', path: `/reset-password?token=${token}` },
  footnotes: [
    `The link works once, within ${RESET_LINK_MINUTES} minutes. Afterwards you are signed out everywhere.`,
    'If it was not you, ignore this mail: your password stays as it is.',
  ],
});

/** Without a token where the address of before has no claim any more. */
const emailChangedLetter = (to: string, token?: string): Letter => ({
  to,
  subject: `The email address of your ${brand.name} account was changed`,
  paragraphs: [
    'Hello,',
    `your ${brand.name} account has another email address from now on, and this one no longer signs in to it.`,
    ...(token === undefined ? [] : ['If it was you, there is nothing to do. If it was not, put this address back:']),
  ],
  ...(token !== undefined && {
    action: { label: 'Put this address back', path: `/undo-email-change?token=${token}` },
    footnotes: [
      `The link works once, within ${UNDO_EMAIL_DAYS} days of the change. It signs everybody out of the account.`,
    ],
  }),
});

const erasureLetter = (to: string, erasesAt: string): Letter => ({
  to,
  subject: `Your ${brand.name} account will be erased`,
  paragraphs: [
    'Hello,',
    `somebody, we hope you, asked us to erase your ${brand.name} account. It is erased on ${erasesAt.slice(0, 10)} (UTC), with all your pictures, and nothing brings it back then.`,
    'Until that day you can keep it: sign in, and choose “Keep my account” in your profile.',
  ],
  action: { label: 'Open my profile', path: '/profile' },
  footnotes: ['If it was not you, change your password at once: whoever asked for it knew it.'],
});
