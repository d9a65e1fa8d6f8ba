import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import type { OrderFact } from '@easel/contracts/orders/events';

type Told =
  | OrderFact['type']
  | InvoiceFact['type']
  | CompetitionFact['type']
  | 'ImagePurchased'
  | 'PrintsPurchased'
  | 'ChallengeShareGranted';

/** What events mean whose names are short, and whose data alone does not say it. */
const words: Readonly<Record<Told, string>> = {
  OrderPlaced: 'the member placed the order',
  OrderAddressChanged: 'another address was entered',
  OrderNoted: 'support wrote a note',
  OrderPaymentOpened: 'a payment was opened at the card service',
  OrderPaid: 'a card paid for the order',
  OrderPaymentFailed: 'a card was declined',
  OrderStatusChanged: 'the order has another status',
  OrderSentToPrint: 'the print service was given the order',
  OrderPrintFailed: 'the print service refused the order, or cannot go on with it',
  OrderReprinted: 'support had the order printed again',
  OrderPrintCharged: 'the print service charged for an attempt',
  OrderParcelShipped: 'a parcel was shipped',
  OrderDelayed: 'the order was not shipped within the days that making takes',
  OrderArrivalReported: 'the member reported whether everything arrived',
  OrderRefundRequested: 'a refund was decided and is to be made at the card service',
  OrderRefunded: 'a refund was made at the card service, or failed there',
  ImagePurchased: 'the member bought an image in this size',
  InvoiceIssued: 'an invoice was issued for a payment, or for a refund that failed',
  CreditNoteIssued: 'a credit note was issued for a refund',
  PrintsPurchased: 'a card paid for printed products and their delivery',
  CompetitionPrepared: 'an admin prepared the challenge of a month',
  CompetitionRevised: 'an admin changed the theme',
  CompetitionOpened: 'the challenge opened',
  EntrySubmitted: 'a member entered a picture',
  EntryWithdrawn: 'an entry was withdrawn, or its picture is gone',
  EntryDisqualified: 'an admin excluded an entry',
  CompetitionClosed: 'the challenge closed with this provisional standing',
  AnnouncementProposed: 'an admin proposed to announce the winners',
  WinnersAnnounced: 'the winners were announced, with what each entry brings',
  ChallengeShareGranted: 'the member was given what a challenge brought',
};

/** Returns what an event means; undefined where its name says it. */
export const wordsOf = (type: string): string | undefined =>
  Object.hasOwn(words, type) ? words[type as keyof typeof words] : undefined;
