import { CHECKOUT_LOOKUP_MS } from '@easel/contracts/settings/checkout.policy';
import type { PresentCheckout } from '@easel/contracts/settings/checkout.http';
import { checkoutStream } from '@easel/contracts/settings/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject, Injectable, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { checkout, presentOf } from './checkout.decider.ts';
import { FreshValue } from '@easel/kernel/server/fresh-value';

/** Says that the settings have changed. */
export const CHECKOUT_SUBJECT = 'settings.checkout';
/** A clock for tests, in milliseconds. */
export const CHECKOUT_CLOCK: unique symbol = Symbol('checkout clock');

/**
 * Read-only door to the checkout's settings: right within 5 s of a change in every process, whether the bus works or
 * not.
 */
@Injectable()
export class CheckoutSettingsLookup implements OnModuleInit, OnModuleDestroy {
  private readonly settings: FreshValue<PresentCheckout>;
  private unsubscribe: () => Promise<void> = () => Promise.resolve();

  constructor(
    runner: DeciderRunner,
    @Inject(BUS) private readonly bus: Bus,
    @Optional() @Inject(CHECKOUT_CLOCK) now: () => number = () => performance.now(),
  ) {
    const read = async (): Promise<PresentCheckout> =>
      presentOf((await runner.fold(checkoutStream.name, checkout)).state);
    this.settings = new FreshValue(read, CHECKOUT_LOOKUP_MS, now);
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.bus.subscribe(CHECKOUT_SUBJECT, () => this.outdate());
  }

  async onModuleDestroy(): Promise<void> {
    await this.unsubscribe();
  }

  /** They have changed: the next who asks reads them. */
  outdate(): void {
    this.settings.outdate();
  }

  current(): Promise<PresentCheckout> {
    return this.settings.current();
  }
}
