import { memberStream } from '@easel/contracts/members/stream';
import { randomUUID } from 'node:crypto';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { mailsTo, tokenIn } from '../testing/mailbox.ts';
import { cutAppends } from '../testing/cut-append.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

type Method = 'get' | 'put' | 'post' | 'delete';
const as =
  ({ bearer }: TestMember) =>
  (method: Method, path: string) =>
    supertest(server.http)
      [method](path)
      .set(...bearer);

const profileOf = ({ email }: TestMember) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email,
  username: email.split('@')[0] ?? '',
});

const currentPassword = 'correct horse';

const factsOf = async ({ id }: TestMember): Promise<string[]> =>
  (await Array.fromAsync(server.foundation.log.readStored(`member-${id}`))).map(({ type }) => type);

const signIn = (email: string) =>
  supertest(server.http).post('/api/auth/login').send({ email, password: 'correct horse' });

describe('PUT /api/auth/profile', () => {
  test('changes the profile, answers the user, and the new address signs in', async () => {
    const member = await registerMember(server);
    const email = `moved-${member.email}`;
    const { body, headers } = await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), firstName: ' Augusta ', email, currentPassword })
      .expect(200);
    expect(body.user).toMatchObject({ firstName: 'Augusta', email, emailVerified: false });
    expect(headers['x-position']).toMatch(/^member=\d+$/);
    await signIn(email).expect(200);
    await signIn(member.email).expect(401);
    const stored = await Array.fromAsync(server.foundation.log.readStored(`member-${member.id}`));
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toMatch(/augusta|moved/i);
  });

  test('that changes nothing adds no fact', async () => {
    const member = await registerMember(server);
    await as(member)('put', '/api/auth/profile').send(profileOf(member)).expect(200);
    expect(await factsOf(member)).toEqual(['MemberRegistered']);
  });

  test('with the address or user name of another is refused at its field, and nothing moves', async () => {
    const [member, other] = [await registerMember(server), await registerMember(server)];
    const byEmail = await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), email: other.email.toUpperCase(), currentPassword })
      .expect(409);
    expect(byEmail.body).toMatchObject({ code: 'members.email_taken', errors: [{ path: 'email' }] });
    const byName = await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), username: profileOf(other).username.toUpperCase() })
      .expect(409);
    expect(byName.body).toMatchObject({ code: 'members.username_taken', errors: [{ path: 'username' }] });
    expect(await factsOf(member)).toEqual(['MemberRegistered']);
    await signIn(member.email).expect(200);
  });

  test.each([
    [{ email: 'nowhere' }, 'email'],
    [{ username: 'a b' }, 'username'],
    [{ firstName: '' }, 'firstName'],
    [{ lastName: 7 }, 'lastName'],
  ])('%o is refused at its field', async (wrong, path) => {
    const member = await registerMember(server);
    const { body } = await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), ...wrong })
      .expect(400);
    expect(body.errors[0].path).toBe(path);
  });

  test('an id or a role in the body changes nothing of another', async () => {
    const [member, other] = [await registerMember(server), await registerMember(server)];
    await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), firstName: 'Eve', id: other.id, memberId: other.id, emailVerified: true })
      .expect(200);
    expect(await factsOf(other)).toEqual(['MemberRegistered']);
    const { body } = await as(member)('get', '/api/auth/me').expect(200);
    expect(body.user.emailVerified).toBe(false);
  });

  test('twenty at once all come to a fact each, and the row stands where the last fact says', async () => {
    const member = await registerMember(server);
    const names = Array.from({ length: 20 }, (_, index) => `n${randomUUID().slice(0, 8)}${index}`);
    const replies = await Promise.all(
      names.map((username) => as(member)('put', '/api/auth/profile').send({ ...profileOf(member), username })),
    );
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await factsOf(member)).toHaveLength(1 + names.length);
    const { body } = await as(member)('get', '/api/auth/me');
    const last = body.user.username as string;
    const other = await registerMember(server);
    const takes = await Promise.all(
      names.map((username) => as(other)('put', '/api/auth/profile').send({ ...profileOf(other), username })),
    );
    expect(names.filter((_, index) => takes[index]?.status === 409)).toEqual([last]);
  });

  test('whose fact was cut off before the log is finished by whoever comes next', async () => {
    const member = await registerMember(server);
    const email = `late-${member.email}`;
    const reconnect = cutAppends(server.foundation.log, memberStream.nameOf(member.id), 'EmailChanged');
    await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), email, currentPassword })
      .expect(503);
    expect(await factsOf(member)).toEqual(['MemberRegistered']);
    reconnect();
    const { body } = await signIn(email).expect(200);
    expect(body.user.email).toBe(email);
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'EmailChanged']);
  });

  test('whose fact was stored, and the crash came before anyone noted it, is not told twice', async () => {
    const member = await registerMember(server);
    const { log, outbox } = server.foundation;
    const reconnect = cutAppends(log, memberStream.nameOf(member.id), 'ProfileUpdated', { isStored: true });
    const moved = { ...profileOf(member), firstName: 'Augusta' };
    await as(member)('put', '/api/auth/profile').send(moved).expect(503);
    // Meanwhile the stream goes on.
    await as(member)('put', '/api/auth/preferences').send({ defaultFormat: 'JPG' }).expect(200);
    reconnect();
    await outbox.deliverAll();
    await as(member)('put', '/api/auth/profile').send(moved).expect(200);
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'ProfileUpdated', 'PreferencesUpdated']);
  });

  test('whose fact finds the stream further on follows behind its end', async () => {
    const member = await registerMember(server);
    const reconnect = cutAppends(server.foundation.log, memberStream.nameOf(member.id), 'ProfileUpdated');
    await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), firstName: 'Augusta' })
      .expect(503);
    await as(member)('put', '/api/auth/preferences').send({ defaultFormat: 'JPG' }).expect(200);
    reconnect();
    await server.foundation.outbox.deliverAll();
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'PreferencesUpdated', 'ProfileUpdated']);
    const { body } = await as(member)('get', '/api/auth/me').expect(200);
    expect(body.user).toMatchObject({ firstName: 'Augusta', preferences: { defaultFormat: 'JPG' } });
  });

  test('another address is sent a link of its own, and the one of before verifies nothing', async () => {
    const member = await registerMember(server);
    const [first] = await mailsTo(server, member.email);
    const email = `new-${member.email}`;
    await as(member)('put', '/api/auth/profile')
      .send({ ...profileOf(member), email, currentPassword })
      .expect(200);
    const [second, ...more] = await mailsTo(server, email);
    expect(more).toEqual([]);
    const verify = (token: string) => supertest(server.http).get('/api/auth/verify-email').query({ token });
    const old = await verify(tokenIn(first)).expect(302);
    expect(old.headers['location']).toBe('/verify-success?status=invalid');
    const good = await verify(tokenIn(second)).expect(302);
    expect(good.headers['location']).toBe('/verify-success?status=success');
    const { body } = await as(member)('get', '/api/auth/me');
    expect(body.user).toMatchObject({ email, emailVerified: true });
  });
});

