import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { demoMembers, type DemoMember } from './demo-world.ts';
import type { SignIn } from './platform.ts';

export const DEMO_SIGN_INS: readonly SignIn[] = demoMembers.map(({ email, password }) => ({
  who: 'member',
  email,
  password,
}));

const ATTEMPTS = 5;

type Call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  options?: { key?: string; token?: string },
) => Promise<unknown>;

/**
 * Fills an empty installation by the calls its people would make. Every call has its own idempotency key for ever, so
 * that each start goes on where the last one was cut off and adds nothing where all is there.
 */
export async function seedDemo(
  address: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  const call: Call = async (method, path, body, { key, token } = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      for (const member of demoMembers) await settle(member, call);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (attempt === ATTEMPTS) return logger.warn({ err: error }, 'the demo world is not complete');
      await sleep(1_000 * attempt, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function settle({ images, ...person }: DemoMember, call: Call): Promise<void> {
  const { token } = (await call(
    'POST',
    '/api/auth/register',
    { ...person, confirmPassword: person.password },
    { key: `demo-${person.username}` },
  )) as { token: string };
  const { pagination } = (await call('GET', '/api/generation/user?limit=1', undefined, { token })) as {
    pagination: { total: number };
  };
  // All of it was made before; what became of it since is its owner's business.
  if (pagination.total >= images.length) return;
  for (const { isPublic = false, ...image } of images) {
    const { generation } = (await call(
      'POST',
      '/api/generation/generate',
      { ...image, resolution: '1k' },
      { token, key: `demo-${person.username}-${image.seed}` },
    )) as { generation: { id: string } };
    if (isPublic) await call('PUT', `/api/generation/${generation.id}/make-public`, { isPublic }, { token });
  }
}
