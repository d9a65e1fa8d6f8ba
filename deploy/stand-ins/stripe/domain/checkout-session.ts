/** Where a checkout session stands, in Stripe's words. */
export interface Standing {
  status: 'open' | 'complete' | 'expired';
  payment: 'unpaid' | 'paid' | 'no_payment_required';
  /** Whether a bank has yet to answer. */
  awaiting: boolean;
}

export type SessionStep =
  { type: 'pay' } | { type: 'pay-later' } | { type: 'settle'; succeeded: boolean } | { type: 'expire' };

export type SessionEvent =
  | 'checkout.session.completed'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'checkout.session.expired';

export interface Taken {
  standing: Standing;
  event: SessionEvent;
}

export const opened = (totalCents: number): Standing => ({
  status: 'open',
  payment: totalCents === 0 ? 'no_payment_required' : 'unpaid',
  awaiting: false,
});

/** The step's end and what is told of it; nothing where the session does not stand so that it can be taken. */
export function take(standing: Standing, step: SessionStep): Taken | undefined {
  switch (step.type) {
    case 'pay': {
      if (standing.status !== 'open') return undefined;
      const payment = standing.payment === 'no_payment_required' ? standing.payment : 'paid';
      return { standing: { status: 'complete', payment, awaiting: false }, event: 'checkout.session.completed' };
    }
    case 'pay-later':
      if (standing.status !== 'open' || standing.payment === 'no_payment_required') return undefined;
      return {
        standing: { status: 'complete', payment: 'unpaid', awaiting: true },
        event: 'checkout.session.completed',
      };
    case 'settle':
      if (!standing.awaiting) return undefined;
      return step.succeeded
        ? {
            standing: { status: 'complete', payment: 'paid', awaiting: false },
            event: 'checkout.session.async_payment_succeeded',
          }
        : {
            standing: { status: 'complete', payment: 'unpaid', awaiting: false },
            event: 'checkout.session.async_payment_failed',
          };
    case 'expire':
      if (standing.status !== 'open') return undefined;
      return { standing: { ...standing, status: 'expired' }, event: 'checkout.session.expired' };
  }
}
