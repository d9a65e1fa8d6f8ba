import { randomUUID } from 'node:crypto';
import { generationHttp } from '@easel/contracts/generation/http';
import { RENDER_CANCELLED } from '@easel/contracts/generation/policy';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { failAs, renderAs } from '../testing/render.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
let owner: TestMember;
let other: TestMember;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  [owner, other] = [await studio.member(), await studio.member()];
});
afterAll(() => server.close());

const makePublic = (id: string, isPublic: boolean, member = owner) =>
  studio.call('put', `${id}/make-public`, member).send({ isPublic });

/** Every route that changes one generation. */
const routes = [
  ['post', 'save'],
  ['post', 'share'],
  ['put', 'make-public'],
  ['post', 'cancel'],
  ['post', 'retry'],
  ['post', 'restore'],
  ['delete', ''],
  ['delete', 'trash'],
] as const;

describe.each(routes)('%s /api/generation/:id/%s', (method, what) => {
  const call = (id: string, member?: { bearer: [string, string] }) =>
    studio.call(method, what ? `${id}/${what}` : id, member).send({});

  test('is its owner’s alone, private, public or deleted', async () => {
    const [kept, shown, gone] = [
      await studio.finished(owner),
      await studio.published(owner),
      await studio.finished(owner),
    ];
    await studio.call('delete', gone, owner).expect(200);
    const operator = await signInOperator(server);
    for (const id of [kept, shown, gone]) {
      const before = await studio.typesIn(`generation-${id}`);
      const { body } = await call(id, other).expect(404);
      expect(body).toMatchObject({ success: false, code: 'generation.not_found' });
      await call(id).expect(401);
      await call(id, { bearer: operator }).expect(401);
      expect(await studio.typesIn(`generation-${id}`)).toEqual(before);
    }
  });

  test('knows no id that was never given', async () => {
    await call(randomUUID(), owner).expect(404);
    await call('not-an-id', owner).expect(400);
  });
});

describe('POST /api/generation/:id/save', () => {
  test('keeps it, once', async () => {
    const id = await studio.finished(owner, { prompt: 'a keeper', negative_prompt: 'snow' });
    const { body, headers } = await studio.post(owner, `${id}/save`).expect(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Saved to gallery!',
      generation: {
        id,
        original_prompt: 'a keeper',
        categories: ['saved'],
        metadata: { negative_prompt: 'snow', safety_tolerance: 2, enhance_prompt: false, raw_mode: false },
        failure: null,
      },
    });
    expect(generationHttp.save.reply.safeParse(body).success).toBe(true);
    expect(headers['x-position']).toMatch(/^generation=\d+$/);
    await studio.post(owner, `${id}/save`).expect(200);
    expect((await studio.typesIn(`generation-${id}`)).filter((type) => type === 'Saved')).toHaveLength(1);
  });

  test('needs a finished image', async () => {
    const { body } = await studio.post(owner, `${await studio.queued(owner)}/save`).expect(409);
    expect(body.message).toBe('This generation has no finished image');
  });
});

