import type { Protocol } from '@easel/contracts/providers/policy';
import { providersFile, type ProviderSettings } from '@easel/contracts/providers/file';
import { ConfigError } from '@easel/kernel/server/config';
import { readSettingsFile } from '@easel/kernel/server/settings-file';
import type { ConfiguredProvider } from '../remote/remote-means.ts';
import type { RemoteProvider } from './remote-provider.ts';

type RemoteProtocol = Exclude<Protocol, 'procedural'>;

/** Creates a provider. `key` is absent when the server requires none. */
export type ProviderFactory<Settings extends ProviderSettings = ProviderSettings> = (
  settings: Settings,
  secrets: { readonly key: string | undefined },
) => RemoteProvider;

/** Factories by protocol. */
export type ProviderFactories = {
  readonly [P in RemoteProtocol]?: ProviderFactory<Extract<ProviderSettings, { protocol: P }>>;
};

/**
 * Creates the providers of the file that PROVIDERS points to, by name. Throws ConfigError with one sentence per missing
 * key.
 */
export function configuredProviders(
  path: string | undefined,
  factories: ProviderFactories,
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, ConfiguredProvider> {
  if (path === undefined) return new Map();
  const { providers } = readSettingsFile('PROVIDERS', path, providersFile);
  const faults = providers.flatMap((settings) => faultsOf(settings, factories, environment));
  if (faults.length > 0) {
    throw new ConfigError(`The configuration is not valid.\n${faults.map((line) => `  ${line}`).join('\n')}`);
  }
  return new Map(
    providers.map((settings) => {
      const create = factories[settings.protocol] as ProviderFactory;
      const provider = create(settings, { key: settings.keyFrom && environment[settings.keyFrom] });
      return [settings.name, { provider, settings }];
    }),
  );
}

function faultsOf(
  { name, protocol, keyFrom }: ProviderSettings,
  factories: ProviderFactories,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const unspoken = factories[protocol]
    ? []
    : [`PROVIDERS is not valid: ${name} uses the protocol ${protocol}, which this version does not support`];
  const keyless =
    keyFrom === undefined || environment[keyFrom]
      ? []
      : [`${keyFrom} is not set: it must hold the key of the provider ${name}`];
  return [...unspoken, ...keyless];
}
