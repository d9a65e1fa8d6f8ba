import { messagesHttp, type SavedFilter } from '@easel/contracts/messages/http';
import { call } from './api.ts';

/** Finds the filters that the operator keeps of a list. */
export type FindFilters = (signal: AbortSignal) => Promise<readonly SavedFilter[]>;

/** Of a list whose filters are no facts, by its name in the API. */
export const savedFiltersOf =
  (resource: string): FindFilters =>
  async (signal) =>
    (await call(messagesHttp.filters, { params: { resource } }, { signal })).filters;
