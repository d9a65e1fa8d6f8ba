import { builtInSheet } from '@easel/contracts/providers/built-in';
import { providersFile, sheetOf, type ProviderSettings } from '@easel/contracts/providers/file';
import type { ProviderSheet } from '@easel/contracts/providers/policy';
import { ConfigError } from '@easel/kernel/server/config';
import { readSettingsFile } from '@easel/kernel/server/settings-file';
import { z } from 'zod';

/** Environment variables of the API process, which chooses the provider of each request. */
export const providersConfig = z.object({
  PROVIDERS: z
    .string()
    .optional()
    .describe('JSON file that names the image providers; without it only the built-in renderer is available'),
});
export type ProvidersConfig = z.output<typeof providersConfig>;

/** Injection token of the configured providers. */
export const CONFIGURED_PROVIDERS = Symbol('configured providers');

export interface ConfiguredProvider {
  readonly sheet: ProviderSheet;
  /** Undefined for the built-in renderer. */
  readonly settings?: ProviderSettings | undefined;
  /** Undefined when it sends no webhooks. */
  readonly webhookSecret?: string | undefined;
}

export const builtInProvider: ConfiguredProvider = { sheet: builtInSheet };

/**
 * Returns the built-in renderer followed by the file's providers. Throws ConfigError when the file is invalid or a
 * secret is missing.
 */
export function configuredProviders(
  { PROVIDERS: path }: ProvidersConfig,
  environment: NodeJS.ProcessEnv,
): readonly ConfiguredProvider[] {
  if (path === undefined) return [builtInProvider];
  const { providers } = readSettingsFile('PROVIDERS', path, providersFile);
  return [builtInProvider, ...providers.map((settings) => configured(settings, environment))];
}

function configured(settings: ProviderSettings, environment: NodeJS.ProcessEnv): ConfiguredProvider {
  const sheet = sheetOf(settings);
  if (settings.protocol !== 'mystic' || settings.webhookSecretFrom === undefined) return { sheet, settings };
  const { webhookSecretFrom: variable } = settings;
  const webhookSecret = environment[variable];
  if (webhookSecret === undefined || webhookSecret === '') {
    throw new ConfigError(
      `The configuration is not valid.\n  ${variable} is not set: it must hold the webhook secret of the provider ${settings.name}`,
    );
  }
  return { sheet, settings, webhookSecret };
}
