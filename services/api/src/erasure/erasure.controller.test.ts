import { randomUUID } from 'node:crypto';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandAs, topUpAs, subscribeAs } from '../testing/accounts.ts';
import { registerMember, registrationOf, startApi, type TestMember } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { ProductOrder } from '../testing/product-order.ts';
import { startIntake, uploadAs } from '../testing/intake.ts';
import { Studio } from '../testing/studio.ts';
import { SettleErasure } from './erase-members.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  studio = new Studio(server);
});
afterAll(() => server.close());

const PATH = '/api/auth/erasure';
const password = 'correct horse';
const own = (member: TestMember): Test =>
  supertest(server.http)
    .get(PATH)
    .set(...member.bearer);
const ask = (member: TestMember, body: object = { password }): Test =>
  supertest(server.http)
    .post(PATH)
    .set(...member.bearer)
    .send(body);
const withdraw = (member: TestMember): Test =>
  supertest(server.http)
    .delete(PATH)
    .set(...member.bearer);
const signIn = (email: string): Test => supertest(server.http).post('/api/auth/login').send({ email, password });

const factsOf = async (member: TestMember): Promise<string[]> =>
  (await Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(member.id)))).map(({ type }) => type);

const isErased = (member: TestMember) =>
  vi.waitFor(async () => expect(await factsOf(member)).toContain('MemberErased'), { timeout: 10_000 });

describe('asking to be erased', () => {
  test('takes the password, gives fourteen days, and tells what goes', async () => {
    const member = await registerMember(server);
    const before = await own(member).expect(200);
    expect(before.body.erasure).toEqual({ requested: null, waitsFor: [], goes: { credits: 50, plan: false } });
    const { body } = await ask(member).expect(200);
    const { at, erasesAt, givesUp } = body.erasure.requested;
    expect(Date.parse(erasesAt) - Date.parse(at)).toBe(14 * 86_400_000);
    expect(givesUp).toBe(false);
    // Asked again, the day stays.
    expect((await ask(member).expect(200)).body.erasure.requested.erasesAt).toBe(erasesAt);
    expect((await factsOf(member)).filter((type) => type === 'ErasureRequested')).toHaveLength(1);
  });

  test.each([
    [{ password: 'wrong' }, 422, 'This is not your password'],
    [{}, 400, 'Please enter your password'],
    [{ password: 7 }, 400, 'Please enter your password'],
  ])('%o is refused at its field', async (wrong, status, message) => {
    const member = await registerMember(server);
    const { body } = await ask(member, wrong).expect(status);
    expect(body.errors).toEqual([{ path: 'password', message }]);
    expect(await factsOf(member)).not.toContain('ErasureRequested');
  });

  test('is for members', async () => {
    await supertest(server.http).get(PATH).expect(401);
    await supertest(server.http).post(PATH).send({ password }).expect(401);
    await supertest(server.http).delete(PATH).expect(401);
  });

  test('can be thought better of, and asked once more', async () => {
    const member = await registerMember(server);
    await ask(member).expect(200);
    expect((await withdraw(member).expect(200)).body.erasure.requested).toBeNull();
    await withdraw(member).expect(200);
    await ask(member).expect(200);
    expect((await factsOf(member)).filter((type) => type.startsWith('Erasure'))).toEqual([
      'ErasureRequested',
      'ErasureWithdrawn',
      'ErasureRequested',
    ]);
  });
});

