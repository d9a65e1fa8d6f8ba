import type { AccountFact } from '@easel/contracts/account/events';
import { brand } from '@easel/contracts/brand';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { payoutCents, payoutReference, type Earned } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { dollars } from '../mail-words.ts';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { bankOfPayout } from './payout-bank.ts';
import { salesOfDay, type DaySales } from './sales-of-day.ts';
import { PAYOUT_MAIL } from './post-payouts.process.ts';

export const SALES_MAIL = 'earnings.sales';

const salesAsked = z.object({ memberId: z.uuid(), day: z.iso.date() });
const payoutAsked = z.object({ memberId: z.uuid(), stream: z.string(), revision: z.int() });

/** Writes mails to sellers from the events, when they are due. Skips erased members. */
@Injectable()
export class EarningsLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly log: EventLog,
    private readonly members: MembersLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(SALES_MAIL, this.sales);
    this.mails.writes(PAYOUT_MAIL, this.payout);
  }

  /** Returns none if every sale was reversed in the meantime. */
  private readonly sales: LetterWriter = async ({ payload }) => {
    const { memberId, day } = salesAsked.parse(payload);
    const email = await this.addressOf(memberId);
    if (email === undefined) return undefined;
    const sold = await salesOfDay(this.log.read<EarningsFact>(earningsStream.nameOf(memberId)), day);
    return sold.sales > 0 ? salesLetter(email, day, sold) : undefined;
  };

  private readonly payout: LetterWriter = async ({ payload }) => {
    const { memberId, stream, revision } = payoutAsked.parse(payload);
    const email = await this.addressOf(memberId);
    if (email === undefined) return undefined;
    const event = await this.log.first<AccountFact>(stream, revision);
    if (event?.type !== 'PayoutSettled' || event.unreadable) throw new Error(`${stream}@${revision} cannot be read`);
    const bank = await bankOfPayout(this.log.read<AccountFact>(stream), event.data.payoutId);
    return payoutLetter(email, event.data, bank);
  };

  private async addressOf(memberId: string): Promise<string | undefined> {
    const email = await this.members.emailOf(memberId);
    return email === ERASED ? undefined : email;
  }
}

const SEE_EARNINGS = { label: 'See what you earned', path: '/profit-sharing' };

export const salesLetter = (to: string, day: string, { sales, ...earned }: DaySales): Letter => ({
  to,
  subject: sales === 1 ? `You sold a picture on ${brand.name}` : `You sold ${sales} pictures on ${brand.name}`,
  paragraphs: [
    'Hello,',
    sales === 1
      ? `on ${day} (UTC) a member bought a copy of one of your pictures. It brings you ${earnedText(earned)}.`
      : `on ${day} (UTC) members bought ${sales} copies of your pictures. They bring you ${earnedText(earned)}.`,
    'It is added to your account at the first midnight (UTC) after 24 hours, unless the payment is reversed before.',
  ],
  action: SEE_EARNINGS,
  footnotes: ['We send you this mail at most once a day, when something was sold.'],
});

type Settled = Extract<AccountFact, { type: 'PayoutSettled' }>['data'];

/** `bank`: where it went; empty where that is not known. */
export function payoutLetter(to: string, { payoutId, outcome, reason, ...sums }: Settled, bank: string): Letter {
  const account = bank === '' ? 'your bank account' : `your bank account ${bank}`;
  const sum = dollars(payoutCents(sums));
  const footnotes = ['We send you this mail for every payout.'];
  if (outcome === 'paid') {
    return {
      to,
      subject: `Your ${brand.name} payout of ${sum}`,
      paragraphs: [
        'Hello,',
        `we have transferred ${sum} to ${account}. Your bank may take some days to show it.`,
        `The reference of the transfer is ${payoutReference(payoutId)}.`,
      ],
      action: SEE_EARNINGS,
      footnotes,
    };
  }
  return {
    to,
    subject: `Your ${brand.name} payout of ${sum} could not be made`,
    paragraphs: [
      'Hello,',
      `we could not transfer ${sum} to ${account}. ${earnedText(sums)} went back to your ${brand.name} account.`,
      ...(reason === null ? [] : [`The reason is: ${reason}`]),
      'You can request the payout again, with another bank account if that was the reason.',
    ],
    action: SEE_EARNINGS,
    footnotes,
  };
}

function earnedText({ tenths, cents }: Earned): string {
  const credits = tenthsToCredits(tenths);
  return [
    ...(tenths > 0 ? [`${credits} ${credits === 1 ? 'credit' : 'credits'}`] : []),
    ...(cents > 0 ? [dollars(cents)] : []),
  ].join(' and ');
}
