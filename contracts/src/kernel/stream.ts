import { categoryOf } from './event.ts';

/** A category of the log whose streams are named `{category}-{id}`. */
export interface StreamKind {
  readonly category: string;
  /** Whether each of a stream's facts carries the hash of the one before it, and a mac. */
  readonly chained: boolean;
  /** Whom or what each stream is about, whose id it is named by: `member`. */
  readonly subject: string;
  readonly nameOf: (id: string) => string;
  /** Whether a stream is one of these. */
  readonly has: (stream: string) => boolean;
  /** Throws a RangeError for a stream of another category. */
  readonly idOf: (stream: string) => string;
}

/** A stream that is the only one of its kind, such as a list. */
export interface SoleStream {
  readonly category: string;
  readonly chained: false;
  readonly name: string;
}

export function streamKind({
  category,
  subject,
  chained = false,
}: {
  category: string;
  subject: string;
  chained?: boolean;
}): StreamKind {
  const prefix = `${category}-`;
  const has = (stream: string): boolean => stream.startsWith(prefix);
  return {
    category,
    chained,
    subject,
    has,
    nameOf: (id) => prefix + id,
    idOf: (stream) => {
      if (!has(stream)) throw new RangeError(`${stream} is no stream of the category ${category}`);
      return stream.slice(prefix.length);
    },
  };
}

export const soleStream = (name: string): SoleStream => ({ category: categoryOf(name), chained: false, name });
