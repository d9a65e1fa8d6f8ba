import assert from 'node:assert/strict';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { register } from './people.ts';
import { callAs } from './wire.ts';

/** By the wire, for stories that begin with finished images. */
export async function generate(address: string, token: string, order: object): Promise<Generation> {
  const body = { resolution: '1k', agreed: true, ...order };
  const { generation } = await callAs(address, token)(generationHttp.generate, { body });
  assert.ok('variants' in generation, 'it is answered once it is finished');
  return generation;
}

/** Somebody's that everyone sees, for 75 cents at 1K. */
export async function publicPicture(address: string, prompt: string): Promise<Generation & { prompt: string }> {
  const { token } = await register(address);
  const made = await generate(address, token, { prompt });
  await callAs(address, token)(generationHttp.makePublic, { params: { id: made.id }, body: { isPublic: true } });
  return { ...made, prompt };
}
