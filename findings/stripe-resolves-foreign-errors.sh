#!/usr/bin/env bash
# stripe 23.1.0 resolves a call that was answered with an HTTP error, unless the body has a field `error`.
#
# Expected: a call that is answered with status 403, 404, 500 or 503 rejects with a StripeError.
# Seen: only the field `error` of the JSON body decides. With the body of a proxy, such as {"message":"no healthy
# upstream"}, `refunds.create` and `customers.del` resolve with that object. `for await` over a list throws a plain
# Error, which is no StripeError.
# Who meets it: a server behind a proxy or service mesh. It believes that a refund was made while Stripe was not
# reached. Wrap the client's `httpClient` and turn such replies into API errors.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund stripe@23.1.0
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Stripe from 'stripe';

let status = 503;
let body = {};
const proxy = createServer((_, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');
const { port } = proxy.address();
const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
const isStripeError = (error) => error instanceof Stripe.errors.StripeError;

body = { error: { type: 'api_error', message: 'down' } };
await assert.rejects(stripe.refunds.create({ payment_intent: 'pi_1' }), isStripeError);
body = { message: 'no healthy upstream' };
for (status of [403, 404, 500, 503]) {
  const refund = await stripe.refunds.create({ payment_intent: 'pi_1' });
  console.log(`${status}: refunds.create resolves with ${JSON.stringify(refund)}`);
  assert.equal(refund.message, 'no healthy upstream');
  assert.equal((await stripe.customers.del('cus_1')).message, 'no healthy upstream');
  await assert.rejects(Array.fromAsync(stripe.disputes.list()), (error) => {
    console.log(`${status}: a list throws ${error.name}: ${error.message}`);
    return error instanceof Error && !isStripeError(error);
  });
}
proxy.close();
PROGRAM
node show.mjs
echo 'As described: an HTTP error without the field error counts as success.'
