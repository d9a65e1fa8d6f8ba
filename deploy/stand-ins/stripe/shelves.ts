import type { SubscriptionState } from './domain/subscription.ts';
import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Invoice,
  LineItem,
  Metadata,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  Subscription,
  SubscriptionSchedule,
} from './wire.ts';

interface Shelves {
  'checkout.session': [
    CheckoutSession,
    {
      lines: LineItem[];
      intent: string | null;
      /** Whether the bank has yet to answer, and what it will say. */
      awaiting: boolean;
      succeeds?: boolean;
      intentMetadata: Metadata;
      description: string | null;
      subscriptionMetadata: Metadata;
    },
  ];
  payment_intent: [
    PaymentIntent,
    {
      /** Of the page on which the cardholder answers the bank; where that leads to, and the checkout it belongs to. */
      secret?: string;
      returnUrl?: string;
      session?: string;
    },
  ];
  payment_method: [PaymentMethod, Record<never, never>];
  charge: [Charge, Record<never, never>];
  balance_transaction: [BalanceTransaction, Record<never, never>];
  refund: [Refund, Record<never, never>];
  dispute: [Dispute, Record<never, never>];
  customer: [Customer, { deleted?: boolean }];
  product: [Product, Record<never, never>];
  price: [Price, Record<never, never>];
  subscription: [
    Subscription,
    {
      state: SubscriptionState;
      /** The control call's switch: whether charges to its card are declined. */
      cardFails: boolean;
      /** Put on the next invoice; below zero it is a credit. */
      pendingCents: number;
    },
  ];
  subscription_schedule: [SubscriptionSchedule, Record<never, never>];
  invoice: [Invoice, { intent: string | null }];
  'billing_portal.session': [PortalSession, { secret: string }];
}

export type Shelf = keyof Shelves;
export type BodyOf<S extends Shelf> = Shelves[S][0];

export interface Kept<S extends Shelf> {
  body: Shelves[S][0];
  extra: Shelves[S][1];
  /** When something happens to it by itself. */
  dueMs: number | null;
}
