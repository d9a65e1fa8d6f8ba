import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { PaidSession } from '@easel/api/payments/stripe.gateway';
import type { Report } from './finding.ts';
import { Spill } from './spill.ts';

/** What one side says of one payment. */
type Word =
  | { side: 'paid'; paymentId: string; sessionId: string; memberId: string; cents: number; refundedCents: number }
  | { side: 'topped-up'; paymentId: string; memberId: string; cents: number; place: string }
  | { side: 'refunded'; paymentId: string; memberId: string; cents: number };

/** What both sides say of one payment. */
interface Compared {
  memberId: string;
  paid?: Extract<Word, { side: 'paid' }>;
  toppedUp?: Extract<Word, { side: 'topped-up' }>;
  /** Where it was topped up once more. */
  twice?: string;
  refundedCents: number;
}

export interface PaymentCheckOptions {
  /** Leaves all others out. */
  memberId?: string;
  /** The account as it stands by now: what the card service said may have reached it since its stream was read. */
  readAgain(memberId: string): AsyncIterable<Recorded>;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/** Holds the accounts' top-ups and refunds against what the card service says was paid. */
export class PaymentCheck {
  /** Paid there, topped up here. */
  readonly counts = { paid: 0, toppedUp: 0 };
  private readonly words = new Spill<Word>();
  /** Of the account that is being walked: what was given back by which refund. */
  private refunds = new Refunds();
  /** Where the log ended before the card service was asked: what came later it may not have told. */
  private until = 0n;

  constructor(private readonly options: PaymentCheckOptions) {}

  /** Before the accounts are walked. */
  async ask(sessions: AsyncIterable<PaidSession>, head: bigint): Promise<void> {
    this.until = head;
    const { memberId: only } = this.options;
    for await (const { kind, paymentId, sessionId, memberId, cents, refundedCents } of sessions) {
      // A plan's payments leave no sum in the account.
      if (kind !== 'wallet' || (only !== undefined && memberId !== only)) continue;
      this.counts.paid += 1;
      this.words.put(paymentId, { side: 'paid', paymentId, sessionId, memberId, cents, refundedCents });
    }
  }

  /** Every fact of every account that is checked. */
  see(fact: Recorded<AccountFact>): void {
    if (fact.position > this.until) return;
    const place = `${fact.stream}@${fact.revision}`;
    if (fact.revision === 0) this.refunds = new Refunds();
    const givenBack = this.refunds.see(fact);
    if (givenBack)
      this.words.put(givenBack.paymentId, { side: 'refunded', memberId: fact.data.memberId, ...givenBack });
    else if (fact.type === 'WalletToppedUp') {
      const { paymentId, memberId, cents, sessionId } = fact.data;
      // What came by no checkout is in no list of checkouts.
      if (sessionId === null) return;
      this.counts.toppedUp += 1;
      this.words.put(paymentId, { side: 'topped-up', paymentId, memberId, cents, place });
    }
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) {
      for (const [paymentId, compared] of byPayment(words)) {
        const { paid, toppedUp: before } = compared;
        if ([paid, before].some((word) => word && this.options.isDoubtful(word.memberId))) continue;
        const mayBeLate = paid && !compared.twice && (before?.memberId ?? paid.memberId) === paid.memberId;
        const late = mayBeLate && differs(paymentId, compared) ? await this.again(paid) : compared;
        const wrong = differs(paymentId, { ...late, ...(paid && { paid }) });
        if (!wrong) continue;
        const { memberId, toppedUp } = late;
        this.options.report.finding({
          code: wrong.code,
          place: toppedUp ? `${toppedUp.place} payment ${paymentId}` : `payment ${paymentId}`,
          message: wrong.message,
          detail: { paymentId, memberId, sessionId: paid?.sessionId ?? null, paid: paid?.cents ?? null },
        });
      }
    }
  }

  close(): void {
    this.words.remove();
  }

  private async again({ paymentId, memberId }: { paymentId: string; memberId: string }): Promise<Compared> {
    const compared: Compared = { memberId, refundedCents: 0 };
    const refunds = new Refunds();
    for await (const recorded of this.options.readAgain(memberId)) {
      const fact = recorded as Recorded<AccountFact>;
      if (fact.type === 'WalletToppedUp' && fact.data.paymentId === paymentId) {
        const place = `${fact.stream}@${fact.revision}`;
        compared.toppedUp = { side: 'topped-up', paymentId, memberId, cents: fact.data.cents, place };
      }
      const givenBack = refunds.see(fact);
      if (givenBack?.paymentId === paymentId) compared.refundedCents += givenBack.cents;
    }
    return compared;
  }
}

/** What one account gives back of its payments. One of these that failed in the end was once told by a
 * payment under its own id. */
class Refunds {
  private readonly paymentOf = new Map<string, string>();

  /** Below zero where a refund failed; undefined for all other facts. */
  see({ type, data }: AccountFact): { paymentId: string; cents: number } | undefined {
    if (type === 'WalletRefunded') {
      const { refundId, paymentId, cents, outcome } = data;
      this.paymentOf.set(refundId, paymentId);
      return { paymentId, cents: outcome === 'made' ? cents : -cents };
    }
    if (type !== 'WalletToppedUp' || data.sessionId !== null) return undefined;
    const paymentId = this.paymentOf.get(data.paymentId);
    return paymentId === undefined ? undefined : { paymentId, cents: -data.cents };
  }
}

function byPayment(words: readonly Word[]): Map<string, Compared> {
  const payments = new Map<string, Compared>();
  for (const word of words) {
    const compared = payments.get(word.paymentId) ?? { memberId: word.memberId, refundedCents: 0 };
    if (word.side === 'paid') compared.paid = word;
    else if (word.side === 'topped-up') {
      if (compared.toppedUp) compared.twice = word.place;
      else compared.toppedUp = word;
    } else compared.refundedCents += word.cents;
    payments.set(word.paymentId, compared);
  }
  return payments;
}

function differs(
  paymentId: string,
  { paid, toppedUp, twice, refundedCents }: Compared,
): { code: string; message: string } | undefined {
  if (twice !== undefined) return { code: 'payment.twice', message: `it was topped up again at ${twice}` };
  if (!paid) {
    if (!toppedUp) return undefined; // only refunds: their payment was not by a checkout
    return {
      code: 'payment.not_there',
      message: `${dollars(toppedUp.cents)} were topped up; the card service has no such paid checkout`,
    };
  }
  if (!toppedUp) {
    // Paid and given back before it ever reached us: nobody is short of anything.
    if (paid.refundedCents === paid.cents) return undefined;
    return {
      code: 'payment.not_here',
      message: `${dollars(paid.cents)} were paid by ${paid.sessionId}; account-${paid.memberId} has no top-up of ${paymentId}`,
    };
  }
  if (paid.memberId !== toppedUp.memberId) {
    return { code: 'payment.differs', message: `member ${paid.memberId} paid, ${toppedUp.memberId} was topped up` };
  }
  if (paid.cents !== toppedUp.cents) {
    const message = `${dollars(paid.cents)} were paid, ${dollars(toppedUp.cents)} were topped up`;
    return { code: 'payment.differs', message };
  }
  if (paid.refundedCents === refundedCents) return undefined;
  const message = `${dollars(paid.refundedCents)} were given back there, ${dollars(refundedCents)} here`;
  return { code: 'payment.refund_differs', message };
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
