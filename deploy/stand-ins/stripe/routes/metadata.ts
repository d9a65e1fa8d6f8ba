import type { Metadata } from '../wire.ts';

/** With these pairs as well; an empty value takes its key away. */
export function withMetadata<Body extends { metadata: Metadata }>(body: Body, given: Metadata | undefined): Body {
  if (!given) return body;
  const pairs = Object.entries({ ...body.metadata, ...given }).filter(([, value]) => value !== '');
  return { ...body, metadata: Object.fromEntries(pairs) };
}
