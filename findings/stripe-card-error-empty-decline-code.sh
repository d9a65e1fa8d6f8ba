#!/usr/bin/env bash
# stripe 23.1.0 gives a card error without a decline code an empty decline_code, where other fields stay undefined.
#
# Expected: a field that the API's error body lacks is undefined on the thrown StripeCardError, as `code`, `param` and
# `charge` are; so `error.decline_code ?? error.code` is the most exact reason there is.
# Seen: `decline_code` is '' if the body has none, as for an incorrect number. `'' ?? error.code` is '', so the reason
# of the decline is lost. The same error inside a PaymentIntent (`last_payment_error`) has no such field, so the two
# ways to learn of one decline disagree.
# Who meets it: a shop that records or shows why a card was declined. Use `||`, not `??`.
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

const error = { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' };
const api = createServer((_, response) => {
  response.writeHead(402, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}).listen(0, '127.0.0.1');
await once(api, 'listening');
const { port } = api.address();
const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });

const thrown = await stripe.paymentIntents.confirm('pi_1').catch((failure) => failure);
assert.ok(thrown instanceof Stripe.errors.StripeCardError);
const { code, decline_code, param, charge } = thrown;
console.log({ code, decline_code, param, charge, reason: decline_code ?? code });
assert.deepEqual([code, decline_code, param, charge], ['incorrect_number', '', undefined, undefined]);
api.close();
PROGRAM
node show.mjs
echo 'As described: the decline code that is missing is an empty text.'