describe('when the days are over', () => {
  test('nobody signs in any more, their words open nowhere, their pictures are gone, and the names are free', async () => {
    const member = await studio.member();
    const [finished, published, queued] = [
      await studio.finished(member, { prompt: 'a heron of mine' }),
      await studio.published(
        member,
        { prompt: 'a heron for everybody' },
        { provider: 'flux', revisedPrompt: 'A heron at dusk' },
      ),
      await studio.queued(member, { prompt: 'a heron to come' }),
    ];
    await askedLongAgo(server, member);
    await isErased(member);
    await signIn(member.email).expect(401);
    await own(member).expect(401);
    await vi.waitFor(async () => {
      for (const id of [finished, published, queued]) {
        const facts = await Array.fromAsync(server.foundation.log.readStored(generationStream.nameOf(id)));
        expect(facts.at(-1)?.type).toBe('Purged');
      }
    });
    const story = await Array.fromAsync(server.foundation.log.read<GenerationFact>(generationStream.nameOf(published)));
    expect(story.find(({ type }) => type === 'VariantCreated')).toMatchObject({ data: { revisedPrompt: ERASED } });
    const sealer = server.app.get(Sealer, { strict: false });
    expect(await sealer.erasedOf([member.id])).toEqual(new Set([member.id]));
    const [registered] = await Array.fromAsync(server.foundation.log.read<MemberFact>(memberStream.nameOf(member.id)));
    expect(registered).toMatchObject({ data: { email: ERASED, firstName: ERASED } });
    // Whoever comes with the same address is somebody else.
    const name = member.email.split('@')[0] ?? '';
    const { body } = await supertest(server.http).post('/api/auth/register').send(registrationOf(name)).expect(200);
    expect(body.user.id).not.toBe(member.id);
  });

  test('money is waited for, unless it is given up', async () => {
    const waits = await registerMember(server);
    await topUpAs(server, waits.id, 525);
    await askedLongAgo(server, waits);
    const goes = await registerMember(server);
    await topUpAs(server, goes.id, 525);
    await askedLongAgo(server, goes, true);
    await isErased(goes);
    const { body } = await own(waits).expect(200);
    expect(body.erasure).toMatchObject({ waitsFor: [{ kind: 'wallet', amount: 5.25 }] });
    expect(await factsOf(waits)).not.toContain('MemberErased');
    // Without another fortnight.
    const given = await ask(waits, { password, givesUp: true }).expect(200);
    expect(given.body.erasure).toMatchObject({ waitsFor: [], requested: { givesUp: true } });
    await isErased(waits);
  });

  test('an order is waited for until it is delivered; its invoice stays, and where it went is unreadable then', async () => {
    const member = await registerMember(server);
    const order = new ProductOrder(member.id);
    const { paymentId, printsCents: cents } = order;
    const now = new Date();
    await order.append(server, order.placed(now), order.paid(now), ...order.printing(now));
    await commandAs(server, {
      type: 'PurchasePrints',
      memberId: member.id,
      orderId: order.ids.orderId,
      paymentId,
      cents,
      at: now,
    });
    await askedLongAgo(server, member);
    const { body } = await own(member).expect(200);
    const [waited] = body.erasure.waitsFor;
    expect(waited).toEqual({
      kind: 'order',
      amount: null,
      reference: 'ORD-1764',
      until: expect.any(String) as string,
    });
    expect(Date.parse(waited.until)).toBeGreaterThan(now.getTime() + 14 * 86_400_000);
    const context = { key: 'k', actor: { kind: 'system', id: 'erasure' }, correlationId: 'c' } as const;
    const settle = () => server.app.get(CommandBus).execute(new SettleErasure(member.id, context));
    expect(await settle()).toEqual({ again: expect.any(Date) as Date });
    expect(await factsOf(member)).not.toContain('MemberErased');
    const arrived = order.became({ from: 'shipped', to: 'delivered', reason: 'arrived' }, now);
    await order.append(server, ...order.shipped(now), arrived);
    expect(await settle()).toBeUndefined();
    await isErased(member);
    const sealer = server.app.get(Sealer, { strict: false });
    await vi.waitFor(async () => expect(await sealer.erasedOf([member.id])).toEqual(new Set([member.id])));
    const [placed] = await Array.fromAsync(
      server.foundation.log.read<OrderFact>(orderStream.nameOf(order.ids.orderId)),
    );
    expect(placed?.data).toMatchObject({ street: ERASED, city: ERASED, zipCode: ERASED, customerName: ERASED });
    expect(placed?.data).toMatchObject({ reference: 'ORD-1764', totalCents: cents, country: 'United Kingdom' });
    const invoices = invoicesStream.nameOf(String(now.getUTCFullYear()));
    const issued = await Array.fromAsync(server.foundation.log.read<InvoiceFact>(invoices));
    expect(issued.find(({ data }) => data.paymentId === paymentId)?.data).toMatchObject({
      number: expect.stringMatching(/^INV-/) as string,
      cents,
      item: { kind: 'order', lines: [{ text: 'T-shirt, M, white', quantity: 2, cents: 4800 }], shippingCents: 599 },
    });
  });

  test('deletes what they uploaded, and nobody reads how their files were called', async () => {
    const member = await registerMember(server);
    const intake = await startIntake(server);
    const { id, preview_url } = await uploadAs(server, member, 'my house.png');
    await intake.stop();
    await askedLongAgo(server, member);
    await isErased(member);
    const stream = uploadStream.nameOf(member.id);
    await vi.waitFor(async () => {
      const facts = await Array.fromAsync(server.foundation.log.read<UploadFact>(stream));
      expect(facts).toMatchObject([
        { type: 'PictureUploaded', data: { uploadId: id, fileName: ERASED } },
        { type: 'UploadDeleted', data: { uploadId: id } },
      ]);
    });
    await supertest(server.http)
      .get(preview_url)
      .set(...member.bearer)
      .expect(401);
  });

  test('a plan that runs goes with it, and is said beforehand', async () => {
    const member = await registerMember(server);
    await subscribeAs(server, member.id, 'creator');
    const { body } = await own(member).expect(200);
    expect(body.erasure).toMatchObject({ waitsFor: [], goes: { plan: true } });
  });

  test('a registration that is sent once more with its key of then brings nobody back', async () => {
    const registration = registrationOf(`m${randomUUID().slice(0, 8)}`);
    const key = randomUUID();
    const send = () => supertest(server.http).post('/api/auth/register').set('idempotency-key', key).send(registration);
    const { body } = await send().expect(200);
    const member = { id: body.user.id, token: body.token, email: registration.email } as TestMember;
    await askedLongAgo(server, member);
    await isErased(member);
    await send().expect(409);
  });
});
