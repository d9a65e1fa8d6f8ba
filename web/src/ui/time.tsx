import { useNow } from '../lib/clock.ts';
import { absoluteDate, relativeDate } from '../lib/dates.ts';

/** A date, relative under a week, with the whole of it on hover. */
export function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={absoluteDate(iso)}>
      {relativeDate(iso, useNow())}
    </time>
  );
}
