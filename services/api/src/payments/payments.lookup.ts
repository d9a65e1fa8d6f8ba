import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_SETTINGS, type PaymentsConfig } from './payments.config.ts';

/** Read-only door to payments for other features. */
@Injectable()
export class PaymentsLookup {
  constructor(@Inject(PAYMENT_SETTINGS) private readonly settings: PaymentsConfig) {}

  /** Whether a subscription of this name is one of the card service, which has a page to manage it on. */
  manages(source: string | null): boolean {
    return this.settings.STRIPE_SECRET_KEY !== undefined && source !== null && source.startsWith('sub_');
  }
}
