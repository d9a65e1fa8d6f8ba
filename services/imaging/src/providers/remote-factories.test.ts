import { expect, test } from 'vitest';
import { remoteFactories } from './remote-factories.ts';
import { json, providerServer } from './testing/provider-server.ts';
import { never, remoteCall, settingsOf } from './testing/remote-calls.ts';

/** Returns the webhook address that Mystic receives. */
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

test('gives Mystic a webhook address when the site is reachable and has a secret', async () => {
  const address = 'https://easel.example/api/webhooks/providers/test';
  expect(await webhookAt('https://easel.example', secret)).toBe(address);
  expect(await webhookAt('https://easel.example/', secret)).toBe(address);
});

test('gives no webhook address without a secret or a site URL', async () => {
  expect(await webhookAt('https://easel.example', {})).toBeUndefined();
  expect(await webhookAt(undefined, secret)).toBeUndefined();
});

test('creates a provider for every protocol', () => {
  const { flux, ...factories } = remoteFactories(undefined);
  expect(flux(settingsOf('flux', { baseUrl: 'https://a.example', model: 'flux-2-pro' }), { key: 'a' }).name).toBe(
    'test',
  );
  const openai = settingsOf('openai-images', { baseUrl: 'https://a.example/v1', model: 'gpt-image-2' });
  expect(factories['openai-images'](openai, { key: undefined }).name).toBe('test');
});
