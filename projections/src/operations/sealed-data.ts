import { catalogue } from '@easel/contracts/catalogue';
import { ERASED, type FactCatalogue } from '@easel/contracts/kernel/event';

const SEALED = '[sealed]';
/** Shorter texts would be found in words that have nothing to do with them. */
const TELLING_CHARS = 3;
const definitions: FactCatalogue = catalogue;

export interface ShownFact {
  type: string;
  data: unknown;
  error: string | null;
}

/** A parked fact without personal data, which a database's error may repeat. */
export function withoutPersonalData({ type, data, error }: ShownFact): { data: unknown; error: string | null } {
  const fields = definitions[type]?.sealed?.fields ?? [];
  if (typeof data !== 'object' || data === null) return { data, error };
  const shown: Record<string, unknown> = { ...data };
  let message = error;
  for (const field of fields) {
    const value = shown[field];
    if (value === undefined || value === null || value === ERASED) continue;
    if (typeof value === 'string' && value.length >= TELLING_CHARS)
      message = message?.replaceAll(value, SEALED) ?? null;
    shown[field] = SEALED;
  }
  return { data: shown, error: message };
}
