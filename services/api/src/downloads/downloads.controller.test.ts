import { randomUUID } from 'node:crypto';
import { FILE_LINK_MS, QUOTE_MS } from '@easel/contracts/downloads/policy';
import type { Quote } from '@easel/contracts/downloads/http';
import type { PriceList } from '@easel/contracts/prices/policy';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { Sealer } from '@easel/kernel/identity/sealing';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { spendAs, subscribeAs, topUpAs } from '../testing/accounts.ts';
import { signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { entryOf } from '../testing/generation-facts.ts';
import { Studio } from '../testing/studio.ts';
import { DownloadTokens } from './download-tokens.ts';

let server: TestServer;
let studio: Studio;
let seller: TestMember;
let tokens: DownloadTokens;
const made: DerivedRequest[] = [];
let stopMaker: () => Promise<void>;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  tokens = new DownloadTokens(server.app.get(Sealer, { strict: false }));
  // Each file says what was wished for.
  const maker = await startDerivedMaker(server.foundation, (wanted) => {
    made.push(wanted);
    return Promise.resolve(Buffer.from(JSON.stringify(wanted)));
  });
  stopMaker = () => maker.stop();
  seller = await studio.member();
  await subscribeAs(server, seller.id, 'agency_unlimited');
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await stopMaker();
  await server.close();
});

interface Quoted {
  quote: Quote;
  token: string;
}

const post = (path: string, member: TestMember | undefined, body: object): Test => {
  const request = supertest(server.http).post(`/api/downloads/${path}`).send(body);
  return member ? request.set(...member.bearer) : request;
};
const ask = (member: TestMember | undefined, generationId: string, wanted: object = {}): Test =>
  post('request', member, { generationId, resolutionTier: '1K', commercial: false, ...wanted });
const quoteOf = async (member: TestMember, generationId: string, wanted: object = {}): Promise<Quoted> =>
  (await ask(member, generationId, wanted).expect(200)).body as Quoted;
const confirm = (member: TestMember | undefined, token: string, wanted: object = {}): Test =>
  post('confirm/credits', member, { token, format: 'png', ...wanted });
const follow = (address: string): Test => supertest(server.http).get(address).responseType('blob');
const asked = (body: Buffer) => JSON.parse(String(body)) as Record<string, unknown>;

const typesIn = ({ id }: TestMember) => studio.typesIn(`account-${id}`);
const creditsOf = async (member: TestMember) => (await studio.balanceOf(member)).credits;
/** As if so much time had passed. */
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

