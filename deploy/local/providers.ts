import { join, resolve } from 'node:path';
import { configuredProviders } from '@easel/api/providers/providers.config';
import { providersFile } from '@easel/contracts/providers/file';
import { isLoopbackName } from '@easel/kernel/http/network';
import { ConfigError } from '@easel/kernel/server/config';
import type { z } from 'zod';
import { writeOwnersFile } from './owners-file.ts';

/** The value of PROVIDERS that starts providers which draw with the built-in renderer. */
export const STAND_IN = 'stand-in';

/** A file of providers, or the stand-in. */
export interface ChosenProviders {
  /** Absolute; undefined: the stand-in's, which is written at every start. */
  readonly path: string | undefined;
  /** As members read them. */
  readonly labels: readonly string[];
  /** All that report by webhooks run on this machine, and reach the site at its own address. */
  readonly reportLocally: boolean;
}

/** Variables by which the stand-in's file names its key and its secret. */
export const KEY_VARIABLE = 'PROVIDERS_STANDIN_KEY';
export const SECRET_VARIABLE = 'PROVIDERS_STANDIN_WEBHOOK_SECRET';

/** Providers that speak each protocol, at the stand-in's address. */
export const standInProviders = (url: string) =>
  ({
    providers: [
      {
        name: 'openai',
        label: 'Stand-in Images',
        protocol: 'openai-images',
        server: 'openai',
        model: 'gpt-image-1',
        baseUrl: `${url}/openai/v1`,
        keyFrom: KEY_VARIABLE,
        cost: { picture: 0.04 },
        budget: { day: 100, memberDay: 25 },
      },
      {
        name: 'flux',
        label: 'Stand-in FLUX',
        protocol: 'flux',
        model: 'flux-2-pro',
        baseUrl: `${url}/flux`,
        keyFrom: KEY_VARIABLE,
        cost: { megapixel: 0.03 },
        budget: { day: 100, memberDay: 25 },
      },
      {
        name: 'mystic',
        label: 'Stand-in Mystic',
        protocol: 'mystic',
        baseUrl: `${url}/mystic`,
        keyFrom: KEY_VARIABLE,
        webhookSecretFrom: SECRET_VARIABLE,
        factor: 1.5,
        cost: { picture: 0.1 },
        budget: { day: 100, memberDay: 25 },
      },
    ],
  }) satisfies z.input<typeof providersFile>;

/** The providers that PROVIDERS names. Throws ConfigError where its file is wrong, or a key or secret is missing. */
export function chosenProviders(value: string | undefined, env: NodeJS.ProcessEnv): ChosenProviders | undefined {
  if (value === undefined) return undefined;
  if (value === STAND_IN) {
    return { path: undefined, labels: standInProviders('').providers.map(({ label }) => label), reportLocally: true };
  }
  const path = resolve(value);
  const providers = configuredProviders({ PROVIDERS: path }, env).flatMap(({ settings }) => settings ?? []);
  const missing = providers.filter(({ keyFrom }) => keyFrom !== undefined && !env[keyFrom]);
  if (missing.length > 0) {
    const lines = missing.map(({ name, keyFrom }) => `  ${keyFrom} is missing: it is the key of the provider ${name}`);
    throw new ConfigError(`The configuration is not valid.\n${lines.join('\n')}`);
  }
  const reporting = providers.filter((one) => one.protocol === 'mystic' && one.webhookSecretFrom !== undefined);
  const reportLocally = reporting.length > 0 && reporting.every(({ baseUrl }) => isLoopbackName(new URL(baseUrl).host));
  return { path, labels: providers.map(({ label }) => label), reportLocally };
}

/** Writes the stand-in's file, and returns its path. */
export function writeStandInProviders(dataDir: string, url: string): string {
  const path = join(dataDir, 'providers.json');
  writeOwnersFile(path, `${JSON.stringify(standInProviders(url), null, 2)}\n`);
  return path;
}

/** The address of the site at which providers report; undefined where none of them could reach it. */
export function reportedAt(
  providers: ChosenProviders | undefined,
  { publicUrl, port }: { publicUrl: string | undefined; port: number },
): string | undefined {
  if (providers === undefined) return undefined;
  if (providers.reportLocally) return `http://127.0.0.1:${port}`;
  return publicUrl && !isLoopbackName(new URL(publicUrl).host) ? publicUrl : undefined;
}
