import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_SETTINGS, type PaymentsConfig } from './payments.config.ts';

/** Read-only door to payments for other features. */
@Injectable()
export class PaymentsLookup {
  constructor(@Inject(PAYMENT_SETTINGS) private readonly settings: PaymentsConfig) {}

  /** Whether orders are paid by card: by Stripe's test cards alone, as the checkout asks for no others. */
  get takesCards(): boolean {
    const { STRIPE_SECRET_KEY: key } = this.settings;
    return key !== undefined && !key.includes('_live_');
  }

  /** Whether a subscription of this name is one of the card service, which has a page to manage it on. */
  manages(source: string | null): boolean {
    return this.settings.STRIPE_SECRET_KEY !== undefined && source !== null && source.startsWith('sub_');
  }
}