describe('POST /api/downloads/request', () => {
  test('says what another’s image would be and cost', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { quote, token } = await quoteOf(member, id, { resolutionTier: '4K' });
    expect(quote).toEqual({
      formats: ['png'],
      availableTiers: ['1K'],
      requestedTier: '4K',
      finalTier: '1K',
      imageDimensions: { width: 1024, height: 1024 },
      cents: 75,
      credits: 5,
      own: false,
      bought: false,
      downloadsLeft: 5,
      expiresAt: expect.any(String),
    });
    const left = Date.parse(quote.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(QUOTE_MS - 30_000);
    expect(left).toBeLessThanOrEqual(QUOTE_MS);
    expect(tokens.quotes.read(token)).toMatchObject({
      memberId: member.id,
      generationId: id,
      size: '1K',
      price: { tenths: 50, cents: 75, priceVersion: 1, curator: false },
    });
    expect(await typesIn(member)).not.toContain('DownloadGranted');
  });

  test('goes up the ladder by one, as far as the plan does', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    await subscribeAs(server, member.id, 'enterprise');
    const { quote } = await quoteOf(member, id, { resolutionTier: '8K' });
    expect(quote).toMatchObject({
      formats: ['png', 'jpg', 'webp', 'tiff', 'svg'],
      availableTiers: ['1K', '2K'],
      finalTier: '2K',
      imageDimensions: { width: 2048, height: 2048 },
      cents: 150,
      credits: 10,
      downloadsLeft: 2000,
    });
  });

  test('of one’s own is free, public or not', async () => {
    const member = await studio.member();
    for (const id of [await studio.finished(member), await studio.published(member)]) {
      const { quote, token } = await quoteOf(member, id);
      expect(quote).toMatchObject({ cents: 0, credits: 0, own: true, bought: false });
      expect(tokens.quotes.read(token)?.price).toBeNull();
    }
  });

  test('of what was bought is free, also once its seller has taken it away', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    await subscribeAs(server, member.id, 'creator');
    await supertest(server.http)
      .post('/api/images/purchase')
      .set(...member.bearer)
      .send({ imageId: id, size: '1K' })
      .expect(200);
    const free = { cents: 0, credits: 0, own: false, bought: true, finalTier: '1K' };
    expect((await quoteOf(member, id)).quote).toMatchObject({ ...free, availableTiers: ['1K', '2K'] });
    expect((await quoteOf(member, id, { resolutionTier: '2K' })).quote).toMatchObject({ credits: 10, bought: false });
    await studio.call('delete', id, seller).expect(200);
    const { quote, token } = await quoteOf(member, id, { resolutionTier: '2K' });
    expect(quote).toMatchObject({ ...free, availableTiers: ['1K'] });
    await confirm(member, token).expect(200);
    await ask(await studio.member(), id).expect(404);
  });

  test('has no price in credits for a curator’s image', async () => {
    const [member, curator] = [await studio.member(), await studio.member()];
    await subscribeAs(server, curator.id, 'curator_partner');
    const { quote, token } = await quoteOf(member, await studio.published(curator));
    expect(quote).toMatchObject({ cents: 99, credits: null });
    const { body } = await confirm(member, token).expect(422);
    expect(body.message).toBe('This image can only be bought with dollars');
    expect(await typesIn(member)).not.toContain('ImagePurchased');
  });

  test('is refused for what is not for everybody, for entries of challenges, and to nobody', async () => {
    const [member, offered] = [await studio.member(), await studio.published(seller)];
    const gone = await studio.published(seller);
    await studio.call('delete', gone, seller).expect(200);
    for (const id of [gone, await studio.finished(seller), randomUUID(), await studio.queued(member)]) {
      const { body } = await ask(member, id).expect(404);
      expect(body).toMatchObject({ success: false, code: 'downloads.not_found' });
    }
    await ask(member, offered, { variantId: randomUUID() }).expect(404);
    await ask(undefined, offered).expect(401);
    expect((await ask(member, offered, { resolutionTier: undefined }).expect(400)).body.message).toBe(
      'Please select a size',
    );
    const view = (await server.app.get(GenerationLookup, { strict: false }).find(offered))!;
    const entered = { ...view, entry: entryOf(view.variants[0]!.variantId) };
    const found = vi.spyOn(GenerationLookup.prototype, 'find').mockResolvedValue(entered);
    const { body } = await ask(member, offered).expect(409);
    found.mockRestore();
    expect(body.message).toBe('Sales Paused');
  });
});

