import { planChargeCents } from '@easel/contracts/subscriptions/policy';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { MemoryArchive } from '../stand-ins/stripe/archive/archive-memory.ts';
import { SLOW_CARD } from '../stand-ins/stripe/domain/cards.ts';
import { CardService, SECRET_KEY } from './card-service.ts';

const cents = planChargeCents('starter', 'monthly') ?? 0;
const memberId = '6d7c1b1e-1111-4c3f-9a55-000000000001';

test('names the plan that a slow bank paid for after the member was erased', async () => {
  const cards = new CardService(new MemoryArchive(), pino({ level: 'silent' }));
  const call = async <T>(method: string, url: string, form: Record<string, string> = {}): Promise<T> => {
    const { body, status } = await cards.answer({
      id: 'req_1',
      method,
      url,
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
    expect([status, body]).toEqual([200, expect.any(String)]);
    return JSON.parse(body) as T;
  };
  const customer = await call<{ id: string }>('POST', '/v1/customers', { email: 'ada@example.com' });
  const session = await call<{ id: string; url: string }>('POST', '/v1/checkout/sessions', {
    mode: 'subscription',
    customer: customer.id,
    success_url: 'http://127.0.0.1/done',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(cents),
    'line_items[0][price_data][recurring][interval]': 'month',
    'line_items[0][price_data][product_data][name]': 'Starter',
    'subscription_data[metadata][memberId]': memberId,
  });
  await cards.pay(session.url, SLOW_CARD);
  await call('DELETE', `/v1/customers/${customer.id}`);
  await cards.settle(session.id, true);
  expect(await cards.payments()).toMatchObject([
    { memberId, cents, refunds: [], plan: { tier: 'starter', period: 'monthly' } },
  ]);
});
