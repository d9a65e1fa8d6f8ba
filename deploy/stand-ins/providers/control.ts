import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isLocalCall } from '../local-call.ts';
import { faultKinds, kindsAt, places, protocols } from './faults.ts';
import { hasKey, type Parts } from './parts.ts';

const faultShape = z
  .strictObject({
    protocol: z.enum(protocols),
    at: z.enum(places).default('ask'),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(10_000).default(1),
  })
  .superRefine(({ protocol, at, kind }, context) => {
    const known = kindsAt(protocol, at);
    if (known.includes(kind)) return;
    const message = known.length > 0 ? `must be one of ${known.join(', ')}` : `${protocol} does not have this call`;
    context.addIssue({ code: 'custom', path: ['kind'], message });
  });

const settingsShape = z.strictObject({
  protocol: z.enum(protocols),
  delayMs: z.int().min(0).max(3_600_000).optional(),
  retryAfterSeconds: z.int().min(0).max(3600).optional(),
});

class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Adds control calls, which no provider has: they inject faults, and return calls and charges. They require a local
 * caller and the key.
 */
export function serveControl(app: FastifyInstance, { faults, ledger, key }: Parts): void {
  app.addHook('onRequest', async (request) => {
    if (!isLocalCall(request)) throw new Refusal(403, 'Loopback only.');
    if (!hasKey(request, `Bearer ${key}`, 'authorization')) throw new Refusal(401, 'Send the key.');
    // A page of another origin could submit a form, but cannot send JSON.
    const type = request.headers['content-type'] ?? '';
    if (request.method === 'POST' && !type.startsWith('application/json')) throw new Refusal(415, 'Send JSON.');
  });

  app.get('/_control/settings', () => Object.fromEntries(protocols.map((name) => [name, faults.settings(name)])));
  app.post('/_control/settings', (request) => {
    const { protocol, ...change } = parse(settingsShape, request.body);
    return Object.assign(faults.settings(protocol), change);
  });

  app.get('/_control/faults', () => faults.waiting());
  app.post('/_control/faults', (request) => {
    const { protocol, at, kind, times } = parse(faultShape, request.body);
    faults.order(protocol, at, kind, times);
    return faults.waiting();
  });

  app.get('/_control/counts', () => ledger.counts);
  app.get('/_control/charges', () => ({ charges: ledger.charges }));

  app.post('/_control/clear', () => {
    faults.clear();
    ledger.clear();
    return {};
  });
}

function parse<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body ?? {});
  if (result.success) return result.data;
  throw new Refusal(400, z.prettifyError(result.error));
}
