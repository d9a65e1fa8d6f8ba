import { paymentsConfig } from '@easel/api/payments/payments.config';
import { loadConfig } from '@easel/kernel/server/config';
import { macKeys } from '@easel/kernel/proof/mac-keys';
import type { z } from 'zod';
import { GIVEN } from '../../local/secrets.ts';
import { readLocalInstallation, readToolSettings, toolConfig, type Pieces } from '../../local/tool-settings.ts';

const payments = paymentsConfig.pick({ STRIPE_SECRET_KEY: true, STRIPE_API_URL: true });

/** What the tool can be told by the environment. */
export const auditConfig = toolConfig.extend({
  MAC_KEYS: macKeys
    .optional()
    .meta({ secret: true, description: 'unset: as DATA_DIR tells; where it tells none, macs are unchecked' }),
  ...payments.shape,
});

export interface AuditSettings extends Pieces {
  macKeys: string | undefined;
  payments: z.output<typeof payments>;
}

/** The master key alone, where it is to be had: from the environment, or of the installation on this machine. */
export function findMasterKey(env: NodeJS.ProcessEnv): string | undefined {
  return (
    loadConfig(toolConfig.pick({ MASTER_KEY: true }), env).MASTER_KEY ?? readLocalInstallation(env).secrets.masterKey
  );
}

/** As `readToolSettings`, and the card service, and the keys of macs where there are any. */
export function readSettings(env: NodeJS.ProcessEnv, say: (line: string) => void): AuditSettings {
  const pieces = readToolSettings(env, ['databaseUrl', 'eventStoreUrl', 'masterKey'], say);
  return { ...pieces, macKeys: findMacKeys(env, pieces), payments: cardService(env, pieces) };
}

/** Those on this machine are of the installation that has this master key. */
function findMacKeys(env: NodeJS.ProcessEnv, { masterKey }: Pieces): string | undefined {
  const { MAC_KEYS } = loadConfig(auditConfig.pick({ MAC_KEYS: true }), env);
  const { secrets } = readLocalInstallation(env);
  const kept = secrets.masterKey === masterKey ? secrets.macKeys : undefined;
  return [MAC_KEYS, kept].filter((keys) => keys && keys !== GIVEN).join() || undefined;
}

/** Of the database where a stand-in runs it is the card service, whatever key this shell has for another. */
function cardService(env: NodeJS.ProcessEnv, { databaseUrl }: Pieces): AuditSettings['payments'] {
  const { endpoints, secrets } = readLocalInstallation(env);
  if (endpoints?.stripeUrl === undefined || endpoints.databaseUrl !== databaseUrl) return loadConfig(payments, env);
  return { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_API_URL: endpoints.stripeUrl };
}
