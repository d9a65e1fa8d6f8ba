import type { AccountFact } from '@easel/contracts/account/events';
import { brand } from '@easel/contracts/brand';
import type { InvoiceFact, InvoiceItem } from '@easel/contracts/invoices/events';
import { invoicePath, orderContents } from '@easel/contracts/invoices/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { EventLog } from '@easel/kernel/log/event-log';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Mails, type Letter, type LetterWriter } from '../mail/mails.ts';
import { dollars, utcDay } from '../mail-words.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { RefundLettersLookup } from '../orders/refund-letters.lookup.ts';
import { INVOICE_SETTINGS, sellerLines, type InvoicesConfig } from './invoices.config.ts';
import { RECEIPT } from './post-receipts.process.ts';

const receiptAsked = z.object({ memberId: z.uuid(), stream: z.string(), revision: z.int() });

/**
 * Writes mails about payments when they are due, from the events. Every payment has one, as it is no marketing; whoever
 * was erased in the meantime has none.
 */
@Injectable()
export class InvoiceLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly log: EventLog,
    private readonly members: MembersLookup,
    private readonly orderRefunds: RefundLettersLookup,
    @Inject(INVOICE_SETTINGS) private readonly settings: InvoicesConfig,
  ) {}

  onModuleInit(): void {
    this.mails.writes(RECEIPT, this.receipt);
  }

  private readonly receipt: LetterWriter = async ({ payload }) => {
    const { memberId, stream, revision } = receiptAsked.parse(payload);
    const email = await this.members.emailOf(memberId);
    if (email === undefined || email === ERASED) return undefined;
    const event = await this.log.first<InvoiceFact | AccountFact>(stream, revision);
    if (!event || event.unreadable) throw new Error(`${stream}@${revision} cannot be read`);
    if (event.type === 'InvoiceIssued') return invoiceLetter(email, event.data);
    if (event.type === 'CreditNoteIssued') return this.creditNote(email, event.data);
    if (event.type === 'ImagePurchased') return receiptLetter(email, event.data, sellerLines(this.settings));
    throw new Error(`${stream}@${revision} is ${event.type}, of which there is no mail`);
  };

  /** Of an order of printed products, it also says which order it is, and why: there is one mail for each refund. */
  private async creditNote(to: string, note: CreditNote): Promise<Letter> {
    const ofOrder = note.orderId === undefined ? undefined : await this.orderRefunds.letterOf(to, note.orderId, note);
    return ofOrder ?? creditNoteLetter(to, note);
  }
}

type Invoice = Extract<InvoiceFact, { type: 'InvoiceIssued' }>['data'];
type CreditNote = Extract<InvoiceFact, { type: 'CreditNoteIssued' }>['data'];
type Purchase = Extract<AccountFact, { type: 'ImagePurchased' }>['data'];

export const invoiceLetter = (to: string, { number, item, cents, bookedAt, seller }: Invoice): Letter => ({
  to,
  subject: `Your ${brand.name} invoice ${number}`,
  paragraphs: [
    'Hello,',
    item.kind === 'failed-refund'
      ? `our refund of ${dollars(cents)} could not be paid to your card, and came back to us on ${utcDay(bookedAt)}.`
      : `we have received your payment of ${dollars(cents)} on ${utcDay(bookedAt)} for ${itemText(item)}. Thank you.`,
    `Invoice ${number} from ${seller.join(', ')}.`,
  ],
  action: { label: 'Open the invoice', path: invoicePath(number) },
  footnotes: [REASON],
});

export const creditNoteLetter = (to: string, { number, cents, bookedAt, seller }: CreditNote): Letter => ({
  to,
  subject: `Your ${brand.name} credit note ${number}`,
  paragraphs: [
    'Hello,',
    `we have refunded ${dollars(cents)} to your card on ${utcDay(bookedAt)}. Your bank may take some days to show it.`,
    `Credit note ${number} from ${seller.join(', ')}.`,
  ],
  action: { label: 'Open the credit note', path: invoicePath(number) },
  footnotes: [REASON],
});

export const receiptLetter = (
  to: string,
  { purchaseId, size, cents, purchasedAt }: Purchase,
  seller: readonly string[],
): Letter => ({
  to,
  subject: `Your ${brand.name} receipt`,
  paragraphs: [
    'Hello,',
    `you bought a picture in ${size} for ${dollars(cents)} from your wallet on ${utcDay(purchasedAt)}. Thank you.`,
    `Sold by ${seller.join(', ')}.`,
  ],
  action: { label: 'Open the receipt', path: invoicePath(purchaseId) },
  links: [{ label: 'My purchases', path: '/my-purchases' }],
  footnotes: [REASON],
});

const REASON = 'We send you this mail for every payment and refund.';

function itemText(item: Exclude<InvoiceItem, { kind: 'failed-refund' }>): string {
  switch (item.kind) {
    case 'top-up':
      return 'your wallet';
    case 'plan':
      return `the plan ${tierLabel(item.tier)}, ${item.period}, from ${utcDay(item.from)} to ${utcDay(item.until)}`;
    case 'order':
      return `your order ${item.reference}: ${orderContents(item)}`;
  }
}
