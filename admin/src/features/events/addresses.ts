import { eventsHttp } from '@easel/contracts/events/http';
import type { EventFormat } from '@easel/contracts/events/policy';
import { addressOf } from '@easel/contracts/kernel/client/address';
import { withoutPlace, type WalkedFilters } from '../../ui/walked-filters.ts';

/** The list, narrowed to this. */
export const listPath = (filter: WalkedFilters): string =>
  `/events?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;

/** A stream replayed up to a fact. */
export const stepPath = (stream: string, revision: number): string =>
  `/events/streams/${encodeURIComponent(stream)}/${revision}`;

/** Of all that the filters leave, wherever in it one stands. */
export const exportAddress = (format: EventFormat, filter: WalkedFilters): string =>
  addressOf(eventsHttp.export, { query: { format, filter: JSON.stringify(withoutPlace(filter)) } });
