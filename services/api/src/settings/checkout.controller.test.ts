import { logContents } from '@easel/contracts/log';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { checkoutHttp, type CheckoutSettings } from '@easel/contracts/settings/checkout.http';
import { CHECKOUT_LOOKUP_MS } from '@easel/contracts/settings/checkout.policy';
import type { Bus } from '@easel/kernel/bus/bus';
import { openFoundation, type Foundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import type { TestServer } from '@easel/kernel/testing/server';
import { CqrsModule } from '@nestjs/cqrs';
import { Global, Module } from '@nestjs/common';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerMember, signInOperator, startApi } from '../testing/api-server.ts';
import { PrintsLookup } from '../orders/prints.lookup.ts';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { joinOperator } from '../testing/operators.ts';
import { CHECKOUT_CLOCK } from './checkout.lookup.ts';
import { settingsFeature } from './settings.feature.ts';

type HttpServer = Awaited<ReturnType<typeof createHttpServer>>;

let server: TestServer;
let admin: [string, string];
beforeAll(async () => {
  server = await startApi();
  admin = await signInOperator(server);
});
afterAll(() => server.close());

const settings = async (): Promise<CheckoutSettings> => {
  const { body } = await supertest(server.http)
    .get('/api/admin/settings/checkout')
    .set(...admin)
    .expect(200);
  return checkoutHttp.settings.reply.parse(body);
};
const put = (body: object, bearer = admin) =>
  supertest(server.http)
    .put('/api/admin/settings/checkout')
    .set(...bearer)
    .send({ reason: 'a rehearsal', ...body });
const toggle = async (testMode: boolean): Promise<void> => {
  const { version, testMode: held } = await settings();
  if (held !== testMode) await put({ version, testMode }).expect(200);
};
const modeOf = async (http: TestServer['http'] = server.http): Promise<boolean> => {
  const { body } = await supertest(http).get('/api/settings/checkout').expect(200);
  expect(Object.keys(body as object)).toEqual(['success', 'testMode', 'cards', 'stripeKey', 'prints']);
  return checkoutHttp.mode.reply.parse(body).testMode;
};
const facts = () => Array.fromAsync(server.foundation.log.read('settings-checkout'));

beforeEach(() => toggle(false));

describe('PUT /api/admin/settings/checkout', () => {
  test('turns test mode on for everybody, and tells who did it and why', async () => {
    const { version, history } = await settings();
    const { body } = await put({ version, testMode: true, reason: 'we rehearse' }).expect(200);
    const reply = checkoutHttp.toggle.reply.parse(body);
    expect(reply).toMatchObject({ success: true, testMode: true, version: version + 1 });
    expect(reply.history).toHaveLength(history.length + 1);
    expect(reply.history[0]).toMatchObject({
      version: version + 1,
      type: 'TestModeToggled',
      actor: { kind: 'operator', role: 'admin' },
      detail: { testMode: true, reason: 'we rehearse' },
    });
    expect(await modeOf()).toBe(true);
    expect((await facts()).at(-1)).toMatchObject({ data: { testMode: true, reason: 'we rehearse' } });
  });

  test('of two at once lets one win, and the other sees what stands', async () => {
    const { version } = await settings();
    const both = await Promise.all([put({ version, testMode: true }), put({ version, testMode: true })]);
    const [won, lost] = both.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body).toMatchObject({ code: 'checkout.changed', present: { testMode: true, version: version + 1 } });
  });

  test('to what holds is no fact, and repeated under its key it is done once', async () => {
    const { version } = await settings();
    const before = (await facts()).length;
    await put({ version, testMode: false }).expect(200);
    expect(await facts()).toHaveLength(before);
    const send = () => put({ version, testMode: true }).set('idempotency-key', `toggle-${version}`).expect(200);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await facts()).toHaveLength(before + 1);
  });

  test('needs a version, a mode and a reason, and takes nothing else', async () => {
    const { version } = await settings();
    for (const wrong of [
      { testMode: true },
      { version },
      { version: -1, testMode: true },
      { version: '0 or 1=1', testMode: true },
      { version, testMode: 'yes' },
      { version, testMode: true, reason: ' ' },
      { version, testMode: true, reason: 'x'.repeat(501) },
    ]) {
      await put(wrong).expect(400);
    }
    const hostile = `<script>alert(1)</script>'; DROP TABLE vault.sessions; --`;
    const { body } = await put({ version, testMode: true, reason: hostile, actionId: 'mine', by: 'root' }).expect(200);
    expect((body as CheckoutSettings).history[0]).toMatchObject({
      actor: { kind: 'operator' },
      detail: { testMode: true, reason: hostile },
    });
  });

  test('is an admin’s; every operator may look, and a member may not', async () => {
    const { version } = await settings();
    for (const role of operatorRoles) {
      const { bearer } = await joinOperator(server, role);
      await supertest(server.http)
        .get('/api/admin/settings/checkout')
        .set(...bearer)
        .expect(200);
      await put({ version, testMode: false }, bearer).expect(role === 'admin' ? 200 : 403);
    }
    const { bearer } = await registerMember(server);
    await put({ version, testMode: true }, bearer).expect(403);
    await supertest(server.http).put('/api/admin/settings/checkout').send({}).expect(401);
  });
});

