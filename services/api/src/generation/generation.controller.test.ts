import { randomUUID } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyChain } from '@easel/kernel/hash-chain';
import type { TestServer } from '@easel/kernel/testing/server';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { failAs, renderAs } from '../testing/render.ts';

let server: TestServer;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const generate = (member: TestMember, body: object): Test =>
  supertest(server.http)
    .post('/api/generation/generate')
    .set(...member.bearer)
    .send(body);
const submit = (member: TestMember, body: object): Test => generate(member, body).set('prefer', 'respond-async');
const balanceOf = async (member: TestMember): Promise<{ credits: number; held: number }> => {
  const { body } = await supertest(server.http)
    .get('/api/wallet/balance')
    .set(...member.bearer)
    .expect(200);
  return { credits: body.credits, held: body.held };
};
const factsOf = (stream: string) => Array.fromAsync(server.foundation.log.read(stream));
const bytes = Buffer.from('not really a picture');

describe('POST /api/generation/generate', () => {
  test('answers at once when asked to, and holds the price', async () => {
    const member = await registerMember(server);
    const { body, headers } = await submit(member, { prompt: ' a red fox ', resolution: '1k' }).expect(202);
    expect(body).toEqual({ success: true, generation: { id: expect.any(String), status: 'queued' } });
    expect(headers['x-position']).toMatch(/account=\d+,generation=\d+/);
    expect(await balanceOf(member)).toEqual({ credits: 45, held: 5 });
    const [requested] = await factsOf(`generation-${body.generation.id}`);
    expect(requested).toMatchObject({
      type: 'GenerationRequested',
      data: {
        prompt: 'a red fox',
        tenths: 50,
        settings: { resolution: '1k', aspectRatio: 'square_1_1', model: 'realism' },
      },
      metadata: { actor: { kind: 'member', id: member.id } },
    });
    const [stored] = await Array.fromAsync(server.foundation.log.readStored(`generation-${body.generation.id}`));
    expect(JSON.stringify(stored?.data)).not.toContain('fox');
  });

  test('otherwise waits for the picture', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    const waiting = generate(member, { options: { resolution: '2K', aspect_ratio: '16:9' }, prompt: 'sea' })
      .set('idempotency-key', key)
      .expect(200)
      .then(({ body }) => body);
    const { body } = await vi.waitFor(() =>
      submit(member, { options: { resolution: '2K', aspect_ratio: '16:9' }, prompt: 'sea' })
        .set('idempotency-key', key)
        .expect(202),
    );
    const generationId = body.generation.id as string;
    await renderAs(server, { generationId, memberId: member.id, bytes });
    const reply = await waiting;
    expect(reply).toMatchObject({
      success: true,
      generation: {
        id: generationId,
        status: 'completed',
        original_prompt: 'sea',
        variant_count: 1,
        variants: [{ image_url: expect.stringMatching(/^\/api\/images\/auth\/[0-9a-f-]{36}\.webp$/), width: 1024 }],
        metadata: { aspect_ratio: 'widescreen_16_9', resolution: '2k', processing_time: 12 },
      },
      credits: { charged: 10, balance: 40 },
    });
    // The same key later: the same answer, from the same facts, and nothing is charged again.
    const again = await generate(member, { options: { resolution: '2K', aspect_ratio: '16:9' }, prompt: 'sea' })
      .set('idempotency-key', key)
      .expect(200);
    expect(again.body).toEqual(reply);
    await vi.waitFor(async () => expect(await balanceOf(member)).toEqual({ credits: 40, held: 0 }));
  });

  test('a picture that cannot be made costs nothing', async () => {
    const member = await registerMember(server);
    const { body } = await submit(member, { prompt: 'fail', resolution: '1k' }).expect(202);
    await failAs(server, { generationId: body.generation.id, memberId: member.id });
    await vi.waitFor(async () => expect(await balanceOf(member)).toEqual({ credits: 50, held: 0 }));
    expect((await factsOf(`account-${member.id}`)).map(({ type }) => type)).toEqual([
      'CreditsGranted',
      'CreditsHeld',
      'CreditsReleased',
    ]);
  });

  test('an identical one in progress is refused', async () => {
    const member = await registerMember(server);
    await submit(member, { prompt: 'twice', resolution: '1k' }).expect(202);
    const { body } = await submit(member, { prompt: 'twice', resolution: '1k' }).expect(409);
    expect(body.message).toBe('This generation is already in progress. Please wait.');
    await submit(member, { prompt: 'once', resolution: '1k' }).expect(202);
  });

  test('200 at once on an account that affords 37: exactly 37', async () => {
    const member = await registerMember(server);
    await supertest(server.http)
      .post(`/api/admin/members/${member.id}/credits`)
      .set(...operator)
      .send({ amount: 37 * 5 - 50, reason: 'a test' })
      .expect(200);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => submit(member, { prompt: `number ${index}`, resolution: '1k' })),
    );
    const count = (status: number): number => replies.filter((reply) => reply.status === status).length;
    expect({ accepted: count(202), refused: count(402) }).toEqual({ accepted: 37, refused: 163 });
    expect(replies.find(({ status }) => status === 402)?.body).toMatchObject({ message: 'Insufficient credits' });
    expect(await balanceOf(member)).toEqual({ credits: 0, held: 185 });
    expect(await verifyChain(server.foundation.log.readStored(`account-${member.id}`))).toMatchObject({ length: 39 });
  });

  test('the month’s images are limited', async () => {
    const member = await registerMember(server);
    await supertest(server.http)
      .post(`/api/admin/members/${member.id}/credits`)
      .set(...operator)
      .send({ amount: 1000, reason: 'a test' })
      .expect(200);
    for (let n = 0; n < 6; n++) await submit(member, { prompt: `batch ${n}`, resolution: '1k', count: 8 }).expect(202);
    const { body } = await submit(member, { prompt: 'one batch more', resolution: '1k', count: 8 }).expect(403);
    expect(body.message).toBe('Monthly generation limit reached');
  });

  test.each([
    ['nothing', {}, 'Please enter a prompt'],
    ['a blank prompt', { prompt: '   ' }, 'Please enter a prompt'],
    ['a prompt that is no text', { prompt: 5 }, 'Please enter a prompt'],
    ['a prompt over 4000 characters', { prompt: 'x'.repeat(4001) }, 'At most 4000 characters'],
    ['an unknown resolution', { prompt: 'x', resolution: '16k' }, expect.any(String)],
    ['a count of two', { prompt: 'x', count: 2 }, expect.any(String)],
    ['a negative count', { prompt: 'x', count: -1 }, expect.any(String)],
    ['an unknown ratio', { prompt: 'x', aspect_ratio: '7:5' }, 'This aspect ratio is not known'],
    ['a seed that is no number', { prompt: 'x', seed: 'abc' }, expect.stringContaining('whole number')],
    ['a safety level out of range', { prompt: 'x', safety_tolerance: 9 }, expect.any(String)],
    ['a list', [1, 2], expect.any(String)],
    ['a text', 'text', expect.any(String)],
  ])('%s is refused, and nothing is written', async (_what, body, message) => {
    const member = await registerMember(server);
    const reply = await supertest(server.http)
      .post('/api/generation/generate')
      .set(...member.bearer)
      .set('content-type', 'application/json')
      .send(JSON.stringify(body))
      .expect(400);
    expect(reply.body).toMatchObject({
      success: false,
      message,
      code: 'request.invalid',
      requestId: expect.any(String),
    });
    expect(await factsOf(`account-${member.id}`)).toEqual([]);
  });

  test('an owner, a price or a balance in the body is ignored', async () => {
    const member = await registerMember(server);
    const other = await registerMember(server);
    const { body } = await submit(member, {
      prompt: 'mine',
      resolution: '1k',
      memberId: other.id,
      tenths: 0,
      price: 0,
      balance: 9,
    }).expect(202);
    const [requested] = await factsOf(`generation-${body.generation.id}`);
    expect(requested?.data).toMatchObject({ memberId: member.id, tenths: 50 });
    expect(await balanceOf(other)).toEqual({ credits: 50, held: 0 });
  });

  test('nobody is 401', async () => {
    await supertest(server.http).post('/api/generation/generate').send({ prompt: 'x' }).expect(401);
  });
});

