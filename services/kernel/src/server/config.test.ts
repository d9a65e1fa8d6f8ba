import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, configVariables, describeConfig, loadConfig } from './config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe('where it listens'),
  MODE: z.enum(['fast', 'safe']).describe('how it works').default('safe'),
  DEMO: z.stringbool().default(false),
  DATABASE_URL: z.url(),
  PASSPHRASE: z
    .string()
    .min(12, { error: (issue) => `too short: ${JSON.stringify(issue.input)}` })
    .meta({ secret: true, description: 'opens the vault' })
    .optional(),
  STRIPE_KEY: z.string().default('sk_default'),
});
const complete = { DATABASE_URL: 'postgres://easel:hunter2@127.0.0.1/easel' };

const complaint = (env: Record<string, string>): string => {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it should have complained');
};

describe('loading', () => {
  it('reads text into types and fills in defaults', () => {
    expect(loadConfig(schema, { ...complete, PORT: '8080', DEMO: 'yes', OTHER: 'ignored' })).toEqual({
      ...complete,
      PORT: 8080,
      MODE: 'safe',
      DEMO: true,
      STRIPE_KEY: 'sk_default',
    });
  });

  it('takes an empty variable as absent', () => {
    expect(loadConfig(schema, { ...complete, PORT: '', PASSPHRASE: '' }).PORT).toBe(3000);
    expect(complaint({ DATABASE_URL: '' })).toContain('DATABASE_URL is missing: expected uri');
  });

  it('names every variable that is wrong and what was expected of it', () => {
    const message = complaint({ ...complete, PORT: '70000', MODE: 'slow' });
    expect(message).toContain('PORT is wrong: Too big: expected number to be <=65535; it is "70000"');
    expect(message).toContain('MODE is wrong: Invalid option: expected one of "fast"|"safe"; it is "slow"');
  });

  it('never tells a secret, though its own check would', () => {
    const message = complaint({ DATABASE_URL: 'hunter2', PASSPHRASE: 'open sesame' });
    expect(message).toContain('DATABASE_URL is wrong');
    expect(message).toContain('PASSPHRASE is wrong: too short: "***"');
    expect(message).not.toMatch(/hunter2|sesame/);
  });
});

describe('the table of variables', () => {
  it('tells name, default, value and meaning', () => {
    expect(configVariables(schema)).toEqual([
      { name: 'PORT', fallback: '3000', expected: 'integer 1..65535', description: 'where it listens' },
      { name: 'MODE', fallback: 'safe', expected: 'fast | safe', description: 'how it works' },
      { name: 'DEMO', fallback: 'false', expected: '1 | 0', description: '' },
      { name: 'DATABASE_URL', fallback: 'required', expected: 'uri', description: '' },
      { name: 'PASSPHRASE', fallback: 'optional', expected: 'string', description: 'opens the vault' },
      { name: 'STRIPE_KEY', fallback: '(set)', expected: 'string', description: '' },
    ]);
  });

  it('stands in columns', () => {
    const [heading, port] = describeConfig(schema).split('\n');
    expect(heading?.indexOf('MEANING')).toBe(port?.indexOf('where it listens'));
  });
});
