import { randomUUID } from 'node:crypto';
import { accountStream } from '@easel/contracts/account/stream';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { decide } from '@easel/kernel/deciding/decide';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyChain } from '@easel/kernel/proof/hash-chain';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { failAs, renderAs } from '../testing/render.ts';
import { Studio } from '../testing/studio.ts';
import { generation, type GenerationCommand } from './generation.decider.ts';
import { generationIdOf } from './image-requests.ts';

let server: TestServer;
let studio: Studio;
let operator: [string, string];
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  operator = await signInOperator(server);
});
afterAll(() => server.close());

const generate = (member: TestMember, body: object): Test => studio.post(member, 'generate', body);
const submit = (member: TestMember, body: object): Test => studio.submit(member, body);
const balanceOf = (member: TestMember) => studio.balanceOf(member);
const factsOf = (stream: string) => studio.factsOf(stream);
const grant = (member: TestMember, amount: number): Test =>
  supertest(server.http)
    .post(`/api/admin/members/${member.id}/credits`)
    .set(...operator)
    .send({ amount, reason: 'a test' })
    .expect(200);
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
    expect(JSON.stringify(stored?.data)).not.toContain('a red fox');
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

  test('and whoever waits for it is told why', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    const send = (): Test => generate(member, { prompt: 'in vain', resolution: '1k' }).set('idempotency-key', key);
    const waiting = send().then((reply) => reply);
    const { body } = await vi.waitFor(() => send().set('prefer', 'respond-async').expect(202));
    await failAs(server, { generationId: body.generation.id, memberId: member.id });
    const reply = await waiting;
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ message: 'Generation failed', failure: 'render_failed' });
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
    await grant(member, 37 * 5 - 50);
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
    await grant(member, 1000);
    for (let n = 0; n < 6; n++) await submit(member, { prompt: `batch ${n}`, resolution: '1k', count: 8 }).expect(202);
    const { body } = await submit(member, { prompt: 'one batch more', resolution: '1k', count: 8 }).expect(403);
    expect(body.message).toBe('Monthly generation limit reached');
  });

  test.each([
    ['nothing', {}, 'Please enter a prompt'],
    ['a blank prompt', { prompt: '   ' }, 'Please enter a prompt'],
    ['an invisible prompt', { prompt: '\u200b\u3164' }, 'Please enter a prompt'],
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
    expect((await factsOf(`account-${member.id}`)).map(({ type }) => type)).toEqual(['CreditsGranted']);
  });

  test.each([
    ['words of their own', { prompt: 'a fox', lettering: 'Лис 7 €' }, 'lettering', ['Л', 'и', 'с']],
    ['words that the prompt quotes', { prompt: 'poster that says "Hi 🌍"' }, 'prompt', ['🌍']],
  ])('lists the characters that cannot be set of %s, and charges nothing', async (_what, body, path, characters) => {
    const member = await registerMember(server);
    const reply = await submit(member, { ...body, resolution: '1k' }).expect(422);
    const message = `Our typefaces cannot set ${characters.join(' ')}. Please use Latin letters, figures and common signs.`;
    expect(reply.body).toMatchObject({
      code: 'generation.unsettable_characters',
      message,
      errors: [{ path, message }],
      characters,
    });
    expect((await factsOf(`account-${member.id}`)).map(({ type }) => type)).toEqual(['CreditsGranted']);
  });

  test('takes words in Vietnamese and with the signs of prices', async () => {
    const member = await registerMember(server);
    const lettering = 'Tiếng Việt, $9.99 – 50 €';
    const { body } = await submit(member, { prompt: 'a fox', lettering, resolution: '1k' }).expect(202);
    const [requested] = await factsOf(`generation-${body.generation.id}`);
    expect(requested?.data).toMatchObject({ lettering });
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

describe('POST /api/generation/generate/batch', () => {
  const batch = (member: TestMember, requests: object[]): Test => studio.post(member, 'generate/batch', { requests });
  const one = (prompt: string, more: object = {}): object => ({ prompt, resolution: '1k', agreed: true, ...more });

  test('holds the price of all in one append, and answers at once', async () => {
    const member = await registerMember(server);
    const { body, headers } = await batch(member, [
      one('a fox'),
      { prompt: 'a sea', options: { resolution: '2K', aspect_ratio: '16:9' } },
    ]).expect(202);
    expect(body).toEqual({
      success: true,
      generations: [
        { id: expect.any(String), status: 'queued' },
        { id: expect.any(String), status: 'queued' },
      ],
      credits: { charged: 15, balance: 35 },
    });
    expect(headers['x-position']).toMatch(/account=\d+,generation=\d+/);
    const facts = await studio.factsOf(`account-${member.id}`);
    expect(facts.map(({ type }) => type)).toEqual(['CreditsGranted', 'CreditsHeld', 'CreditsHeld']);
    expect(new Set(facts.slice(1).map(({ metadata }) => metadata.$correlationId)).size).toBe(1);
    for (const { id } of body.generations)
      expect(await studio.typesIn(`generation-${id}`)).toEqual(['GenerationRequested']);
  });

  test('is known by one id in all of it, whoever of it is tried again; what is asked for alone has none', async () => {
    const member = await registerMember(server);
    const { body } = await batch(member, [one('a fox'), one('an owl')]).expect(202);
    const [fox, owl] = body.generations as { id: string }[];
    const batchOf = async (id: string | undefined): Promise<unknown> =>
      ((await studio.factsOf(`generation-${id}`))[0]?.data as { batchId?: string } | undefined)?.batchId;
    const batchId = await batchOf(fox?.id);
    expect(batchId).toEqual(expect.any(String));
    expect(await batchOf(owl?.id)).toBe(batchId);
    await studio.post(member, `${owl?.id}/cancel`).expect(200);
    const { body: again } = await studio.post(member, `${owl?.id}/retry`).expect(202);
    expect(await batchOf(again.generation.id)).toBe(batchId);
    const { body: alone } = await studio.submit(member, one('a sea')).expect(202);
    expect(await batchOf(alone.generation.id)).toBeUndefined();
  });

  test.each([
    ['credits', [one('a', { resolution: '4k', count: 4 }), one('b')], 402, 'Insufficient credits'],
    ['difference', [one('same'), one('same')], 409, 'This generation is already in progress. Please wait.'],
  ])('is refused whole for want of %s', async (_what, requests, status, message) => {
    const member = await registerMember(server);
    const { body } = await batch(member, requests).expect(status);
    expect(body.message).toBe(message);
    expect(await studio.balanceOf(member)).toEqual({ credits: 50, held: 0 });
    expect(await studio.typesIn(`account-${member.id}`)).toEqual(['CreditsGranted']);
  });

  test('is refused whole beyond the month’s images, and where one is in progress', async () => {
    const member = await registerMember(server);
    await grant(member, 1000);
    const eights = Array.from({ length: 7 }, (_, n) => one(`eight ${n}`, { count: 8 }));
    const { body } = await batch(member, eights).expect(403);
    expect(body.message).toBe('Monthly generation limit reached');
    await studio.submit(member, one('first')).expect(202);
    await batch(member, [one('second'), one('first')]).expect(409);
    expect(await studio.balanceOf(member)).toEqual({ credits: 1045, held: 5 });
  });

  test('of 200 at once, exactly what the account affords is accepted, whole', async () => {
    const member = await registerMember(server);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => batch(member, [one(`left ${n}`), one(`right ${n}`)])),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(195);
    expect(await studio.balanceOf(member)).toEqual({ credits: 0, held: 50 });
  });

  test('with its key again answers the same and charges nothing', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    const send = (): Test => batch(member, [one('x'), one('y')]).set('idempotency-key', key);
    const [first, second] = await Promise.all([send().expect(202), send().expect(202)]);
    expect(second.body).toEqual(first.body);
    expect(await studio.balanceOf(member)).toEqual({ credits: 40, held: 10 });
    await batch(member, [one('z')])
      .set('idempotency-key', key)
      .expect(422);
  });

  test('whose repeat comes after a part of it was abandoned tells which part, and charges the rest', async () => {
    const member = await registerMember(server);
    const key = randomUUID();
    // What a request that was cut off after its holds has left behind, thirty seconds later.
    const route = 'POST /api/generation/generate/batch';
    const context: CommandContext = {
      key: `member:${member.id} ${route} ${route} ${key}`,
      actor: { kind: 'member', id: member.id },
      correlationId: randomUUID(),
    };
    const ids = [generationIdOf(context, 0), generationIdOf(context, 1)];
    const commands = server.app.get(CommandBus, { strict: false });
    await commands.execute(
      decide<AccountCommand>(
        accountStream,
        member.id,
        {
          type: 'HoldCredits',
          memberId: member.id,
          charges: ids.map((generationId) => ({ generationId, fingerprint: generationId, tenths: 50, images: 1 })),
        },
        context,
      ),
    );
    const abandoned = { type: 'AbandonGeneration', generationId: ids[1] ?? '', memberId: member.id } as const;
    await commands.execute(
      decide<GenerationCommand>(generationStream, abandoned.generationId, abandoned, { ...context, key: 'abandoned' }),
    );
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toEqual({ credits: 45, held: 5 }));
    const { body } = await batch(member, [one('x'), one('y')])
      .set('idempotency-key', key)
      .expect(202);
    expect(body).toEqual({
      success: true,
      generations: [
        { id: ids[0], status: 'queued' },
        { id: ids[1], status: 'failed' },
      ],
      credits: { charged: 5, balance: 45 },
    });
  });

  test.each([
    ['none', { requests: [] }],
    ['nine', { requests: Array.from({ length: 9 }, (_, n) => one(`${n}`)) }],
    ['one without a prompt', { requests: [one('x'), { resolution: '1k' }] }],
    ['no list', { requests: 'x' }],
  ])('of %s is 400', async (_what, body) => {
    await studio.post(await registerMember(server), 'generate/batch', body).expect(400);
  });

  test('is nobody’s without a token', async () => {
    await studio
      .call('post', 'generate/batch')
      .send({ requests: [one('x')] })
      .expect(401);
  });
});

