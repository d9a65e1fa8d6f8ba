import { filtersHttp } from '@easel/contracts/filters/http';
import { call } from '../../lib/api.ts';
import type { FindFilters } from '../../lib/saved-filters.ts';

export const savedEventFilters: FindFilters = async (signal) => (await call(filtersHttp.own, {}, { signal })).filters;
