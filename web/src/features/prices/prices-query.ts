import { settingsHttp } from '@easel/contracts/settings/http';
import { routeQuery } from '../../lib/queries.ts';

/** The price list in force. */
export const pricesQuery = routeQuery(['prices'], settingsHttp.prices, {});
