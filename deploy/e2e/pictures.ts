import type { Generation } from '@easel/contracts/generation/http';
import { register } from './people.ts';
import { ask } from './wire.ts';

/** By the wire, for stories that begin with finished images. */
export async function generate(address: string, token: string, order: object): Promise<Generation> {
  const reply = await ask(address, '/api/generation/generate', { resolution: '1k', ...order }, token);
  return (reply as { generation: Generation }).generation;
}

/** Somebody's that everyone sees, for 75 cents at 1K. */
export async function publicPicture(address: string, prompt: string): Promise<Generation & { prompt: string }> {
  const { token } = await register(address);
  const made = await generate(address, token, { prompt });
  await ask(address, `/api/generation/${made.id}/make-public`, { isPublic: true }, token, 'PUT');
  return { ...made, prompt };
}
