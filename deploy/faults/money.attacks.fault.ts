// spec: faults A7, A8, A19
import { accountHttp } from '@easel/contracts/account/http';
import { downloadsHttp } from '@easel/contracts/downloads/http';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { expectOk, People, type Member } from './harness/people.ts';
import { isPng } from './harness/png.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { Shop, type Picture } from './harness/shop.ts';

let product: Product;
let people: People;
let shop: Shop;
let pictures: Picture[];
let buyer: Member;
let stranger: Member;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  shop = new Shop(people, new CardService(product));
  const seller = await people.register();
  await people.grant(seller, 100);
  pictures = await shop.publish(seller, 1);
  buyer = await people.register();
  stranger = await people.register();
  await shop.topUp(buyer, 10);
});
afterAll(() => product?.remove());

test('7: a price that is not the server’s changes nothing, and a senseless one is no request', async () => {
  const before = await shop.balance(buyer);
  const other: [object, number][] = [
    [{ paymentMethod: 'credits', credits: 1 }, 409],
    [{ paymentMethod: 'credits', credits: 4.9 }, 409],
    [{ paymentMethod: 'dollars', amount: 0.01 }, 409],
    [{ paymentMethod: 'dollars', amount: 74 }, 409],
    [{ paymentMethod: 'credits', credits: -5 }, 400],
    [{ paymentMethod: 'dollars', amount: -0.75 }, 400],
    [{ paymentMethod: 'dollars', amount: 'NaN' }, 400],
    [{ paymentMethod: 'credits', credits: null }, 400],
    [{ paymentMethod: 'credits', credits: '5' }, 400],
  ];
  const body = { imageId: pictures[0]!.generationId, variantId: pictures[0]!.variantId, size: '1K' };
  for (const [sums, status] of other) {
    const reply = await people.http.call('POST', purchasesHttp.purchase.path, {
      token: buyer.token,
      body: { ...body, ...sums },
    });
    const { expected } = reply.body as { expected?: number };
    const asked = 'credits' in sums ? 5 : 0.75;
    expect([sums, reply.status, expected]).toEqual([sums, status, status === 409 ? asked : undefined]);
  }
  // No JSON writer says these.
  for (const number of ['1e309', '-1e309', 'NaN', 'Infinity']) {
    const reply = await fetch(product.address + purchasesHttp.purchase.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
      body: `${JSON.stringify({ ...body, paymentMethod: 'dollars' }).slice(0, -1)},"amount":${number}}`,
    });
    expect([number, reply.status]).toEqual([number, 400]);
  }
  expect(await shop.balance(buyer)).toEqual(before);
});

test('8: a quote that was used, altered or is another’s gives nothing, and a file’s address opens that file alone', async () => {
  const [first, second] = pictures as [Picture, Picture];
  const token = await shop.quote(buyer, first);
  const foreign = await shop.confirm(stranger, token);
  expect([foreign.status, foreign.body]).toMatchObject([403, { code: 'downloads.token_wrong' }]);
  for (let n = 0; n < 40; n++) {
    const at = Math.floor((n * token.length) / 40);
    const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    const reply = await shop.confirm(buyer, altered);
    expect([at, reply.status]).toEqual([at, 403]);
  }

  const before = await shop.balance(buyer);
  const key = 'one-and-the-same-call';
  const bought = await shop.confirm(buyer, token, { key });
  const { downloadUrl } = downloadsHttp.confirm.reply.parse(expectOk(bought).body);
  expect((await shop.balance(buyer)).credits).toBe(before.credits - 5);
  expect((await shop.confirm(buyer, token, { key })).status).toBe(200);
  const replayed = await shop.confirm(buyer, token);
  expect([replayed.status, replayed.body]).toMatchObject([410, { code: 'downloads.token_spent' }]);
  expect((await shop.balance(buyer)).credits).toBe(before.credits - 5);

  const path = new URL(downloadUrl, product.address).pathname;
  const file = await people.http.bytes(path);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(isPng(file.bytes)).toBe(true);
  for (const at of [path.length - 1, path.length - 20, path.length - 60, path.length - 100]) {
    const altered = `${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`;
    expect([at, (await people.http.bytes(altered)).status]).toEqual([at, 403]);
  }
  // A purchase's file is its buyer's alone.
  const { purchaseId } = purchasesHttp.purchase.reply.parse(expectOk(await shop.buy(buyer, second)).body);
  const own = purchasesHttp.file.path.replace(':id', purchaseId);
  expect((await people.http.bytes(own, { token: buyer.token })).status).toBe(200);
  expect((await people.http.bytes(own, { token: stranger.token })).status).toBe(404);
  expect((await people.http.bytes(own)).status).toBe(401);
});

test('19: what a spreadsheet would take for a formula is text, and the rows sum up to the balance', async () => {
  const member = await people.register();
  const signIn = await people.http.call('POST', operatorsHttp.login.path, { body: operator });
  const { token } = operatorsHttp.login.reply.parse(expectOk(signIn).body);
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil","x")', 'say "hi", twice\r\n=2'];
  for (const reason of formulas) {
    expectOk(
      await people.http.call('POST', accountHttp.grant.path.replace(':id', member.id), {
        token,
        body: { amount: 1, reason },
      }),
    );
  }
  await shop.statement(member);
  const { status, bytes, headers } = await people.http.bytes(`${ledgerHttp.statement.path}?format=csv`, {
    token: member.token,
  });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
  const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(formulas.length + 1);
  const formulaLike = rows
    .flatMap((row) => Object.values(row))
    .filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell));
  expect(formulaLike).toEqual([]);
  const sum = rows.reduce((total, row) => total + Number(row['credits']), 0);
  expect(sum).toBe((await shop.balance(member)).credits);
});

test('after all of that the log and every read model agree', async () => {
  await audit(product, people);
});
