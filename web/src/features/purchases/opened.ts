import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { TOLD_BY_BROWSERS } from '@easel/contracts/telemetry/policy';
import { call } from '../../lib/api.ts';

/** Says that the member looked at buying this picture. */
export function recordOpened(generationId: string): void {
  const body = { event_type: TOLD_BY_BROWSERS, event_data: { generation_id: generationId } };
  // A figure is not worth a word to whoever buys.
  call(telemetryHttp.track, { body }).catch(() => {});
}
