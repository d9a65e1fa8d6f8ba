import { logContents } from '@easel/contracts/log';
import type { Caller } from '@easel/kernel/http/caller';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { Sessions } from '@easel/kernel/identity/sessions';
import { EventsController } from '@easel/projections/events/events.controller';
import { ReadsModule } from '@easel/projections/kernel/reads.module';
import { Module } from '@nestjs/common';

const OPERATOR = '00000000-0000-4000-8000-000000000001';

@Module({})
class EventsOnly {}

/** Everybody is the one auditor there is. */
class OneAuditor extends Sessions {
  override byToken(): Promise<Caller | undefined> {
    return Promise.resolve({ kind: 'operator', id: OPERATOR, role: 'auditor', sessionId: OPERATOR });
  }
}

const [databaseUrl = '', eventStoreUrl = '', folder = ''] = process.argv.slice(2);
const config = foundationConfig.parse({
  DATABASE_URL: databaseUrl,
  EVENT_STORE_URL: eventStoreUrl,
  BLOB_DIR: folder,
  MASTER_KEY: 'ab'.repeat(32),
  LOG_LEVEL: 'warn',
});
const foundation = await openFoundation('bench', config, logContents);
const kernel = KernelModule.register(
  { ...foundation, sessions: new OneAuditor(foundation.pool) },
  { lifecycle: new Lifecycle({ logger: foundation.logger }), metrics: new Metrics(), rateLimitScale: 1_000_000 },
);
const app = await createHttpServer({
  module: EventsOnly,
  imports: [kernel, ReadsModule],
  controllers: [EventsController],
});
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ address: await app.getUrl() })}\n`);
process.stdin.once('end', () => process.exit(0)).resume();
process.once('SIGTERM', () => process.exit(0));
