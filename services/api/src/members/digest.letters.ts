import { brand } from '@easel/contracts/brand';
import { ERASED } from '@easel/contracts/kernel/event';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { memberStream } from '@easel/contracts/members/stream';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { AccountMonthLookup } from '../account/account-month.lookup.ts';
import { GalleryMonthLookup } from '../generation/gallery-month.lookup.ts';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { MarketingLinks } from './marketing-links.ts';
import { RegisteredMembers } from './registered-members.ts';

export const DIGEST = 'members.digest';

const digestAsked = z.object({ memberId: z.uuid(), month: z.string() });

/** Writes the monthly mail when it is due, to who still wants it then. */
@Injectable()
export class DigestLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly members: RegisteredMembers,
    private readonly links: MarketingLinks,
    private readonly gallery: GalleryMonthLookup,
    private readonly accounts: AccountMonthLookup,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.mails.writes(DIGEST, this.digest);
  }

  private readonly digest: LetterWriter = async ({ payload }) => {
    const { memberId, month } = digestAsked.parse(payload);
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const member = await this.members.find(memberId);
    if (!member?.marketingOptIn || !member.emailVerified || member.email === ERASED) return undefined;
    const [gallery, own] = await Promise.all([this.gallery.of(month), this.accounts.of(memberId, month)]);
    return digestLetter(member.email, this.links.make(memberId, member.email), { month, gallery, own });
  };
}

export interface DigestFigures {
  /** UTC, `2026-10`. */
  month: string;
  /** Public images that are new in it, and the ids of the newest. */
  gallery: { shown: number; newest: readonly string[] };
  own: { images: number; earnedTenths: number; earnedCents: number };
}

/** No word of anybody's prompts: whoever shows an image would write to all members in our name. */
export function digestLetter(to: string, token: string, { month, gallery, own }: DigestFigures): Letter {
  const name = monthName(month);
  const earned = [
    ...(own.earnedTenths > 0 ? [`${tenthsToCredits(own.earnedTenths)} credits`] : []),
    ...(own.earnedCents > 0 ? [`$${(own.earnedCents / 100).toFixed(2)}`] : []),
  ];
  return {
    to,
    subject: `${name} on ${brand.name}`,
    paragraphs: [
      'Hello,',
      gallery.shown === 0
        ? `in ${name} no new images were shown in the public gallery.`
        : `in ${name} ${counted(gallery.shown)} shown in the public gallery.`,
      own.images === 0
        ? 'You made no image yourself that month.'
        : `You made ${own.images === 1 ? 'one image' : `${own.images} images`} yourself that month.`,
      ...(earned.length > 0 ? [`Sales of your images brought you ${earned.join(' and ')}.`] : []),
    ],
    action: { label: 'See the public gallery', path: '/public-gallery' },
    links: gallery.newest.map((id, index) => ({ label: `New image ${index + 1}`, path: `/image/${id}` })),
    footnotes: ['We send you this once a month because you asked for news and offers by email.'],
    unsubscribe: {
      page: `/unsubscribe?token=${token}`,
      oneClick: `${marketingHttp.unsubscribe.path}?token=${token}`,
    },
  };
}

const counted = (shown: number): string => (shown === 1 ? 'one new image was' : `${shown} new images were`);

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00.000Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
