import { paymentsConfig } from '@easel/api/payments/payments.config';
import { loadConfig } from '@easel/kernel/config';
import type { z } from 'zod';
import { readLocalInstallation, readToolSettings, toolConfig, type Pieces } from '../tool-settings.ts';

const payments = paymentsConfig.pick({ STRIPE_SECRET_KEY: true, STRIPE_API_URL: true });

/** What the tool can be told by the environment. */
export const auditConfig = toolConfig.extend(payments.shape);

export interface AuditSettings extends Pieces {
  payments: z.output<typeof payments>;
}

/** The master key alone, where it is to be had: from the environment, or of the installation on this machine. */
export function findMasterKey(env: NodeJS.ProcessEnv): string | undefined {
  return (
    loadConfig(toolConfig.pick({ MASTER_KEY: true }), env).MASTER_KEY ?? readLocalInstallation(env).secrets.masterKey
  );
}

/** As `readToolSettings`, and the card service. */
export function readSettings(env: NodeJS.ProcessEnv, say: (line: string) => void): AuditSettings {
  const pieces = readToolSettings(env, ['databaseUrl', 'eventStoreUrl', 'masterKey'], say);
  return { ...pieces, payments: cardService(env, pieces) };
}

/** Of the database where a stand-in runs it is the card service, whatever key this shell has for another. */
function cardService(env: NodeJS.ProcessEnv, { databaseUrl }: Pieces): AuditSettings['payments'] {
  const { endpoints, secrets } = readLocalInstallation(env);
  if (endpoints?.stripeUrl === undefined || endpoints.databaseUrl !== databaseUrl) return loadConfig(payments, env);
  return { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_API_URL: endpoints.stripeUrl };
}