describe('POST /api/generation/create-variant/:id', () => {
  const variant = (member: TestMember, id: string, body: object = {}): Test =>
    studio.post(member, `create-variant/${id}`, body);
  const parentSettings = {
    prompt: 'a red fox',
    negative_prompt: 'snow',
    lettering: 'Stay wild',
    style: 'anime',
    aspect_ratio: '16:9',
    seed: 7,
  };

  test('asks for one image more, as the others but for what is said, at the price of its own', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member, parentSettings);
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toEqual({ credits: 45, held: 0 }));
    const { body } = await variant(member, id, { options: { resolution: '2K' }, prompt: 'a blue fox' }).expect(202);
    expect(body).toEqual({
      success: true,
      message: 'Creating variant...',
      variantId: expect.any(String),
      generationId: expect.any(String),
      credits: { charged: 10, balance: 35 },
    });
    const [requested] = await studio.factsOf(`generation-${body.generationId}`);
    expect(requested?.data).toMatchObject({
      memberId: member.id,
      prompt: 'a blue fox',
      negativePrompt: 'snow',
      lettering: 'Stay wild',
      tenths: 100,
      settings: { style: 'anime', aspectRatio: 'widescreen_16_9', resolution: '2k', count: 1 },
      variantOf: { generationId: id, variantId: body.variantId },
    });
    expect(requested?.data).not.toMatchObject({ settings: { seed: 7 } });
  });

  test.each([
    ['its own pixels', { width: 1152, height: 2048 }, 'social_story_9_16', undefined],
    ['others of that shape', { width: 1080, height: 1920 }, 'social_story_9_16', '1152 × 2048'],
    ['another resolution', { width: 3840, height: 2160 }, 'widescreen_16_9', '2048 × 1152'],
    ['one side alone', { width: 999 }, 'widescreen_16_9', '2048 × 1152'],
    ['a named shape', { width: 100, height: 200, aspect_ratio: '1:1' }, 'square_1_1', '2048 × 2048'],
    ['a T-shirt', { width: 1152, height: 2048, isTshirtDesign: true }, 'square_1_1', '2048 × 2048'],
  ])('in %s takes the nearest shape, and says where the resolution wins', async (_what, options, ratio, pixels) => {
    const member = await registerMember(server);
    const id = await studio.finished(member, parentSettings);
    const { body } = await variant(member, id, { options: { resolution: '2k', ...options } }).expect(202);
    const [requested] = await studio.factsOf(`generation-${body.generationId}`);
    expect(requested?.data).toMatchObject({ settings: { aspectRatio: ratio, resolution: '2k' } });
    expect(body.notice).toBe(
      pixels && `It is made in ${pixels} pixels: the resolution 2K and the aspect ratio decide.`,
    );
  });

  test('in no pixels at all is refused', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    for (const width of [0, -1, 1.5, '2048', 1e6]) await variant(member, id, { width, height: 9 }).expect(400);
  });

  test('and it stands behind the others once it is complete, under the name it was promised', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    const asked = await Promise.all(
      ['one', 'two'].map(async (prompt) => (await variant(member, id, { prompt }).expect(202)).body),
    );
    for (const { generationId } of asked) {
      await renderAs(server, { generationId, memberId: member.id, bytes: Buffer.from(`variant ${generationId}`) });
    }
    await vi.waitFor(async () =>
      expect((await studio.typesIn(`generation-${id}`)).filter((type) => type === 'VariantAttached')).toHaveLength(2),
    );
    const { body } = await studio.post(member, `${id}/save`).expect(200);
    expect(body.generation.variant_count).toBe(3);
    expect(new Set(body.generation.variants.slice(1).map((one: { id: string }) => one.id))).toEqual(
      new Set(asked.map(({ variantId }) => variantId)),
    );
    const place = body.generation.variants.findIndex((one: { id: string }) => one.id === asked[1]?.variantId);
    const file = await studio.call('get', `download/${id}/${place}`, member).buffer(true).expect(200);
    expect(file.body).toEqual(Buffer.from(`variant ${asked[1]?.generationId}`));
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toEqual({ credits: 35, held: 0 }));
  });

  test('of a generation that is deleted meanwhile waits there for its return', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    const { body } = await variant(member, id).expect(202);
    await studio.call('delete', id, member).expect(200);
    await renderAs(server, { generationId: body.generationId, memberId: member.id, bytes: Buffer.from('late') });
    await vi.waitFor(async () => expect((await studio.typesIn(`generation-${id}`)).at(-1)).toBe('VariantAttached'));
    const restored = await studio.post(member, `${id}/restore`).expect(200);
    expect(restored.body.generation).toMatchObject({ variant_count: 2, variants: [{}, { id: body.variantId }] });
  });

  test('is no generation of its own', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    const { generationId: child } = (await variant(member, id).expect(202)).body;
    await renderAs(server, { generationId: child, memberId: member.id, bytes: Buffer.from('child') });
    await studio.call('get', `download/${child}/0`, member).expect(404);
    await studio.call('delete', child, member).expect(404);
    await studio.call('put', `${child}/make-public`, member).send({}).expect(404);
    for (const what of ['save', 'share', 'restore']) await studio.post(member, `${child}/${what}`).expect(404);
    await variant(member, child).expect(404);
    await studio.post(member, 'download-zip', { ids: [child] }).expect(404);
  });

  test('with its key again answers the same and charges nothing, whatever has become of the generation', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    const key = randomUUID();
    const send = (): Test => variant(member, id, { prompt: 'again' }).set('idempotency-key', key);
    const first = await send().expect(202);
    expect((await send().expect(202)).body).toEqual(first.body);
    await studio.call('delete', id, member).expect(200);
    expect((await send().expect(202)).body).toEqual(first.body);
  });

  test('that is identical to one in progress is refused', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    await variant(member, id, { prompt: 'twice' }).expect(202);
    await variant(member, id, { prompt: 'twice' }).expect(409);
  });

  test('needs a finished generation of one’s own', async () => {
    const [owner, other] = [await registerMember(server), await registerMember(server)];
    const id = await studio.published(owner);
    await variant(other, id).expect(404);
    await studio.call('post', `create-variant/${id}`).send({}).expect(401);
    await variant(owner, randomUUID()).expect(404);
    await variant(owner, await studio.queued(owner)).expect(409);
    await variant(owner, id, { resolution: '16k' }).expect(400);
    await studio.call('delete', id, owner).expect(200);
    await variant(owner, id).expect(404);
    expect(await studio.typesIn(`account-${other.id}`)).toEqual(['CreditsGranted']);
  });
});

