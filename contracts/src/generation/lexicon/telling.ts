import { unsettableMessage } from './letters.ts';
import type { Understanding } from './understanding.ts';

/** What members are told of an understanding, a sentence each. */
export interface Told {
  /** What will be seen; null where that is nothing in particular. */
  readonly drawn: string | null;
  /** What is drawn as its nearest relative. */
  readonly instead: string | null;
  /** What will be lacking, or, where nothing is known, why the picture is abstract. */
  readonly missing: string | null;
  /** Which characters of the words keep it from being made. */
  readonly unsettable: string | null;
}

export function toldOf({ understood, missing, unsettable }: Understanding): Told {
  const own = understood.filter(({ relative }) => !relative).map(({ said }) => said);
  const relatives = understood.filter(({ relative }) => relative).map(({ said, name }) => `${name} for ${said}`);
  return {
    drawn: own.length > 0 ? own.join(', ') : null,
    instead: relatives.length > 0 ? relatives.join(', ') : null,
    missing: understood.length > 0 ? (missing.length > 0 ? missing.join(', ') : null) : abstractText(missing),
    unsettable: unsettable.length > 0 ? unsettableMessage(unsettable) : null,
  };
}

const abstractText = (missing: readonly string[]): string =>
  missing.length > 0
    ? `I cannot draw ${missing.join(' or ')} yet; this becomes an abstract composition`
    : 'I know no thing among these words; this becomes an abstract composition';
