import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { originHttp } from '@easel/contracts/origin/http';
import { ORIGIN_PURPOSE, statementText } from '@easel/contracts/origin/statement';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { TestServer } from '@easel/kernel/testing/server';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  studio = new Studio(server);
});
afterAll(() => server.close());

const signed = (generationId: string, variantId: string = randomUUID()) => {
  const said = { generationId, variantId, digest: 'd'.repeat(64) };
  const signature = server.app.get(Sealer, { strict: false }).digest(ORIGIN_PURPOSE, statementText(said));
  return { ...said, signature };
};
const verify = async (body: object, by?: TestMember) => {
  const call = supertest(server.http).post(originHttp.verify.path).send(body);
  return (await (by ? call.set(...by.bearer) : call).expect(200)).body as object;
};

test('what was signed here is genuine, and leads to the picture where that is public', async () => {
  const member = await studio.member();
  const [mine, everybodys] = [await studio.finished(member), await studio.published(member)];
  expect(await verify(signed(everybodys))).toEqual({
    success: true,
    genuine: true,
    path: `/image/${everybodys}`,
    trained: null,
  });
  const nowhere = { success: true, genuine: true, path: null, trained: null };
  expect(await verify(signed(mine))).toEqual(nowhere);
  expect(await verify(signed(randomUUID()))).toEqual(nowhere);
});

test('says whether a model that learned from pictures made it, whatever became of it since', async () => {
  const member = await studio.member();
  const variantOf = async (generationId: string) => {
    const facts = (await studio.factsOf(`generation-${generationId}`)) as Recorded<GenerationFact>[];
    return facts.flatMap((fact) => (fact.type === 'VariantCreated' ? [fact.data.variantId] : []))[0];
  };
  for (const [provider, trained] of [
    ['procedural', false],
    ['flux', true],
  ] as const) {
    const id = await studio.finished(member, {}, { provider });
    const statement = signed(id, await variantOf(id));
    expect(await verify(statement)).toMatchObject({ trained, path: null });
    await studio.call('delete', id, member).expect(200);
    expect(await verify(statement)).toMatchObject({ trained, path: null });
  }
});

test('leads nobody to a picture that a block hides from them', async () => {
  const [maker, blocked] = [await studio.member(), await studio.member()];
  const id = await studio.published(maker);
  const put = (by: TestMember, path: string, body: object) =>
    supertest(server.http)
      .put(path)
      .set(...by.bearer)
      .send(body)
      .expect(200);
  await put(blocked, '/api/auth/public-profile', { name: 'blocked-one', shown: true });
  await put(maker, `/api/people/${blocked.id}/block`, { isBlocked: true });
  expect(await verify(signed(id), blocked)).toMatchObject({ genuine: true, path: null });
  expect(await verify(signed(id), maker)).toMatchObject({ path: `/image/${id}` });
});

test.each(['generationId', 'variantId', 'digest', 'signature'] as const)(
  'with another %s it is nobody’s word',
  async (name) => {
    const statement = signed(randomUUID());
    const other = name.endsWith('Id') ? randomUUID() : 'e'.repeat(64);
    expect(await verify({ ...statement, [name]: other })).toEqual({
      success: true,
      genuine: false,
      path: null,
      trained: null,
    });
  },
);

test.each([{}, { digest: 'D'.repeat(64) }, { signature: 'x' }, { generationId: '../../etc/passwd' }])(
  '%o is refused',
  async (wrong) => {
    const body = Object.keys(wrong).length === 0 ? {} : { ...signed(randomUUID()), ...wrong };
    await supertest(server.http).post(originHttp.verify.path).send(body).expect(400);
  },
);
