import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { failAs } from '../testing/render.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
});
afterAll(() => server.close());

const UNKNOWN = 'a typewriter and a fox';
const reading = { drawn: ['fox'], instead: [], missing: ['typewriter'] };

/** Each way to ask for a picture: its path, and a body of the prompt with what is said to it. */
const ways = {
  generate: () => Promise.resolve({ path: 'generate', bodyOf: (said: object) => picture(said) }),
  batch: () =>
    Promise.resolve({
      path: 'generate/batch',
      bodyOf: (said: object) => ({ requests: [{ ...picture({}), prompt: 'a red fox' }, picture(said)] }),
    }),
  variant: async (member: TestMember) => ({
    path: `create-variant/${await studio.finished(member, { prompt: 'a red fox' })}`,
    bodyOf: picture,
  }),
  retry: async (member: TestMember) => {
    const generationId = await studio.queued(member, { prompt: UNKNOWN });
    await failAs(server, { generationId, memberId: member.id });
    await vi.waitFor(async () => expect((await studio.balanceOf(member)).held).toBe(0));
    return { path: `${generationId}/retry`, bodyOf: (said: object) => said };
  },
};
const picture = (said: object): object => ({ prompt: UNKNOWN, resolution: '1k', ...said });

describe.each(Object.entries(ways))('%s with a prompt that is not understood', (_, prepare) => {
  test('answers 409 with what would be drawn and charges nothing, then is taken once agreed', async () => {
    const member = await studio.member();
    const { path, bodyOf } = await prepare(member);
    const send = (said: object): Test =>
      studio.call('post', path, member).set('prefer', 'respond-async').send(bodyOf(said));
    const { credits } = await studio.balanceOf(member);
    const { body } = await send({}).expect(409);
    expect(body).toMatchObject({ success: false, code: 'generation.not_understood', ...reading });
    expect((await studio.balanceOf(member)).credits).toBe(credits);
    await send({ agreed: false }).expect(409);
    await send({ agreed: true }).expect(202);
    expect((await studio.balanceOf(member)).credits).toBeLessThan(credits);
  });
});

test('generate without respond-async answers 409 as well', async () => {
  const { body } = await studio
    .call('post', 'generate', await studio.member())
    .send(picture({}))
    .expect(409);
  expect(body).toMatchObject({ code: 'generation.not_understood', ...reading });
});

test('a trial answers 409 and takes no picture from the day, then is taken once agreed', async () => {
  const ask = (said: object): Test =>
    supertest(server.http)
      .post('/api/trials')
      .send({ prompt: UNKNOWN, ...said });
  const { body } = await ask({}).expect(409);
  expect(body).toMatchObject({ code: 'generation.not_understood', ...reading });
  const claims = `trials-${new Date().toISOString().slice(0, 10)}`;
  expect(await studio.typesIn(claims)).toEqual([]);
  await ask({ agreed: true }).expect(202);
  expect(await studio.typesIn(claims)).toContain('TrialClaimed');
});