describe('PUT /api/auth/preferences', () => {
  test('changes what is said and answers all of it', async () => {
    const member = await registerMember(server);
    const { body } = await as(member)('put', '/api/auth/preferences')
      .send({ defaultFormat: 'WebP', marketingOptIn: true })
      .expect(200);
    expect(body.preferences).toEqual({ defaultResolution: '4K', defaultFormat: 'WebP', marketingOptIn: true });
    const me = await as(member)('get', '/api/auth/me').expect(200);
    expect(me.body.user.preferences).toEqual(body.preferences);
    await as(member)('put', '/api/auth/preferences').send({ defaultFormat: 'WebP' }).expect(200);
    await as(member)('put', '/api/auth/preferences').send({}).expect(200);
    expect(await factsOf(member)).toEqual(['MemberRegistered', 'PreferencesUpdated', 'MarketingOptInChanged']);
  });

  test('refuses what is none', async () => {
    const member = await registerMember(server);
    await as(member)('put', '/api/auth/preferences').send({ defaultResolution: '16K' }).expect(400);
    await as(member)('put', '/api/auth/preferences').send({ marketingOptIn: 'yes' }).expect(400);
  });
});

describe('presets', () => {
  const preset = (name = 'Posters') => ({
    id: randomUUID(),
    name,
    settings: { prompt: 'a red fox', resolution: '2k', aspect_ratio: '16:9' },
  });

  test('are saved, listed, replaced and deleted, and their words are sealed', async () => {
    const member = await registerMember(server);
    const [first, second] = [preset('Foxes in snow'), preset('Prints')];
    await as(member)('put', '/api/auth/presets').send(first).expect(200);
    await as(member)('put', '/api/auth/presets').send(second).expect(200);
    await as(member)('put', '/api/auth/presets')
      .send({ ...first, name: 'Foxes' })
      .expect(200);
    const { body } = await as(member)('get', '/api/auth/presets').expect(200);
    expect(body.presets.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      [first.id, 'Foxes'],
      [second.id, 'Prints'],
    ]);
    expect(body.presets[0].settings).toEqual({
      prompt: 'a red fox',
      resolution: '2k',
      aspect_ratio: 'widescreen_16_9',
    });
    await as(member)('delete', `/api/auth/presets/${first.id}`).expect(200);
    await as(member)('delete', `/api/auth/presets/${first.id}`).expect(404);
    const stored = await Array.fromAsync(server.foundation.log.readStored(`member-${member.id}`));
    expect(stored.map(({ type }) => type)).toEqual([
      'MemberRegistered',
      'PresetSaved',
      'PresetSaved',
      'PresetSaved',
      'PresetDeleted',
    ]);
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toMatch(/a red fox|foxes in/i);
  });

  test('are twenty at most, and nobody else’s', async () => {
    const [member, other] = [await registerMember(server), await registerMember(server)];
    const kept = Array.from({ length: 20 }, () => preset());
    for (const one of kept) await as(member)('put', '/api/auth/presets').send(one).expect(200);
    const { body } = await as(member)('put', '/api/auth/presets').send(preset()).expect(422);
    expect(body).toMatchObject({ code: 'presets.too_many', message: 'At most 20 presets can be kept' });
    await as(other)('delete', `/api/auth/presets/${kept[0]?.id}`).expect(404);
    expect((await as(other)('get', '/api/auth/presets')).body.presets).toEqual([]);
  });

  test.each([[{ id: 'no uuid' }], [{ name: ' ' }], [{ name: 'x'.repeat(61) }], [{ settings: { resolution: '16k' } }]])(
    '%o is refused',
    async (wrong) => {
      const member = await registerMember(server);
      await as(member)('put', '/api/auth/presets')
        .send({ ...preset(), ...wrong })
        .expect(400);
    },
  );
});
