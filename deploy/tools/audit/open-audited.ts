import { StripeOrdersGateway } from '@easel/api/payments/stripe-orders.gateway';
import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { catalogue } from '@easel/contracts/catalogue';
import { createPool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { MacKeys } from '@easel/kernel/proof/mac-keys';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { AuditSettings } from './settings.ts';
import type { Audited } from './verify.ts';

/** Everything to be looked at, over connections that refuse to write. */
export function openAudited({ databaseUrl, eventStoreUrl, masterKey, macKeys, payments }: AuditSettings): Audited & {
  close(): Promise<void>;
} {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const pool = createPool(url.href, { max: 4, name: 'audit' });
  const sealer = new Sealer(new PostgresPersonKeys(pool), masterKey);
  const log = new EventLog(eventStoreUrl, catalogue, sealer);
  const stripe = new StripeGateway(payments);
  return {
    log,
    pool,
    sealer,
    macs: macKeys === undefined ? undefined : new MacKeys(macKeys),
    ...(stripe.isThere && {
      paidSessions: () => stripe.paidSessions(),
      paidOrders: () => new StripeOrdersGateway(stripe).paidOrders(),
    }),
    async close() {
      await log.close();
      await pool.end();
    },
  };
}
