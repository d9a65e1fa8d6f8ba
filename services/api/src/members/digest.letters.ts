import { monthName } from '@easel/contracts/account/policy';
import { brand } from '@easel/contracts/brand';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { AccountMonthLookup } from '../account/account-month.lookup.ts';
import { GalleryMonthLookup } from '../generation/gallery-month.lookup.ts';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { MarketingLookup, type NewsRecipient } from './marketing.lookup.ts';

export const DIGEST = 'members.digest';

const digestAsked = z.object({ memberId: z.uuid(), month: z.string() });

/** Writes the monthly mail when it is due, to who still wants it then. */
@Injectable()
export class DigestLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly marketing: MarketingLookup,
    private readonly gallery: GalleryMonthLookup,
    private readonly accounts: AccountMonthLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(DIGEST, this.digest);
  }

  private readonly digest: LetterWriter = async ({ payload }) => {
    const { memberId, month } = digestAsked.parse(payload);
    const recipient = await this.marketing.recipient(memberId);
    if (!recipient) return undefined;
    const [gallery, own] = await Promise.all([this.gallery.of(month), this.accounts.of(memberId, month)]);
    return digestLetter(recipient, { month, gallery, own });
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
export function digestLetter(recipient: NewsRecipient, { month, gallery, own }: DigestFigures): Letter {
  const name = monthName(month);
  const earned = [
    ...(own.earnedTenths > 0 ? [`${tenthsToCredits(own.earnedTenths)} credits`] : []),
    ...(own.earnedCents > 0 ? [`$${(own.earnedCents / 100).toFixed(2)}`] : []),
  ];
  return {
    ...recipient,
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
  };
}

const counted = (shown: number): string => (shown === 1 ? 'one new image was' : `${shown} new images were`);
