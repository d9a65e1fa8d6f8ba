import * as crypto from 'node:crypto';

/** Where chance comes from. */
export interface ChanceSource {
  /** From 0 up to 1, which it never is. */
  fraction(): number;
  /** Fit for keys and tokens. */
  bytes(length: number): Buffer;
  uuid(): crypto.UUID;
}

const world: ChanceSource = {
  fraction: () => Math.random(),
  bytes: (length) => crypto.randomBytes(length),
  uuid: () => crypto.randomUUID(),
};

let source = world;

/**
 * Takes chance from elsewhere, for the whole process: for a simulation, in which a seed decides. Gives the way back.
 */
export function replaceChance(by: ChanceSource): () => void {
  const before = source;
  source = by;
  return () => {
    source = before;
  };
}

export const randomFraction = (): number => source.fraction();
export const randomBytes = (length: number): Buffer => source.bytes(length);
export const randomUUID = (): crypto.UUID => source.uuid();
