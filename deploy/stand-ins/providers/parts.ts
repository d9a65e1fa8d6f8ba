import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '@easel/kernel/identity/same-secret';
import type { Faults } from './faults.ts';
import type { Files } from './files.ts';
import type { Ledger } from './ledger.ts';
import type { Painter } from './painter.ts';
import type { Tasks } from './tasks.ts';
import type { Webhooks } from './webhooks.ts';

/** Shared parts of all protocols. */
export interface Parts {
  faults: Faults;
  ledger: Ledger;
  painter: Painter;
  files: Files;
  tasks: Tasks;
  webhooks: Webhooks;
  /** The key that calls must send. */
  key: string;
  origin: () => string;
}

/** Returns whether one of these headers contains the key. */
export const hasKey = ({ headers }: FastifyRequest, key: string, ...names: string[]): boolean =>
  names.some((name) => {
    const given = headers[name];
    return typeof given === 'string' && isSameSecret(given, key);
  });