describe('POST /api/generation/:id/retry', () => {
  test('refuses an invisible prompt of before it was checked, and holds nothing', async () => {
    const member = await studio.member();
    const [like] = await factsOf(`generation-${await studio.queued(member)}`);
    const { settings } = like!.data as { settings: GenerationSettings };
    const before = await balanceOf(member);
    const owned = { generationId: randomUUID(), memberId: member.id };
    const { generationId } = owned;
    const request = { ...owned, prompt: '\u200b', negativePrompt: '', settings, variantOf: null, tenths: 50 } as const;
    const actor = { kind: 'member', id: member.id } as const;
    for (const command of [
      { type: 'RequestGeneration', ...request, provider: BUILT_IN, tier: 'free', at: new Date() },
      { type: 'CancelGeneration', ...owned },
    ] satisfies GenerationCommand[]) {
      const context = { key: `${command.type} ${generationId}`, actor, correlationId: generationId };
      await server.app
        .get(CommandBus)
        .execute(decide<GenerationCommand>(generationStream, generationId, command, context));
    }
    const { body } = await studio.post(member, `${generationId}/retry`).expect(400);
    expect(body.errors).toEqual([{ path: 'prompt', message: 'Please enter a prompt' }]);
    expect(await balanceOf(member)).toEqual(before);
  });

  const failed = async (member: TestMember, body: object = {}): Promise<string> => {
    const generationId = await studio.queued(member, body);
    await failAs(server, { generationId, memberId: member.id });
    await vi.waitFor(async () => expect((await studio.balanceOf(member)).held).toBe(0));
    return generationId;
  };

  test('asks for the same again, in the failed one’s place', async () => {
    const member = await registerMember(server);
    const id = await failed(member, {
      prompt: 'a fox',
      negative_prompt: 'snow',
      lettering: 'Stay wild',
      seed: 7,
      style: 'anime',
    });
    const { body } = await studio.post(member, `${id}/retry`).expect(202);
    expect(body).toEqual({
      success: true,
      generation: { id: expect.any(String), status: 'queued' },
      credits: { charged: 5, balance: 45 },
    });
    const [before, after] = await Promise.all(
      [id, body.generation.id].map(async (each) => (await studio.factsOf(`generation-${each}`))[0]?.data),
    );
    const { generationId: _old, requestedAt: _then, ...same } = before as Record<string, unknown>;
    expect(after).toMatchObject(same);
    expect(after).toMatchObject({ lettering: 'Stay wild' });
    expect((await studio.typesIn(`generation-${id}`)).at(-1)).toBe('Deleted');
    await studio.post(member, `${id}/retry`).expect(404);
    await studio.post(member, `${id}/restore`).expect(404);
  });

  test('takes a cancelled one, and a variant that goes where it was promised', async () => {
    const member = await registerMember(server);
    const id = await studio.finished(member);
    const { generationId: child, variantId } = (await studio.post(member, `create-variant/${id}`).expect(202)).body;
    await studio.post(member, `${child}/cancel`).expect(200);
    const { body } = await studio.post(member, `${child}/retry`).expect(202);
    await renderAs(server, { generationId: body.generation.id, memberId: member.id, bytes: Buffer.from('at last') });
    await vi.waitFor(async () => {
      const [attached] = (await studio.factsOf(`generation-${id}`)).filter(({ type }) => type === 'VariantAttached');
      expect(attached?.data).toMatchObject({ source: body.generation.id, variantId });
    });
  });

  test('with its key again answers the same', async () => {
    const member = await registerMember(server);
    const id = await failed(member);
    const send = (): Test => studio.post(member, `${id}/retry`).set('idempotency-key', 'again');
    const first = await send().expect(202);
    expect((await send().expect(202)).body).toEqual(first.body);
    expect(await studio.balanceOf(member)).toEqual({ credits: 45, held: 5 });
  });

  test('pressed ten times at once asks for one', async () => {
    const member = await registerMember(server);
    const id = await failed(member);
    const replies = await Promise.all(Array.from({ length: 10 }, () => studio.post(member, `${id}/retry`)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(replies.every(({ status }) => [202, 404, 409].includes(status))).toBe(true);
    expect(await studio.balanceOf(member)).toEqual({ credits: 45, held: 5 });
  });

  test('needs a failed or cancelled generation of one’s own', async () => {
    const [owner, other] = [await registerMember(server), await registerMember(server)];
    const id = await failed(owner);
    await studio.post(other, `${id}/retry`).expect(404);
    await studio.call('post', `${id}/retry`).expect(401);
    await studio.post(owner, `${randomUUID()}/retry`).expect(404);
    await studio.post(owner, `${await studio.queued(owner)}/retry`).expect(409);
    await studio.post(owner, `${await studio.finished(owner)}/retry`).expect(409);
    await studio.call('delete', id, owner).expect(200);
    await studio.post(owner, `${id}/retry`).expect(404);
  });
});

test('a drain answers whoever waits for a picture, and does not wait for that connection to be given up', async () => {
  const draining = await startApi();
  const member = await registerMember(draining);
  const { port } = draining.http.address() as { port: number };
  const follows = vi.spyOn(draining.app.get(DeciderRunner, { strict: false }), 'fold');
  // Keeps its connection for the next call, as browsers do.
  const waiting = fetch(`http://127.0.0.1:${port}/api/generation/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [member.bearer[0]]: member.bearer[1] },
    body: JSON.stringify({ prompt: 'a lake', resolution: '1k' }),
  });
  await vi.waitFor(() => expect(follows).toHaveBeenCalledWith(expect.stringMatching(/^generation-/), generation));
  await draining.close();
  expect((await waiting).status).toBe(202);
});
