import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_SETTINGS, type PaymentsConfig } from './payments.config.ts';

/** Read-only door to payments for other features. */
@Injectable()
export class PaymentsLookup {
  constructor(@Inject(PAYMENT_SETTINGS) private readonly settings: PaymentsConfig) {}

  /** Whether orders are paid by card. Without Stripe’s own card fields, the checkout takes test cards alone. */
  get takesCards(): boolean {
    const { STRIPE_SECRET_KEY: key } = this.settings;
    return key !== undefined && (this.publishableKey !== null || !key.includes('_live_'));
  }

  /** With which a browser shows Stripe's own card fields; null where the checkout's are used. */
  get publishableKey(): string | null {
    return this.settings.STRIPE_PUBLISHABLE_KEY ?? null;
  }

  /** Whether a subscription of this name is one of the card service, which has a page to manage it on. */
  manages(source: string | null): boolean {
    return this.settings.STRIPE_SECRET_KEY !== undefined && source !== null && source.startsWith('sub_');
  }
}
