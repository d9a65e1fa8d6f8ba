import type { FoundationConfig } from '@easel/kernel/server/foundation';
import { z } from 'zod';

const words = z.array(z.string().min(1)).min(1);

/** The environment of whatever process runs audits. */
export const auditConfig = z.object({
  AUDIT_COMMAND: z
    .string()
    .refine((text) => words.safeParse(parsed(text)).success, 'must be a JSON array of words, the program first')
    .optional()
    .describe('the audit tool as ["program","argument"]; unset: the console runs no audits'),
});
export type AuditConfig = z.output<typeof auditConfig>;

/** Under which the settings are provided. */
export const AUDIT_SETTINGS = Symbol('audit settings');

export interface AuditSettings {
  /** Program and arguments; undefined: no audits are run. */
  command: readonly string[] | undefined;
  /** What the tool is told beside our own environment: no secret stands on its command line. */
  env: Readonly<Record<string, string>>;
}

/** Payments are compared with what the card service says. */
type PassedOn = Pick<FoundationConfig, 'DATABASE_URL' | 'EVENT_STORE_URL' | 'MASTER_KEY' | 'MAC_KEYS'> & {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_API_URL?: string | undefined;
};
const passedOn = [
  'DATABASE_URL',
  'EVENT_STORE_URL',
  'MASTER_KEY',
  'MAC_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_API_URL',
] as const satisfies readonly (keyof PassedOn)[];

export function auditSettings(config: AuditConfig & Partial<PassedOn>): AuditSettings {
  const { AUDIT_COMMAND } = config;
  return {
    command: AUDIT_COMMAND === undefined ? undefined : words.parse(parsed(AUDIT_COMMAND)),
    // An empty one counts as unset: the tool sees the settings of this process, and not what else its shell holds.
    env: Object.fromEntries(passedOn.map((name) => [name, config[name] ?? ''])),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
