import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SignIn } from './platform.ts';

const demoMember = {
  firstName: 'Mira',
  lastName: 'Demo',
  username: 'mira',
  email: 'mira@easel.local',
  password: 'easel-demo',
};

/** Accounts of the demo world; their passwords are public, which is why it is only ever on loopback. */
export const DEMO_SIGN_INS: readonly SignIn[] = [
  { who: 'member', email: demoMember.email, password: demoMember.password },
];

/** Within a new member's allowance of 50 credits. */
const demoImages = [
  { prompt: 'Misty mountain ridges at sunset over a still lake', aspect_ratio: '16:9', seed: 11 },
  { prompt: 'Abstract flow of ribbons in teal and coral', aspect_ratio: '1:1', seed: 23 },
  { prompt: 'Autumn forest hills under a pale moon', aspect_ratio: '3:2', seed: 5 },
  { prompt: 'Neon night, flowing light', aspect_ratio: '4:5', seed: 42 },
  { prompt: 'Ocean horizon before a storm', aspect_ratio: '21:9', seed: 8 },
  { prompt: 'Pastel dunes in the morning', aspect_ratio: '2:3', seed: 77 },
];

const ATTEMPTS = 5;

/**
 * Fills an empty installation by the calls its people would make. Every call has its own idempotency key for ever, so
 * that each start goes on where the last one was cut off and adds nothing where all is there.
 */
export async function seedDemo(
  address: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  const call = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `demo ${path}`.replaceAll(' ', '-'),
        ...headers,
      },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const { token } = (await call('/api/auth/register', {
        ...demoMember,
        confirmPassword: demoMember.password,
      })) as { token: string };
      for (const image of demoImages) {
        await call(
          '/api/generation/generate',
          { ...image, resolution: '1k' },
          { authorization: `Bearer ${token}`, 'idempotency-key': `demo-image-${image.seed}` },
        );
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (attempt === ATTEMPTS) return logger.warn({ err: error }, 'the demo world is not complete');
      await sleep(1_000 * attempt, undefined, { signal }).catch(() => undefined);
    }
  }
}
