import { catalogue } from '@easel/contracts/catalogue';
import { SEALED } from '@easel/contracts/events/policy';
import { ERASED, type FactCatalogue, type Recorded } from '@easel/contracts/kernel/event';

const definitions: FactCatalogue = catalogue;

/** A fact without what is personal in it; what was erased goes on saying that it is. */
export function sealedFact(fact: Recorded): { fact: Recorded; sealed: string[] } {
  const data = { ...(fact.data as Record<string, unknown>) };
  const sealed = (definitions[fact.type]?.sealed?.fields ?? []).filter(
    (field) => typeof data[field] === 'string' && data[field] !== '' && data[field] !== ERASED,
  );
  for (const field of sealed) data[field] = SEALED;
  return { fact: { ...fact, data }, sealed };
}
