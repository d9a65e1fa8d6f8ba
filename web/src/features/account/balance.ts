import { accountHttp } from '@easel/contracts/account/http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

const balanceQuery = routeQuery(['balance'], accountHttp.balance, {});

/** Credits and dollars of the member; credits are what can be spent now. */
export const useBalance = () => useQuery(balanceQuery);