describe('PUT /api/generation/:id/make-public', () => {
  test('shows it to everybody, and hides it again', async () => {
    const id = await studio.finished(owner);
    const shown = await makePublic(id, true).expect(200);
    expect(shown.body).toMatchObject({
      message: 'Image made public successfully!',
      generation: {
        isPublic: true,
        categories: ['public'],
        variants: [{ image_url: expect.stringMatching(/^\/api\/images\/[0-9a-f-]{36}\.webp$/) }],
      },
    });
    await makePublic(id, true).expect(200);
    await studio.post(owner, `${id}/save`).expect(200);
    const hidden = await makePublic(id, false).expect(200);
    expect(hidden.body).toMatchObject({
      message: 'Image is private again',
      generation: {
        isPublic: false,
        categories: ['saved'],
        variants: [{ image_url: expect.stringMatching(/^\/api\/images\/auth\//) }],
      },
    });
    expect((await studio.typesIn(`generation-${id}`)).slice(-3)).toEqual(['MadePublic', 'Saved', 'MadePrivate']);
  });

  test('makes public where nothing is said, and takes nothing but yes and no', async () => {
    const id = await studio.finished(owner);
    const { body } = await studio.call('put', `${id}/make-public`, owner).send({}).expect(200);
    expect(body.generation.isPublic).toBe(true);
    await studio.call('put', `${id}/make-public`, owner).send({ isPublic: 'no' }).expect(400);
  });

  test('needs a finished image', async () => {
    await makePublic(await studio.queued(owner), true).expect(409);
  });
});

describe('POST /api/generation/:id/share', () => {
  const sharesOf = async (id: string): Promise<unknown[]> => (await studio.activityOf(id)).map(({ data }) => data);

  test('gives the address under which everybody finds it, with the member’s code, and counts once a day', async () => {
    const id = await studio.published(owner);
    const me = await fetchMe(owner);
    const { body } = await studio.post(owner, `${id}/share`).expect(200);
    expect(body).toMatchObject({ success: true, message: 'Generation shared!' });
    const { port } = server.http.address() as { port: number };
    expect(body.url).toBe(`http://127.0.0.1:${port}/image/${id}?ref=${me.referral.code}`);
    await studio.post(owner, `${id}/share`).expect(200);
    expect(await sharesOf(id)).toEqual([expect.objectContaining({ eventType: 'image_share', memberId: owner.id })]);
  });

  test('needs a public image', async () => {
    const id = await studio.finished(owner);
    const { body } = await studio.post(owner, `${id}/share`).expect(409);
    expect(body.message).toBe('Make this image public before sharing it');
    await studio.post(owner, `${await studio.queued(owner)}/share`).expect(409);
    expect(await sharesOf(id)).toEqual([]);
  });
});

describe('POST /api/generation/:id/cancel', () => {
  test('ends it, gives the credits back and tells the workers', async () => {
    const member = await registerMember(server);
    const id = await studio.queued(member);
    const told = Promise.withResolvers<unknown>();
    const stop = await server.foundation.bus.subscribe(RENDER_CANCELLED, told.resolve);
    const { body } = await studio.post(member, `${id}/cancel`).expect(200);
    expect(body).toMatchObject({ success: true, generation: { id, status: 'cancelled', variants: [] } });
    expect(generationHttp.cancel.reply.safeParse(body).success).toBe(true);
    expect(await told.promise).toEqual({ generationId: id });
    await stop();
    await vi.waitFor(async () => expect(await studio.balanceOf(member)).toEqual({ credits: 50, held: 0 }));
    await studio.post(member, `${id}/cancel`).expect(200);
    expect(await studio.typesIn(`generation-${id}`)).toEqual(['GenerationRequested', 'GenerationCancelled']);
  });

  test('answers whoever waits for the image', async () => {
    const member = await registerMember(server);
    const send = () =>
      studio.post(member, 'generate', { prompt: 'never mind', resolution: '1k' }).set('idempotency-key', 'waits');
    const waiting = send().then((reply) => reply);
    const { body } = await vi.waitFor(() => send().set('prefer', 'respond-async').expect(202));
    await studio.post(member, `${body.generation.id}/cancel`).expect(200);
    const reply = await waiting;
    expect([reply.status, reply.body.message]).toEqual([409, 'This generation was cancelled']);
  });

  test('loses against an end that came first', async () => {
    const { body } = await studio.post(owner, `${await studio.finished(owner)}/cancel`).expect(409);
    expect(body.message).toBe('This generation has already ended');
    const member = await registerMember(server);
    const id = await studio.queued(member);
    await failAs(server, { generationId: id, memberId: member.id });
    await studio.post(member, `${id}/cancel`).expect(409);
  });

  test('and a worker’s end at the same moment make one end', async () => {
    const member = await registerMember(server);
    const id = await studio.queued(member);
    const [cancelled] = await Promise.all([
      studio.post(member, `${id}/cancel`),
      renderAs(server, { generationId: id, memberId: member.id, bytes: Buffer.from('race') }).catch(() => undefined),
    ]);
    const ends = (await studio.typesIn(`generation-${id}`)).filter((type) => /^Generation(Comp|Canc|Fail)/.test(type));
    expect(ends).toEqual([cancelled.status === 200 ? 'GenerationCancelled' : 'GenerationCompleted']);
  });
});

describe('DELETE /api/generation/:id and POST …/restore', () => {
  test('take it to the trash and back, as it was', async () => {
    const id = await studio.published(owner);
    await studio.post(owner, `${id}/save`).expect(200);
    await studio.call('delete', id, owner).expect(200);
    for (const [method, what] of routes.slice(0, 5)) {
      await studio.call(method, `${id}/${what}`, owner).send({}).expect(404);
    }
    await studio.call('delete', id, owner).expect(404);
    const { body } = await studio.post(owner, `${id}/restore`).expect(200);
    expect(body).toMatchObject({
      message: 'Image restored successfully',
      generation: { id, isPublic: true, categories: ['public', 'saved'], variant_count: 1 },
    });
    expect(body.generation).not.toHaveProperty('deleted_at');
    await studio.post(owner, `${id}/restore`).expect(200);
    expect((await studio.typesIn(`generation-${id}`)).slice(-2)).toEqual(['Deleted', 'Restored']);
  });

  test('after thirty days nothing brings it back', async () => {
    const id = await studio.finished(owner);
    const stream = `generation-${id}`;
    const deletedAt = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const deleted = { type: 'Deleted', data: { generationId: id, memberId: owner.id, deletedAt } };
    const context = { key: 'long ago', actor: { kind: 'member', id: owner.id }, correlationId: 'c' } as const;
    const { revision } = (await studio.factsOf(stream)).at(-1)!;
    await server.foundation.log.append(stream, revision, newFacts(stream, [deleted], context));
    await vi.waitFor(async () => expect((await studio.typesIn(stream)).at(-1)).toBe('Purged'));
    await studio.post(owner, `${id}/restore`).expect(404);
    await studio.call('delete', id, owner).expect(404);
  });

  test('what is in the trash can be deleted for ever, and nothing else', async () => {
    const id = await studio.published(owner);
    await studio.call('delete', `${id}/trash`, owner).expect(404);
    await studio.call('delete', id, owner).expect(200);
    await studio.call('delete', `${id}/trash`, owner).expect(200);
    await studio.post(owner, `${id}/restore`).expect(404);
    await studio.call('delete', `${id}/trash`, owner).expect(404);
    expect((await studio.typesIn(`generation-${id}`)).slice(-2)).toEqual(['Deleted', 'Purged']);
  });

  test('take nothing that is still being made', async () => {
    await studio.call('delete', await studio.queued(owner), owner).expect(409);
  });
});

async function fetchMe(member: TestMember): Promise<{ referral: { code: string } }> {
  const { port } = server.http.address() as { port: number };
  const [name, value] = member.bearer;
  const reply = await fetch(`http://127.0.0.1:${port}/api/auth/me`, { headers: { [name]: value } });
  return ((await reply.json()) as { user: { referral: { code: string } } }).user;
}
