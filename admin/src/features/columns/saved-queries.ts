import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';

const queryKey = ['queries'];

/** What operators keep to ask again; read anew when somebody has changed it, or an alarm has. */
export function useSavedQueries() {
  const client = useQueryClient();
  useMoved(['queries'], () => void client.invalidateQueries({ queryKey }));
  return useQuery({ queryKey, queryFn: ({ signal }) => call(sqlHttp.queries, {}, { signal }) });
}

/** What somebody is to look at. */
export const isRinging = ({ alarm }: Pick<SavedQuery, 'alarm'>): boolean => alarm !== null && alarm.state !== 'quiet';

/** What an alarm says, in a few words. */
export function alarmText({ side, threshold, state, value }: NonNullable<SavedQuery['alarm']>): string {
  const rule = `${side} ${threshold}`;
  if (state === 'failed') return `Alarm ${rule}: gives no number`;
  return state === 'raised' ? `Alarm: ${value} is ${rule}` : `Alarm ${rule}`;
}
