import { categoryOf } from './event.ts';

/** Whom or what the streams of a category are about, one stream each. */
export type Subject = 'member' | 'generation' | 'message' | 'projection' | 'audit' | 'export' | 'command';

/** A category of the log whose streams are named `{category}-{id}`. */
export interface StreamKind {
  readonly category: string;
  /** Whether each of a stream's facts carries the hash of the one before it, and a mac. */
  readonly chained: boolean;
  /** What the id is of. */
  readonly subject: Subject;
  nameOf(id: string): string;
  /** Whether a stream is one of these. */
  has(stream: string): boolean;
  /** Throws a RangeError for a stream of another category. */
  idOf(stream: string): string;
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
  subject: Subject;
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
