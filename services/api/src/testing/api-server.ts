import { randomUUID } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import { logContents } from '@easel/contracts/log';
import type { HttpServerOptions } from '@easel/kernel/http/http-server';
import { migrate } from '@easel/kernel/database/database';
import { decide } from '@easel/kernel/deciding/decide';
import { startTestServer, type TestServer, type TestServerOptions } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import type { AccountCommand } from '../account/account.decider.ts';
import { payoutsConfig, type PayoutsConfig } from '../earnings/payouts.config.ts';
import { ApiModule } from '../api.module.ts';
import { apiTables } from '../api.tables.ts';
import { auditConfig, type AuditConfig } from '../audit/audit.config.ts';
import { invoicesConfig, type InvoicesConfig } from '../invoices/invoices.config.ts';
import { mailConfig, type MailConfig } from '../mail/mail.config.ts';
import { OperatorDirectory } from '../operators/operator-directory.ts';
import { printConfig, type PrintConfig } from '../orders/print.config.ts';
import { paymentsConfig, type PaymentsConfig } from '../payments/payments.config.ts';
import { providersConfig, type ProvidersConfig } from '../providers/providers.config.ts';
import { telemetryConfig, type TelemetryConfig } from '../telemetry/telemetry.config.ts';
import { MAILBOX_SECRET } from './mailbox.ts';

export const startApi = ({
  mail = {},
  payments = {},
  audit = {},
  payouts = {},
  invoices = {},
  telemetry = {},
  providers = {},
  environment = {},
  // Not there: what is sent waits.
  prints = { PRINT_KEY: 'print-key-of-tests', PRINT_URL: 'http://127.0.0.1:9/v4.0' },
  ...options
}: HttpServerOptions &
  TestServerOptions & {
    mail?: Partial<MailConfig>;
    payments?: Partial<PaymentsConfig>;
    audit?: Partial<AuditConfig>;
    payouts?: Partial<PayoutsConfig>;
    invoices?: Partial<InvoicesConfig>;
    telemetry?: Partial<TelemetryConfig>;
    providers?: ProvidersConfig;
    environment?: NodeJS.ProcessEnv;
    prints?: Partial<PrintConfig>;
  } = {}): Promise<TestServer> =>
  startTestServer(
    async ({ pool, config }) => {
      await migrate(pool, { api: apiTables });
      const mails = mailConfig.parse({ DEV_MAIL_TOKEN: MAILBOX_SECRET, ...mail });
      const settings = {
        ...mails,
        ...paymentsConfig.parse(payments),
        ...auditConfig.parse(audit),
        ...payoutsConfig.parse(payouts),
        ...invoicesConfig.parse(invoices),
        ...telemetryConfig.parse(telemetry),
        ...printConfig.parse(prints),
        ...providersConfig.parse(providers),
      };
      return [ApiModule.register({ ...config, ...settings }, environment)];
    },
    logContents,
    { publicUrl: mail.PUBLIC_URL, ...options },
  );

export interface TestMember {
  id: string;
  token: string;
  email: string;
  bearer: [string, string];
}

export const registrationOf = (name: string) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `${name}@example.org`,
  username: name,
  password: 'correct horse',
  confirmPassword: 'correct horse',
});

/** A new member, the month opened: by the registration's process, or here before it. */
export async function registerMember({ http, app }: TestServer): Promise<TestMember> {
  const name = `m${randomUUID().slice(0, 8)}`;
  const { body } = await supertest(http).post('/api/auth/register').send(registrationOf(name)).expect(200);
  const { token, user } = body as { token: string; user: { id: string } };
  await app.get(CommandBus).execute(
    decide<AccountCommand>(
      accountStream,
      user.id,
      { type: 'OpenMonth', memberId: user.id },
      {
        key: `open ${user.id}`,
        actor: { kind: 'system', id: 'a test' },
        correlationId: user.id,
      },
    ),
  );
  return { id: user.id, token, email: `${name}@example.org`, bearer: ['authorization', `Bearer ${token}`] };
}

export const operatorCredentials = { email: 'root@example.org', password: 'a first password' };

/** The first operator's header. */
export async function signInOperator({ app, http }: TestServer): Promise<[string, string]> {
  await app
    .get(OperatorDirectory, { strict: false })
    .ensureFirst(operatorCredentials.email, operatorCredentials.password);
  const { body } = await supertest(http).post('/api/admin/login').send(operatorCredentials).expect(200);
  return ['authorization', `Bearer ${(body as { token: string }).token}`];
}
