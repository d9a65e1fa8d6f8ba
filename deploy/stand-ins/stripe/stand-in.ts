import type { Logger } from 'pino';
import { Api } from './api.ts';
import type { Archive } from './archive/archive.ts';
import { Clockwork } from './clockwork.ts';
import { Controls } from './controls.ts';
import { Courier, type Post } from './courier.ts';
import { billingRoutes } from './routes/billing.routes.ts';
import { checkoutRoutes } from './routes/checkout.routes.ts';
import { eventRoutes } from './routes/event.routes.ts';
import { paymentRoutes } from './routes/payment.routes.ts';
import { reversalRoutes } from './routes/reversal.routes.ts';
import { scheduleRoutes } from './routes/schedule.routes.ts';
import { Store } from './store.ts';

export interface StandInOptions {
  archive: Archive;
  /** What the library is given as its key. */
  secretKey: string;
  /** What the library is given to verify events with. */
  webhookSecret: string;
  /** Where events go; null where they wait. */
  webhookUrl: string | null;
  post: Post;
  /** How long after its first failure an event is sent again; then twice as long each time, at most an hour. */
  retryFirstMs: number;
  /** How long a slow bank takes; null leaves the answer to a control call. */
  settleMs: number | null;
  nowMs: () => number;
  /** Where browsers reach it, without a slash at its end. */
  origin: () => string;
  logger: Logger;
}

const endpoints = [
  ...checkoutRoutes,
  ...paymentRoutes,
  ...billingRoutes,
  ...scheduleRoutes,
  ...reversalRoutes,
  ...eventRoutes,
];

/** The part of Stripe that this product uses, over no wire: who serves it, and where its books are, is the caller's. */
export class StandIn {
  readonly store: Store;
  readonly api: Api;
  readonly controls: Controls;
  readonly courier: Courier;
  readonly clockwork: Clockwork;

  constructor(options: StandInOptions) {
    const { archive, secretKey, webhookSecret, webhookUrl, post, retryFirstMs, settleMs, nowMs, origin, logger } =
      options;
    this.store = new Store(archive, { nowMs, origin });
    this.api = new Api(endpoints, { store: this.store, secretKey, logger });
    this.controls = new Controls(this.store, settleMs);
    this.courier = new Courier(this.store, { webhookUrl, webhookSecret, retryFirstMs, nowMs, post }, logger);
    this.clockwork = new Clockwork(this.store, nowMs, logger);
  }

  /** From now on what comes by itself happens in its time, and events go out. Else both wait for `tick`. */
  begin(): void {
    const wake = () => {
      this.clockwork.wake();
      this.courier.wake();
    };
    this.store.onChange(wake);
    wake();
  }
}
