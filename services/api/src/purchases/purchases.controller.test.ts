import { randomUUID } from 'node:crypto';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { endPlanAs, spendAs, subscribeAs, topUpAs } from '../testing/accounts.ts';
import { signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { entryOf } from '../testing/generation-facts.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let seller: TestMember;
let stopMaker: () => Promise<void>;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  // Each file says what was wished for.
  const maker = await startDerivedMaker(server.foundation, (wanted) =>
    Promise.resolve(Buffer.from(JSON.stringify(wanted))),
  );
  stopMaker = () => maker.stop();
  seller = await studio.member();
  await subscribeAs(server, seller.id, 'agency_unlimited');
});
afterAll(async () => {
  await stopMaker();
  await server.close();
});

const purchase = (member: TestMember | undefined, body: object | string): Test => {
  const request = supertest(server.http)
    .post('/api/images/purchase')
    .set('content-type', 'application/json')
    .send(body);
  return member ? request.set(...member.bearer) : request;
};
const fetchFile = (member: TestMember | undefined, path: string): Test => {
  const request = supertest(server.http).get(path).responseType('blob');
  return member ? request.set(...member.bearer) : request;
};
const purchasesOf = async ({ id }: TestMember) =>
  (await studio.factsOf(`account-${id}`)).filter(({ type }) => type === 'ImagePurchased');
const balanceOf = async (member: TestMember) => {
  const { body } = await supertest(server.http)
    .get('/api/wallet/balance')
    .set(...member.bearer)
    .expect(200);
  return { credits: body.credits as number, dollars: body.balance as number };
};
const asked = (body: Buffer) => JSON.parse(String(body)) as { widthPx: number; format: string; source: string };

