import { features } from './features.ts';

/** Every category of the log. */
const streams = features.flatMap((feature) => feature.streams ?? []);

interface NamedStream {
  stream: string;
  /** Null of one that is the only one of its kind. */
  subject: string | null;
}

/**
 * The streams that may bear this name, or this id in theirs, with what they are about; whether there are any is not
 * known here.
 */
export const streamsNamed = (name: string): NamedStream[] =>
  streams.flatMap((one): NamedStream[] => {
    if ('name' in one) return one.name === name ? [{ stream: name, subject: null }] : [];
    const { subject } = one;
    return [{ stream: one.has(name) ? name : one.nameOf(name), subject }];
  });

/** Those that count money: their streams are hash chains. */
export const chainedCategories: readonly string[] = streams
  .filter(({ chained }) => chained)
  .map(({ category }) => category);

/** Those whose streams' ids are a member's. */
export const membersCategories: readonly string[] = streams
  .filter((one) => 'subject' in one && one.subject === 'member')
  .map(({ category }) => category);