describe('POST /api/downloads/confirm/credits', () => {
  test('buys, counts and gives the address of one file, for a quarter of an hour', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller, { prompt: 'fox' })];
    const { token } = await quoteOf(member, id);
    const { body } = await confirm(member, token, { resolutionTier: '1K' }).expect(200);
    expect(body).toEqual({
      success: true,
      downloadUrl: expect.stringMatching(/^\/api\/downloads\/file\/[\w.-]+$/),
      expiresAt: expect.any(String),
    });
    expect(Date.parse(body.expiresAt as string) - Date.now()).toBeLessThanOrEqual(FILE_LINK_MS);
    expect((await typesIn(member)).slice(-2)).toEqual(['ImagePurchased', 'DownloadGranted']);
    expect(await creditsOf(member)).toBe(295);
    expect((await quoteOf(member, id)).quote).toMatchObject({ credits: 0, bought: true, downloadsLeft: 4 });

    const file = await follow(body.downloadUrl as string).expect(200);
    expect(asked(file.body as Buffer)).toMatchObject({ subjectId: id, format: 'png', widthPx: 1024 });
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename=easel-fox-${id.slice(0, 8)}.png`,
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(await studio.activityOf(id)).toMatchObject([
      { data: { eventType: 'image_download', memberId: member.id }, metadata: { actor: { id: member.id } } },
    ]);
  });

  test('has the file made before it is fetched', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    const { body } = await confirm(member, token).expect(200);
    await vi.waitFor(() => expect(made.map(({ subjectId }) => subjectId)).toContain(id));
    await follow(body.downloadUrl as string).expect(200);
    expect(made.filter(({ subjectId }) => subjectId === id)).toMatchObject([{ format: 'png', widthPx: 1024 }]);
  });

  test('charges the price of the quote, whatever has become of the list', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    const operator = await signInOperator(server);
    const { body } = await supertest(server.http).get('/api/prices').expect(200);
    const list = body.prices as PriceList;
    const revise = (version: number, tenths: number) =>
      supertest(server.http)
        .put('/api/admin/prices')
        .set(...operator)
        .send({ ...list, version, images: { ...list.images, '1K': { tenths, cents: 75 } }, reason: 'a test' })
        .expect(200);
    await revise(list.version, 900);
    expect((await quoteOf(member, id)).quote.credits).toBe(90);
    await confirm(member, token).expect(200);
    await revise(list.version + 1, 50);
    expect(await creditsOf(member)).toBe(295);
    const facts = await studio.factsOf(`account-${member.id}`);
    expect(facts.find(({ type }) => type === 'ImagePurchased')?.data).toMatchObject({
      tenths: 50,
      priceVersion: list.version,
    });
  });

  test('of one’s own is free and not counted', async () => {
    const member = await studio.member();
    const id = await studio.finished(member);
    const before = await creditsOf(member);
    for (let n = 0; n < 7; n++) await confirm(member, (await quoteOf(member, id)).token).expect(200);
    expect(await creditsOf(member)).toBe(before);
    expect((await quoteOf(member, id)).quote.downloadsLeft).toBe(5);
    expect(await typesIn(member)).not.toContain('ImagePurchased');
  });

  test('is answered again to the same call, and refused to any other', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    const key = randomUUID();
    const first = await confirm(member, token).set('idempotency-key', key).expect(200);
    await studio.call('delete', id, seller).expect(200);
    later(QUOTE_MS * 2);
    const again = await confirm(member, token).set('idempotency-key', key).expect(200);
    const file = await follow(again.body.downloadUrl as string).expect(200);
    vi.useRealTimers();
    expect(asked(file.body as Buffer)).toEqual(asked((await follow(first.body.downloadUrl as string)).body as Buffer));
    const { body } = await confirm(member, token).expect(410);
    expect(body.code).toBe('downloads.token_spent');
    await confirm(member, token, { format: 'jpg' }).set('idempotency-key', key).expect(422);
    expect((await typesIn(member)).filter((type) => type === 'DownloadGranted')).toHaveLength(1);
    expect(await creditsOf(member)).toBe(295);
  });

  test('by a hundred calls with one quote is one download', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    const replies = await Promise.all(Array.from({ length: 100 }, () => confirm(member, token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(99);
    expect(await creditsOf(member)).toBe(295);
  });

  test('of a hundred at once with credits for one, one succeeds and 99 are answered 402', async () => {
    const member = await studio.member();
    await subscribeAs(server, member.id, 'agency_unlimited');
    const bytes = Array.from({ length: 8 }, () => Buffer.from(randomUUID()));
    const images: { id: string; variantId: string }[] = [];
    for (let n = 0; n < 13; n++) {
      const id = await studio.published(seller, { count: 8 }, { bytes });
      const { variants } = (await server.app.get(GenerationLookup, { strict: false }).find(id))!;
      images.push(...variants.map(({ variantId }) => ({ id, variantId })));
    }
    const quotes = await Promise.all(
      images.slice(0, 100).map(({ id, variantId }) => quoteOf(member, id, { variantId })),
    );
    const tenths = (await creditsOf(member)) * 10 - 50;
    await spendAs(server, member.id, tenths);
    const replies = await Promise.all(quotes.map(({ token }) => confirm(member, token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(99);
    expect(refused[0]?.body).toMatchObject({ balance: 0, required: 5, suggestedTopUp: 10 });
    expect(await creditsOf(member)).toBe(0);
  });

  test('stays within the month’s downloads, however many come at once', async () => {
    const member = await studio.member();
    const ids = await Promise.all(Array.from({ length: 12 }, () => studio.published(seller)));
    const quotes = await Promise.all(ids.map((id) => quoteOf(member, id)));
    const replies = await Promise.all(quotes.map(({ token }) => confirm(member, token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = replies.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body).toMatchObject({ message: 'Monthly download limit reached' });
    // Nothing is bought where nothing is granted.
    expect(await creditsOf(member)).toBe(275);
    expect((await quoteOf(member, ids[0]!)).quote.downloadsLeft).toBe(0);
  });

  test('has the plan’s formats', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    const { body } = await confirm(member, token, { format: 'tiff' }).expect(403);
    expect(body.message).toBe('Your current plan does not include TIFF downloads. Please upgrade.');
    await confirm(member, token, { format: 'bmp' }).expect(400);
    await subscribeAs(server, member.id, 'enterprise');
    for (const [format, type] of [
      ['tiff', 'image/tiff'],
      ['svg', 'image/svg+xml'],
    ] as const) {
      const fresh = await quoteOf(member, id);
      const { downloadUrl } = (await confirm(member, fresh.token, { format }).expect(200)).body;
      const { headers } = await follow(downloadUrl as string).expect(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(headers['content-disposition']).toMatch(/^attachment;/);
    }
  });

  test('is refused once its owner has taken the image away', async () => {
    const [member, id] = [await studio.member(), await studio.published(seller)];
    const { token } = await quoteOf(member, id);
    await studio.call('delete', id, seller).expect(200);
    await confirm(member, token).expect(404);
    expect(await creditsOf(member)).toBe(300);
  });
});

describe('a quote’s token is refused', () => {
  let member: TestMember;
  let quoted: Quoted;
  beforeAll(async () => {
    member = await studio.member();
    quoted = await quoteOf(member, await studio.published(seller));
  });
  const expectRefused = async (token: string, status: number, who = member, wanted: object = {}) => {
    const { body } = await confirm(who, token, wanted).expect(status);
    expect(body).toMatchObject({
      success: false,
      code: status === 410 ? 'downloads.token_spent' : 'downloads.token_wrong',
    });
    expect(await creditsOf(member)).toBe(300);
    expect(await typesIn(member)).not.toContain('DownloadGranted');
  };

  test('where it was altered', async () => {
    const { token } = quoted;
    const [, body = '', signature = ''] = token.split('.');
    const said = JSON.parse(Buffer.from(body, 'base64url').toString()) as { price: object };
    const cheaper = { ...said, price: { ...said.price, tenths: 1 } };
    for (const altered of [
      `signed.${Buffer.from(JSON.stringify(cheaper)).toString('base64url')}.${signature}`,
      `signed.${Buffer.from(JSON.stringify({ ...said, price: null })).toString('base64url')}.${signature}`,
      `signed.${body}.${signature.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`,
      `signed.${body}.${signature.toUpperCase()}x`,
      `signed.${body}.`,
      `${token}0`,
      body,
      '',
      'null',
    ]) {
      await expectRefused(altered, 403);
    }
  });

  test('where it is another member’s, or of another purpose', async () => {
    const other = await studio.member();
    const { body } = await confirm(other, quoted.token).expect(403);
    expect(body.code).toBe('downloads.token_wrong');
    expect(await typesIn(other)).not.toContain('DownloadGranted');
    const link = await confirm(other, (await quoteOf(other, await studio.finished(other))).token).expect(200);
    await expectRefused((link.body.downloadUrl as string).slice('/api/downloads/file/'.length), 403);
    await expectRefused(member.token, 403);
    await confirm(undefined, quoted.token).expect(401);
  });

  test('for another size than it has', async () => {
    await expectRefused(quoted.token, 403, member, { resolutionTier: '2K' });
  });

  /** As a process would have signed it whose clock is so far ahead. */
  const signedAt = (aheadMs: number): string =>
    tokens.quotes.sign({
      ...tokens.quotes.read(quoted.token)!,
      id: randomUUID(),
      expiresAt: Date.now() + QUOTE_MS + aheadMs,
    });

  test('when a quarter of an hour is over by more than clocks are apart', async () => {
    await expectRefused(signedAt(-QUOTE_MS - 61_000), 410);
    await expectRefused(signedAt(-3_600_000), 410);
    await expectRefused(signedAt(62_000), 410);
    await expectRefused(signedAt(3_600_000), 410);
  });

  test('but holds where clocks are less than a minute apart', async () => {
    await confirm(member, signedAt(-QUOTE_MS - 30_000)).expect(200);
    await confirm(member, signedAt(30_000)).expect(200);
  });
});

describe('GET /api/downloads/file/:token', () => {
  const linkOf = async (): Promise<string> => {
    const member = await studio.member();
    const { token } = await quoteOf(member, await studio.finished(member));
    return (await confirm(member, token).expect(200)).body.downloadUrl as string;
  };

  test('is followed as often as it takes, by whoever has it, for a quarter of an hour', async () => {
    const address = await linkOf();
    await follow(address).expect(200);
    await follow(address).expect(200);
    later(FILE_LINK_MS + 61_000);
    const { body } = await follow(address).expect(410);
    expect(JSON.parse(String(body))).toMatchObject({ success: false, code: 'downloads.link_expired' });
  });

  test('is refused where it was altered, and where it is a quote', async () => {
    const address = await linkOf();
    const member = await studio.member();
    const { token } = await quoteOf(member, await studio.published(seller));
    const flipped = address.slice(0, -1) + (address.endsWith('0') ? '1' : '0');
    for (const wrong of [flipped, `${address}0`, `/api/downloads/file/${token}`, '/api/downloads/file/x']) {
      const { body } = await follow(wrong).expect(403);
      expect(JSON.parse(String(body))).toMatchObject({ code: 'downloads.link_wrong' });
    }
    expect((await follow(`/api/downloads/file/${'x'.repeat(1001)}`)).status).toBeGreaterThanOrEqual(400);
  });
});

test('dollars in the wallet pay no download', async () => {
  const [member, id] = [await studio.member(), await studio.published(seller)];
  await topUpAs(server, member.id, 1000);
  await spendAs(server, member.id, 3000);
  const { token } = await quoteOf(member, id);
  await confirm(member, token).expect(402);
});
