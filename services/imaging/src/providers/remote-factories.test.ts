import { expect, test } from 'vitest';
import { remoteFactories } from './remote-factories.ts';
import { json, providerServer } from './testing/provider-server.ts';
import { never, remoteCall, settingsOf } from './testing/remote-calls.ts';

/** The address that Mystic is given for its webhook. */
async function webhookAt(siteUrl: string | undefined, over: object): Promise<unknown> {
  const { url, received } = await providerServer((_, reply) => {
    json(reply, { data: { task_id: 'a-task', status: 'CREATED' } });
  });
  const settings = settingsOf('mystic', { baseUrl: url, ...over });
  await remoteFactories(siteUrl).mystic(settings, { key: 'sesame' }).ask(remoteCall(), never());
  const body: unknown = JSON.parse(received[0]?.body.toString() ?? '');
  return Reflect.get(Object(body), 'webhook_url');
}

const secret = { webhookSecretFrom: 'MYSTIC_HOOK' };

test('has Mystic report where the site is reached and can check who calls', async () => {
  const address = 'https://easel.example/api/webhooks/providers/test';
  expect(await webhookAt('https://easel.example', secret)).toBe(address);
  expect(await webhookAt('https://easel.example/', secret)).toBe(address);
});

test('names no webhook without a secret, or where the site cannot be reached', async () => {
  expect(await webhookAt('https://easel.example', {})).toBeUndefined();
  expect(await webhookAt(undefined, secret)).toBeUndefined();
});

test('speaks every protocol of the settings', () => {
  const { flux, ...factories } = remoteFactories(undefined);
  expect(flux(settingsOf('flux', { baseUrl: 'https://a.example', model: 'flux-2-pro' }), { key: 'a' }).name).toBe(
    'test',
  );
  const openai = settingsOf('openai-images', { baseUrl: 'https://a.example/v1', model: 'gpt-image-2' });
  expect(factories['openai-images'](openai, { key: undefined }).name).toBe('test');
});
