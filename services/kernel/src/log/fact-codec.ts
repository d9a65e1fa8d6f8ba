import type { FactCatalogue, FactDefinition, Recorded } from '@easel/contracts/kernel/event';
import { isUnavailable } from '../database/database.ts';
import type { NewFact } from './new-fact.ts';
import type { FieldSealer } from '../identity/sealing.ts';

type Data = Record<string, unknown>;

/** Between facts as the code knows them and facts as they are stored: checked, versioned, personal fields sealed. */
export class FactCodec {
  constructor(
    private readonly catalogue: FactCatalogue,
    private readonly sealer: FieldSealer,
  ) {}

  /** Throws a ZodError for data that its own schema refuses: a fault of ours, never stored. */
  async encode(stream: string, { id, fact, metadata }: NewFact): Promise<NewFact> {
    const definition = this.catalogue[fact.type];
    if (!definition) throw new TypeError(`${fact.type} is not in the catalogue`);
    const data = { ...(definition.data.parse(fact.data) as Data) };
    for (const { field, person } of sealedFields(definition, data)) {
      data[field] = await this.sealer.seal(person, { stream, eventId: id, field }, String(data[field]));
    }
    return { id, fact: { type: fact.type, data }, metadata: { ...metadata, schemaVersion: definition.version } };
  }

  /** Synchronous wherever the keys it needs are at hand: it runs once a fact of every replay. */
  decode(stored: Recorded): Recorded | Promise<Recorded> {
    const definition = this.catalogue[stored.type];
    if (!definition) return { ...stored, unreadable: { why: 'unknown-type', detail: stored.type } };
    const version = stored.metadata.schemaVersion;
    if (version > definition.version) {
      return { ...stored, unreadable: { why: 'newer-version', detail: `${version} > ${definition.version}` } };
    }
    if (!definition.sealed) return this.check(stored, definition, stored.data);
    try {
      const opened = this.open(stored, definition);
      return opened instanceof Promise ? opened.catch((error: unknown) => unreadable(stored, error)) : opened;
    } catch (error) {
      return unreadable(stored, error);
    }
  }

  private open(stored: Recorded, definition: FactDefinition): Recorded | Promise<Recorded> {
    const data = { ...(stored.data as Data) };
    const waiting: Promise<void>[] = [];
    for (const { field, person } of sealedFields(definition, data)) {
      const context = { stream: stored.stream, eventId: stored.id, field };
      const opened = this.sealer.openNow(person, context, String(data[field]));
      if (opened !== undefined) data[field] = opened;
      else {
        waiting.push(
          this.sealer.open(person, context, String(data[field])).then((text) => {
            data[field] = text;
          }),
        );
      }
    }
    if (waiting.length === 0) return this.check(stored, definition, data);
    return Promise.all(waiting).then(() => this.check(stored, definition, data));
  }

  private check(stored: Recorded, definition: FactDefinition, data: unknown): Recorded {
    try {
      let current = data;
      for (let version = stored.metadata.schemaVersion; version < definition.version; version++) {
        current = definition.upcast?.[version]?.(current as never) ?? current;
      }
      const parsed = definition.data.safeParse(current);
      return parsed.success
        ? { ...stored, data: parsed.data }
        : { ...stored, unreadable: { why: 'invalid', detail: parsed.error.message } };
    } catch (error) {
      return unreadable(stored, error);
    }
  }
}

/** A broken seal or a failing upcaster is this fact's fault; a database that is away is nobody's, and is thrown. */
function unreadable(stored: Recorded, error: unknown): Recorded {
  if (isUnavailable(error)) throw error;
  return { ...stored, unreadable: { why: 'invalid', detail: String(error) } };
}

function sealedFields({ sealed }: FactDefinition, data: Data): { field: string; person: string }[] {
  if (!sealed) return [];
  const person = String(data[sealed.subject]);
  return sealed.fields
    .filter((field) => typeof data[field] === 'string' && data[field] !== '')
    .map((field) => ({ field, person }));
}