describe('POST /api/images/purchase', () => {
  test('with credits charges the server’s price once, and gives the file', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller, { prompt: 'fox' })];
    const { body } = await purchase(member, { imageId, size: '1K' }).expect(200);
    expect(body).toEqual({
      success: true,
      message: 'Purchase completed successfully!',
      purchaseId: expect.any(String),
      downloadUrl: `/api/purchases/${body.purchaseId}/file`,
    });
    expect(await balanceOf(member)).toEqual({ credits: 295, dollars: 0 });
    const view = await server.app.get(GenerationLookup, { strict: false }).find(imageId);
    const { variantId, original, preview, thumbnail, thumbhash } = view!.variants[0]!;
    const fileOf = ({ blob, width, height }: typeof original) => ({ blob, width, height });
    expect((await purchasesOf(member)).map(({ data }) => data)).toEqual([
      {
        memberId: member.id,
        purchaseId: body.purchaseId,
        generationId: imageId,
        variantId,
        sellerId: seller.id,
        size: '1K',
        method: 'credits',
        paymentId: null,
        priceVersion: 1,
        tenths: 50,
        allowanceTenths: 50,
        permanentTenths: 0,
        earningTenths: 0,
        cents: 0,
        curator: false,
        tier: 'free',
        image: { original: fileOf(original), preview: fileOf(preview), thumbnail: fileOf(thumbnail), thumbhash },
        purchasedAt: expect.any(String),
      },
    ]);
  });

  test('is repeated for nothing: under the same key as it was, under another as what it is', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller)];
    const key = randomUUID();
    const buy = (with_: string) => purchase(member, { imageId, size: '1K' }).set('idempotency-key', with_);
    const first = await buy(key).expect(200);
    expect((await buy(key).expect(200)).body).toEqual(first.body);
    const { body } = await buy(randomUUID()).expect(200);
    expect(body).toEqual({ ...first.body, message: 'You have bought this image already. Nothing was charged.' });
    await studio.call('delete', imageId, seller).expect(200);
    expect((await buy(key).expect(200)).body).toEqual(first.body);
    await purchase(member, { imageId, size: '1K', credits: 5 }).set('idempotency-key', key).expect(422);
    expect(await purchasesOf(member)).toHaveLength(1);
    expect((await balanceOf(member)).credits).toBe(295);
  });

  test('twenty times at once is one purchase', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller)];
    const replies = await Promise.all(Array.from({ length: 20 }, () => purchase(member, { imageId, size: '1K' })));
    const facts = await purchasesOf(member);
    expect(facts).toHaveLength(1);
    const { purchaseId } = facts[0]!.data as { purchaseId: string };
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.purchaseId}`))).toEqual(
      new Set([`200 ${purchaseId}`]),
    );
    expect(replies.filter(({ body }) => body.message === 'Purchase completed successfully!')).toHaveLength(1);
    expect((await balanceOf(member)).credits).toBe(295);
  });

  test('of a size below a bought one charges nothing', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller)];
    await subscribeAs(server, member.id, 'creator');
    const large = await purchase(member, { imageId, size: '2K' }).expect(200);
    const small = await purchase(member, { imageId, size: '1K' }).expect(200);
    expect(small.body.purchaseId).toBe(large.body.purchaseId);
    expect(await purchasesOf(member)).toMatchObject([{ data: { size: '2K', tenths: 100, earningTenths: 100 } }]);
  });

  test('with dollars is paid from the wallet, and 402 says what is missing', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller)];
    const buy = () => purchase(member, { imageId, size: '1K', paymentMethod: 'dollars', amount: 0.75 });
    const { body } = await buy().expect(402);
    expect(body).toMatchObject({
      success: false,
      message: 'Insufficient wallet balance',
      balance: 0,
      required: 0.75,
      suggestedTopUp: 10,
    });
    await topUpAs(server, member.id, 1000);
    await buy().expect(200);
    expect(await balanceOf(member)).toEqual({ credits: 300, dollars: 9.25 });
  });

  test('has the first image of a generation, or the one that is named', async () => {
    const member = await studio.member();
    const bytes = [1, 2, 3, 4].map((n) => Buffer.from(`${randomUUID()} ${n}`));
    const imageId = await studio.published(seller, { count: 4 }, { bytes });
    const { variants } = (await server.app.get(GenerationLookup, { strict: false }).find(imageId))!;
    await purchase(member, { imageId, size: '1K' }).expect(200);
    await purchase(member, { imageId, size: '1K', variantId: variants[2]!.variantId }).expect(200);
    expect((await purchasesOf(member)).map(({ data }) => (data as { variantId: string }).variantId)).toEqual([
      variants[0]!.variantId,
      variants[2]!.variantId,
    ]);
    await purchase(member, { imageId, size: '1K', variantId: randomUUID() }).expect(404);
  });
});

describe('a price that the browser sends', () => {
  let member: TestMember;
  let imageId: string;
  beforeAll(async () => {
    [member, imageId] = [await studio.member(), await studio.published(seller)];
    await topUpAs(server, member.id, 1000);
  });

  test.each([
    '"credits":-5',
    '"credits":1e309',
    '"credits":-1e309',
    '"credits":NaN',
    '"credits":null',
    '"credits":"5"',
    '"credits":5.01',
    '"credits":1e7',
    '"paymentMethod":"dollars","amount":-0.75',
    '"paymentMethod":"dollars","amount":1e309',
    '"paymentMethod":"dollars","amount":0.755',
    '"paymentMethod":"dollars","amount":[0.75]',
    '"amount":0.7501',
    '"paymentMethod":"barter"',
  ])('and makes no sense is 400: %s', async (sum) => {
    const { body } = await purchase(member, `{"imageId":"${imageId}","size":"1K",${sum}}`).expect(400);
    expect(body.success).toBe(false);
    expect(await purchasesOf(member)).toEqual([]);
  });

  test.each([
    [{ credits: 4.9 }, 5],
    [{ credits: 0 }, 5],
    [{ credits: 0.1 }, 5],
    [{ credits: 500_000 }, 5],
    [{ paymentMethod: 'dollars', amount: 0.01 }, 0.75],
    [{ paymentMethod: 'dollars', amount: 75, credits: 5 }, 0.75],
  ])('and is another one is 409 with the right one: %o', async (sums, expected) => {
    const { body } = await purchase(member, { imageId, size: '1K', ...sums }).expect(409);
    expect(body).toMatchObject({ code: 'purchases.price_changed', expected });
    expect(await purchasesOf(member)).toEqual([]);
    expect(await balanceOf(member)).toEqual({ credits: 300, dollars: 10 });
  });

  test('and is the server’s passes; what else is sent is ignored', async () => {
    const sums = { credits: 5, amount: 1, cents: 1, tenths: 1, sellerId: member.id, tier: 'enterprise' };
    await purchase(member, { imageId, size: '1K', ...sums }).expect(200);
    expect(await purchasesOf(member)).toMatchObject([{ data: { tenths: 50, tier: 'free', sellerId: seller.id } }]);
  });
});

describe('a purchase is refused', () => {
  test('for its size, in the specified order and words', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller, { resolution: '1k' })];
    const refusal = async (body: object, status: number) =>
      (await purchase(member, { imageId, ...body }).expect(status)).body.message as string;
    expect(await refusal({}, 400)).toBe('Please select a size');
    expect(await refusal({ size: '3K' }, 400)).toBe('Please select a size');
    // Also with a price that is another, and funds that are too small.
    expect(await refusal({ size: '8K', credits: 1 }, 403)).toBe(
      'Your current plan only allows downloads up to 1K. Please upgrade to download 8K images.',
    );
    await subscribeAs(server, member.id, 'studio');
    expect(await refusal({ size: '4K', credits: 1 }, 422)).toBe(
      'Cannot upscale 1K image to 4K. Maximum allowed upscale is 1 level.',
    );
    expect(await refusal({ size: '2K', credits: 1 }, 409)).toBe('The price has changed');
    await purchase(member, { imageId, size: '2K', credits: 10 }).expect(200);
  });

  test('of what is not there for everybody, of one’s own, by nobody', async () => {
    const member = await studio.member();
    const gone = await studio.published(seller);
    await studio.call('delete', gone, seller).expect(200);
    const hidden = await studio.finished(seller);
    for (const imageId of [gone, hidden, randomUUID(), await studio.queued(seller)]) {
      const { body } = await purchase(member, { imageId, size: '1K' }).expect(404);
      expect(body).toMatchObject({ success: false, code: 'purchases.not_found', message: 'Not found' });
    }
    const offered = await studio.published(seller);
    for (const imageId of [offered, hidden]) {
      const { body } = await purchase(seller, { imageId, size: '1K' }).expect(409);
      expect(body.code).toBe('purchases.own_image');
    }
    await purchase(undefined, { imageId: offered, size: '1K' }).expect(401);
    await purchase({ ...member, bearer: await signInOperator(server) }, { imageId: offered, size: '1K' }).expect(401);
    await purchase(member, { imageId: 'x', size: '1K' }).expect(400);
    expect(await purchasesOf(member)).toEqual([]);
    expect(await purchasesOf(seller)).toEqual([]);
  });

  test('of an entry of a challenge: its sales are paused until that closes', async () => {
    const [member, imageId] = [await studio.member(), await studio.published(seller)];
    const lookup = server.app.get(GenerationLookup, { strict: false });
    const view = (await lookup.find(imageId))!;
    const { variantId } = view.variants[0]!;
    const found = vi
      .spyOn(GenerationLookup.prototype, 'find')
      .mockResolvedValue({ ...view, entry: entryOf(variantId) });
    const { body } = await purchase(member, { imageId, size: '1K' }).expect(409);
    expect(body).toMatchObject({ success: false, message: 'Sales Paused' });
    found.mockResolvedValue({ ...view, entry: entryOf(variantId, new Date()) });
    await purchase(member, { imageId, size: '1K' }).expect(200);
    found.mockRestore();
  });

  test('of a curator’s image with credits; with dollars it costs what the curator asks', async () => {
    const [member, curator] = [await studio.member(), await studio.member()];
    await subscribeAs(server, curator.id, 'curator_partner');
    await supertest(server.http)
      .put('/api/curator/prices')
      .set(...curator.bearer)
      .send({ prices: { '1K': 2.5 } })
      .expect(200);
    await topUpAs(server, member.id, 1000);
    const imageId = await studio.published(curator);
    const inCredits = await purchase(member, { imageId, size: '1K', credits: 5 }).expect(422);
    expect(inCredits.body.message).toBe('This image can only be bought with dollars');
    const dollars = { imageId, size: '1K', paymentMethod: 'dollars' };
    const { body } = await purchase(member, { ...dollars, amount: 0.75 }).expect(409);
    expect(body.expected).toBe(2.5);
    await purchase(member, { ...dollars, amount: 2.5 }).expect(200);
    expect(await purchasesOf(member)).toMatchObject([{ data: { cents: 250, curator: true, method: 'dollars' } }]);
    expect((await balanceOf(member)).dollars).toBe(7.5);
  });
});

describe('of a hundred purchases at once with funds for one', () => {
  let images: { imageId: string; variantId: string }[];
  beforeAll(async () => {
    images = [];
    for (let n = 0; n < 13; n++) {
      const bytes = Array.from({ length: 8 }, () => Buffer.from(randomUUID()));
      const imageId = await studio.published(seller, { count: 8 }, { bytes });
      const { variants } = (await server.app.get(GenerationLookup, { strict: false }).find(imageId))!;
      images.push(...variants.map(({ variantId }) => ({ imageId, variantId })));
    }
  });

  test.each(['credits', 'dollars'])('in %s one succeeds, 99 are answered 402', async (paymentMethod) => {
    const member = await studio.member();
    await topUpAs(server, member.id, 75);
    await spendAs(server, member.id, 2950);
    expect(await balanceOf(member)).toEqual({ credits: 5, dollars: 0.75 });
    const replies = await Promise.all(
      images.slice(0, 100).map((image) => purchase(member, { ...image, size: '1K', paymentMethod })),
    );
    const counts: Record<string, number> = {};
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
    expect(counts).toEqual({ 200: 1, 402: 99 });
    expect(await purchasesOf(member)).toHaveLength(1);
    expect(await balanceOf(member)).toEqual(
      paymentMethod === 'credits' ? { credits: 0, dollars: 0.75 } : { credits: 5, dollars: 0 },
    );
  });
});

describe('GET /api/purchases/:id/file', () => {
  const bought = async (member: TestMember, wanted: object = {}, size = '1K') => {
    const imageId = await studio.published(seller, { prompt: 'a "quoted"\r\nX: 1; лиса', ...wanted });
    const { body } = await purchase(member, { imageId, size }).expect(200);
    return { imageId, purchaseId: body.purchaseId as string, path: body.downloadUrl as string };
  };
  const downloadsOf = async (generationId: string): Promise<string[]> =>
    (await studio.activityOf(generationId))
      .filter(({ data }) => data.eventType === 'image_download')
      .map(({ data }) => data.memberId);

  test('gives the bought size as png, as often as one likes, and records each', async () => {
    const member = await studio.member();
    const { path, imageId } = await bought(member);
    const { body, headers } = await fetchFile(member, path).expect(200);
    const view = (await server.app.get(GenerationLookup, { strict: false }).find(imageId))!;
    expect(asked(body as Buffer)).toMatchObject({
      source: view.variants[0]!.original.blob,
      subjectId: imageId,
      partId: view.variants[0]!.variantId,
      format: 'png',
      widthPx: 1024,
      heightPx: 1024,
    });
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String((body as Buffer).length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
    await fetchFile(member, path).expect(200);
    expect(await downloadsOf(imageId)).toEqual([member.id, member.id]);
    expect((await balanceOf(member)).credits).toBe(295);
  });

  test('gives smaller sizes and the plan’s formats; png always', async () => {
    const member = await studio.member();
    const plan = await subscribeAs(server, member.id, 'enterprise');
    const { path } = await bought(member, {}, '2K');
    const seen: unknown[] = [];
    for (const format of ['png', 'jpg', 'webp', 'tiff', 'svg']) {
      const { body, headers } = await fetchFile(member, `${path}?format=${format}&size=1K`).expect(200);
      seen.push([headers['content-type'], asked(body as Buffer).format, asked(body as Buffer).widthPx]);
      expect(headers['content-disposition']).toMatch(new RegExp(`\\.${format}(["';]|$)`));
    }
    expect(seen).toEqual([
      ['image/png', 'png', 1024],
      ['image/jpeg', 'jpg', 1024],
      ['image/webp', 'webp', 1024],
      ['image/tiff', 'tiff', 1024],
      ['image/svg+xml', 'svg', 1024],
    ]);
    expect(asked((await fetchFile(member, path).expect(200)).body as Buffer).widthPx).toBe(2048);
    await fetchFile(member, `${path}?size=4K`).expect(422);
    await fetchFile(member, `${path}?format=gif`).expect(400);
    await endPlanAs(server, member.id, plan);
    await fetchFile(member, `${path}?format=jpg`).expect(403);
    await fetchFile(member, path).expect(200);
  });

  test('is the buyer’s alone', async () => {
    const [member, other] = [await studio.member(), await studio.member()];
    const { path } = await bought(member);
    await fetchFile(other, path).expect(404);
    await fetchFile(seller, path).expect(404);
    await fetchFile(undefined, path).expect(401);
    await fetchFile({ ...member, bearer: await signInOperator(server) }, path).expect(401);
    await fetchFile(member, `/api/purchases/${randomUUID()}/file`).expect(404);
    await fetchFile(member, '/api/purchases/..%2f..%2fx/file').expect(400);
  });

  test.each(['made private', 'deleted', 'purged'])('outlives that the image is %s', async (fate) => {
    const member = await studio.member();
    const { path, imageId } = await bought(member);
    if (fate === 'made private') {
      await studio.call('put', `${imageId}/make-public`, seller).send({ isPublic: false }).expect(200);
    } else {
      await studio.call('delete', imageId, seller).expect(200);
    }
    if (fate === 'purged') {
      const data = { generationId: imageId, memberId: seller.id };
      const metadata = {
        $correlationId: randomUUID(),
        actor: { kind: 'system', id: 'test' },
        schemaVersion: 1,
      } as const;
      const fact = { id: randomUUID(), fact: { type: 'Purged', data }, metadata };
      await server.foundation.log.appendAnywhere(`generation-${imageId}`, [fact]);
    }
    await purchase(await studio.member(), { imageId, size: '1K' }).expect(404);
    await fetchFile(member, path).expect(200);
    await purchase(member, { imageId, size: '1K' }).expect(200);
    expect(await purchasesOf(member)).toHaveLength(1);
  });
});
