import { brand } from '@easel/contracts/brand';
import { EXPORT_KEPT_DAYS } from '@easel/contracts/data-export/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';

export const EXPORT_READY = 'data-export.ready';

const ready = z.object({ memberId: z.uuid(), exportId: z.uuid() });

/** The link leads to the profile, where only who is signed in is given the file. */
@Injectable()
export class DataExportLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly members: MembersLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(EXPORT_READY, this.ready);
  }

  private readonly ready: LetterWriter = async (mail) => {
    const email = await this.members.emailOf(ready.parse(mail.payload).memberId);
    return email === undefined || email === ERASED ? undefined : readyLetter(email);
  };
}

const readyLetter = (to: string): Letter => ({
  to,
  subject: `Your ${brand.name} data is ready`,
  paragraphs: ['Hello,', `the file with your ${brand.name} data is packed. You can download it from your profile.`],
  action: { label: 'Open my profile', path: '/profile#data' },
  footnotes: [
    `The file is deleted after ${EXPORT_KEPT_DAYS} days.`,
    'If you did not ask for it, change your password: somebody else is signed in to your account.',
  ],
});
