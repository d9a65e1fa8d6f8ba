import { useNow } from '../lib/clock.ts';
import { absoluteDate, plainDate, relativeDate } from '../lib/dates.ts';
import { useIsHydrated } from '../lib/hydrated.ts';

/** A date, relative under a week, with the whole of it on hover; a server knows neither the reader's clock nor zone. */
export function Time({ iso }: { iso: string }) {
  const now = useNow();
  if (!useIsHydrated()) return <time dateTime={iso}>{plainDate(iso)}</time>;
  return (
    <time dateTime={iso} title={absoluteDate(iso)}>
      {relativeDate(iso, now)}
    </time>
  );
}
