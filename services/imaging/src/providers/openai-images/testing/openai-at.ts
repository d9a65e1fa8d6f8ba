import type { OpenAI } from 'openai';
import type { OpenaiImagesSettings } from '@easel/contracts/providers/file';
import type { RemoteProvider } from '../../remote-provider.ts';
import { json, providerServer, type ProviderServer, type Received } from '../../testing/provider-server.ts';
import { settingsOf } from '../../testing/remote-calls.ts';
import { createOpenaiImages } from '../openai-images.provider.ts';

export const KEY = 'sk-test-7d31';
export const PICTURE = Buffer.from('the bytes of a picture');
export const ANSWER = {
  created: 1_790_000_000,
  data: [{ b64_json: PICTURE.toString('base64') }],
} satisfies OpenAI.ImagesResponse;

/** Settings of an OpenAI server that answers with JSON. */
export const whole = { server: 'openai', previews: false };

export const settingsAt = (baseUrl: string, over: Record<string, unknown> = {}): OpenaiImagesSettings =>
  settingsOf('openai-images', { baseUrl: `${baseUrl}/v1`, model: 'gpt-image-2', ...over });

export const openaiAt = (baseUrl: string, over: Record<string, unknown> = {}): RemoteProvider =>
  createOpenaiImages(settingsAt(baseUrl, over), { key: KEY });

/** Starts a server that answers every request with one picture. */
export const answering = (): Promise<ProviderServer> =>
  providerServer((_, reply) => {
    json(reply, ANSWER);
  });

export const sentJson = ({ body }: Received): unknown => JSON.parse(body.toString());
