import type { Evidence, Violation } from './evidence.ts';

/** Every fact of a chain hangs on the one before. */
export const chains = ({ unlinked }: Evidence): Violation[] =>
  unlinked.map((place) => ({
    rule: 'chains hold',
    memberId: place.slice(place.indexOf('-') + 1, place.indexOf('@')),
    says: `${place} is linked to something else than the fact before it`,
  }));
