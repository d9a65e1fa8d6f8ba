import { ApiModule } from '@easel/api/api.module';
import { apiTables } from '@easel/api/api.tables';
import { mailConfig } from '@easel/api/mail/mail.config';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { MAILBOX_SECRET } from '@easel/api/testing/mailbox';
import { logContents } from '@easel/contracts/log';
import { migrate } from '@easel/kernel/database/database';
import type { HttpServerOptions } from '@easel/kernel/http/http-server';
import { startTestServer, type TestServer, type TestServerOptions } from '@easel/kernel/testing/server';
import { ProjectionsModule } from '@easel/projections/projections.module';

/** Every route of the product in this process, without its pages. */
export const startWholeServer = (options: HttpServerOptions & TestServerOptions = {}): Promise<TestServer> =>
  startTestServer(
    async ({ pool }) => {
      await migrate(pool, { api: apiTables });
      return [
        ApiModule.register({ ...mailConfig.parse({ DEV_MAIL_TOKEN: MAILBOX_SECRET }), ...paymentsConfig.parse({}) }),
        ProjectionsModule,
      ];
    },
    logContents,
    options,
  );
