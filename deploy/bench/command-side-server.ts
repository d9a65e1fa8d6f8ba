import { ApiModule } from '@easel/api/api.module';
import { apiTables } from '@easel/api/api.tables';
import { mailConfig } from '@easel/api/mail/mail.config';
import { OperatorDirectory } from '@easel/api/operators/operator-directory';
import { printConfig } from '@easel/api/orders/print.config';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { logContents } from '@easel/contracts/log';
import { migrate } from '@easel/kernel/database/database';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { Module } from '@nestjs/common';
import { announce } from './bench-server.ts';

/** The command side alone, with its first operator. */
@Module({})
class CommandSide {}

const [settings = '{}', email = '', password = ''] = process.argv.slice(2);
const given = JSON.parse(settings) as Record<string, string>;
const foundation = await openFoundation('bench', foundationConfig.parse(given), logContents);
await migrate(foundation.pool, { api: apiTables });
const lifecycle = new Lifecycle({ logger: foundation.logger });
const kernel = KernelModule.register(foundation, { lifecycle, metrics: new Metrics(), rateLimitScale: 1_000_000 });
const config = { ...mailConfig.parse({}), ...paymentsConfig.parse(given), ...printConfig.parse(given) };
const app = await createHttpServer({ module: CommandSide, imports: [kernel, ApiModule.register(config)] });
await app.listen(0, '127.0.0.1');
await app.get(OperatorDirectory, { strict: false }).ensureFirst(email, password);
announce(await app.getUrl());