describe('a finished generation', () => {
  const finished = async (member: TestMember, prompt = 'done'): Promise<string> => {
    const { body } = await submit(member, { prompt, resolution: '1k' }).expect(202);
    await renderAs(server, { generationId: body.generation.id, memberId: member.id, bytes });
    return body.generation.id;
  };
  const download = (member: TestMember, id: string, index: number | string = 0): Test =>
    supertest(server.http)
      .get(`/api/generation/download/${id}/${index}`)
      .set(...member.bearer);

  test('is downloaded by its owner under a name that breaks no header, and the download is recorded', async () => {
    const member = await registerMember(server);
    const id = await finished(member, 'a "quoted"\r\nSet-Cookie: x=1; лиса');
    const { headers, body } = await download(member, id).buffer(true).expect(200);
    expect(body).toEqual(bytes);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(bytes.length) });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^easel_position=/)]);
    const recorded = await factsOf(`activity-${new Date().toISOString().slice(0, 10)}`);
    expect(recorded.some(({ data }) => (data as { generationId: string }).generationId === id)).toBe(true);
  });

  test('is nobody else’s: 404 for another member, 401 for nobody and for an operator', async () => {
    const [owner, other] = [await registerMember(server), await registerMember(server)];
    const id = await finished(owner);
    await download(other, id).expect(404);
    await supertest(server.http).get(`/api/generation/download/${id}/0`).expect(401);
    await supertest(server.http)
      .get(`/api/generation/download/${id}/0`)
      .set(...operator)
      .expect(401);
    await supertest(server.http)
      .delete(`/api/generation/${id}`)
      .set(...other.bearer)
      .expect(404);
    await supertest(server.http).delete(`/api/generation/${id}`).expect(401);
    await download(owner, id).expect(200);
  });

  test('has the pictures it has and no others', async () => {
    const member = await registerMember(server);
    const id = await finished(member);
    await download(member, id, 1).expect(404);
    await download(member, id, -1).expect(400);
    await download(member, id, 'x').expect(400);
    await download(member, randomUUID()).expect(404);
    await download(member, 'not-an-id').expect(400);
  });

  test('is deleted once, and then gone', async () => {
    const member = await registerMember(server);
    const id = await finished(member);
    await supertest(server.http)
      .delete(`/api/generation/${id}`)
      .set(...member.bearer)
      .expect(200);
    await download(member, id).expect(404);
    await supertest(server.http)
      .delete(`/api/generation/${id}`)
      .set(...member.bearer)
      .expect(404);
  });

  test('one that is still being made can neither be downloaded nor deleted', async () => {
    const member = await registerMember(server);
    const { body } = await submit(member, { prompt: 'slow', resolution: '1k' }).expect(202);
    await download(member, body.generation.id).expect(404);
    await supertest(server.http)
      .delete(`/api/generation/${body.generation.id}`)
      .set(...member.bearer)
      .expect(409);
  });
});

test('a drain answers whoever waits for a picture, and does not wait for that connection to be given up', async () => {
  const draining = await startApi();
  const member = await registerMember(draining);
  const { port } = draining.http.address() as { port: number };
  const follows = vi.spyOn(draining.foundation.log, 'read');
  // Keeps its connection for the next call, as browsers do.
  const waiting = fetch(`http://127.0.0.1:${port}/api/generation/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [member.bearer[0]]: member.bearer[1] },
    body: JSON.stringify({ prompt: 'a drain', resolution: '1k' }),
  });
  await vi.waitFor(() => expect(follows).toHaveBeenCalledWith(expect.stringMatching(/^generation-/)));
  await draining.close();
  expect((await waiting).status).toBe(202);
});
