import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { checkedHttpClient } from './checked-http-client.ts';

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;

/** The library, every call of which is answered like this. */
function answered(status: number, body: unknown): Stripe {
  const client: HttpClient = {
    getClientName: () => 'test',
    makeRequest: () =>
      Promise.resolve({
        getStatusCode: () => status,
        getHeaders: () => ({ 'request-id': 'req_1' }),
        getRawResponse: () => ({}),
        toStream: () => undefined,
        toJSON: () => Promise.resolve(structuredClone(body)),
      }),
  };
  return new Stripe('sk_test_1', { maxNetworkRetries: 0, telemetry: false, httpClient: checkedHttpClient(client) });
}

test.each([
  [403, { message: 'Forbidden' }],
  [404, { message: 'no Route matched with those values' }],
  [500, {}],
  [503, { message: 'upstream connect error' }],
  [503, []],
  [503, null],
  [502, { error: 'Bad Gateway' }],
  [302, { object: 'refund', id: 're_1' }],
  [200, { message: 'welcome' }],
  [200, null],
  [200, 'fine'],
  [200, { object: 'refund' }],
  [200, { object: 'list' }],
])('rejects with a Stripe error what a %i with %j makes of any call', async (status, body) => {
  const stripe = answered(status, body);
  const isStripeError = expect.any(Stripe.errors.StripeError) as Error;
  await expect(stripe.refunds.create({ payment_intent: 'pi_1' })).rejects.toEqual(isStripeError);
  await expect(stripe.customers.del('cus_1')).rejects.toEqual(isStripeError);
  await expect(Array.fromAsync(stripe.disputes.list())).rejects.toEqual(isStripeError);
});

test('leaves what Stripe answers as it is', async () => {
  const refund = { object: 'refund', id: 're_1', amount: 5 };
  await expect(answered(200, refund).refunds.retrieve('re_1')).resolves.toMatchObject(refund);
  const list = { object: 'list', data: [{ object: 'dispute', id: 'du_1' }], has_more: false, url: '/v1/disputes' };
  await expect(Array.fromAsync(answered(200, list).disputes.list())).resolves.toEqual(list.data);
  const refused = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' } };
  await expect(answered(404, refused).customers.del('cus_1')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    statusCode: 404,
  });
});
