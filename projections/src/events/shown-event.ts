import { catalogue } from '@easel/contracts/catalogue';
import { SEALED } from '@easel/contracts/events/policy';
import { ERASED, type FactCatalogue, type Recorded } from '@easel/contracts/kernel/event';
import { SEALED_PREFIX } from './event-row.ts';

export interface Shown {
  value: unknown;
  /** Paths of the fields that read `[sealed]`. */
  sealed: string[];
}

const definitions: FactCatalogue = catalogue;

/** What a fact says, without what is personal in it; an erased field goes on saying that it is. */
export function withoutSealed({ type, data }: Pick<Recorded, 'type' | 'data'>): Shown {
  const sealed: string[] = [];
  const personal = new Set(definitions[type]?.sealed?.fields);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!isObject || personal.size === 0) return { value: masked(data, 'data', sealed), sealed };
  const value: Record<string, unknown> = {};
  for (const [field, inner] of Object.entries(data)) {
    const path = `data.${field}`;
    const isPersonal = personal.has(field) && inner !== null && inner !== '' && inner !== ERASED;
    if (isPersonal) sealed.push(path);
    value[field] = isPersonal ? SEALED : masked(inner, path, sealed);
  }
  return { value, sealed };
}

/** What nobody has opened: a type that this code does not know says no more than that it is sealed. */
export function masked(value: unknown, path: string, sealed: string[]): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(SEALED_PREFIX)) return value;
    sealed.push(path);
    return SEALED;
  }
  if (Array.isArray(value)) return value.map((inner, index) => masked(inner, `${path}.${index}`, sealed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, masked(inner, `${path}.${key}`, sealed)]),
  );
}