describe('in another process a change is in force', () => {
  const clock = { ms: 0 };
  @Global()
  @Module({
    providers: [
      { provide: CHECKOUT_CLOCK, useValue: () => clock.ms },
      { provide: PaymentsLookup, useValue: new PaymentsLookup({}) },
      { provide: PrintsLookup, useValue: new PrintsLookup({ PRINT_KEY: undefined, PRINT_URL: 'http://127.0.0.1:1' }) },
    ],
    exports: [CHECKOUT_CLOCK, PaymentsLookup, PrintsLookup],
  })
  class StoppedClock {}

  /** A second process's settings, with a foundation of its own; its clock stands still unless the test moves it. */
  async function withSecond(
    cut: (bus: Bus) => Bus,
    work: (second: HttpServer, foundation: Foundation) => Promise<void>,
  ): Promise<void> {
    clock.ms = 0;
    const foundation = await openFoundation('second', server.foundation.config, logContents);
    const lifecycle = new Lifecycle({ logger: foundation.logger });
    const kernel = KernelModule.register(
      { ...foundation, bus: cut(foundation.bus) },
      { lifecycle, metrics: new Metrics(), rateLimitScale: 1000 },
    );
    @Module({})
    class Second {}
    const app = await createHttpServer({
      module: Second,
      imports: [kernel, StoppedClock, CqrsModule.forRoot(), settingsFeature],
    });
    await app.listen(0, '127.0.0.1');
    try {
      await work(app, foundation);
    } finally {
      await app.close();
      await foundation.close();
    }
  }

  /** A bus that is cut. */
  const deaf = (bus: Bus): Bus => ({
    kind: bus.kind,
    publish: () => undefined,
    subscribe: () => Promise.resolve(() => Promise.resolve()),
    check: () => bus.check(),
    close: () => bus.close(),
  });

  test('as soon as the bus has told of it', async () => {
    await withSecond(
      (bus) => bus,
      async (second) => {
        expect(await modeOf(second.getHttpServer())).toBe(false);
        await toggle(true);
        await vi.waitFor(async () => expect(await modeOf(second.getHttpServer())).toBe(true), { timeout: 5_000 });
        await toggle(false);
        await vi.waitFor(async () => expect(await modeOf(second.getHttpServer())).toBe(false), { timeout: 5_000 });
      },
    );
  });

  test('after a second where the bus is cut', async () => {
    await withSecond(deaf, async (second) => {
      expect(await modeOf(second.getHttpServer())).toBe(false);
      await toggle(true);
      clock.ms = CHECKOUT_LOOKUP_MS - 1;
      expect(await modeOf(second.getHttpServer())).toBe(false);
      clock.ms = CHECKOUT_LOOKUP_MS;
      expect(await modeOf(second.getHttpServer())).toBe(true);
    });
  });

  test('and it is asked for no more often than that, however many ask', async () => {
    await withSecond(deaf, async (second, foundation) => {
      const folds = vi.spyOn(foundation.runner, 'fold');
      await Promise.all(Array.from({ length: 50 }, () => modeOf(second.getHttpServer())));
      for (let n = 0; n < 50; n++) await modeOf(second.getHttpServer());
      expect(folds).toHaveBeenCalledTimes(1);
    });
  });
});
