import type { Landing } from '@easel/contracts/telemetry/landing.http';
import { pagePatternAt } from '@easel/contracts/page-paths';
import { OTHER_PAGE } from '@easel/contracts/telemetry/policy';
import { sessionStore } from '../../lib/storage.ts';
import { ARRIVED } from './arrived.ts';

const TOLD = 'arrival-told';

/** Where the visit in this tab began; undefined where it began before, in another tab. */
export function landing(): Landing | undefined {
  const [path = '', host = ''] = (sessionStore.get(ARRIVED) ?? '').split('\n');
  if (path === '') return undefined;
  return { landing: pagePatternAt(path) ?? OTHER_PAGE, referrerHost: host === '' ? null : host };
}

/** The same, once a visit: what was told is told. */
export function untoldLanding(): Landing | undefined {
  if (sessionStore.get(TOLD) !== null) return undefined;
  sessionStore.set(TOLD, '');
  return landing();
}
