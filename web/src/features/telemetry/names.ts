import { cutText } from '@easel/contracts/kernel/cut-text';
import { ELSEWHERE } from '@easel/contracts/telemetry/policy';

const MOST_NAMES = 4;
const NAME_LENGTH = 30;

/** Names an element by the elements it stands in: no id, no class and no text of a page. Empty for one that is gone. */
export function targetOf(node: Node | null): string {
  const names: string[] = [];
  let element = node instanceof Element ? node : (node?.parentElement ?? null);
  while (element && names.length < MOST_NAMES) {
    names.unshift(cutText(element.localName.toLowerCase(), NAME_LENGTH));
    element = element.parentElement;
  }
  return names.join(' > ');
}

/** What was asked for, without what it was asked by: an API by its first word, an asset of ours without its digest. */
export function resourceOf(address: string, origin: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin !== origin) return ELSEWHERE;
  const [, first = '', second = ''] = url.pathname.split('/');
  if (first === 'api') return /^[a-z][a-z-]{0,29}$/.test(second) ? `/api/${second}` : '/api';
  const asset = first === 'assets' ? second.replace(/-[\w-]{8}(?=\.\w+$)/, '') : '';
  if (/^[a-z][\w.-]{0,49}$/.test(asset)) return `/assets/${asset}`;
  // Whatever else is not a page lies at the top, and has a name of ours.
  return /^[a-z][a-z0-9-]{0,29}\.[a-z]{2,12}$/.test(first) ? `/${first}` : '/page';
}

/** Of these the one that took longest; undefined where none took any time. */
export function longestOf(parts: Readonly<Record<string, number | undefined>>): string | undefined {
  let longest: string | undefined;
  let most = 0;
  for (const [name, ms = 0] of Object.entries(parts)) {
    if (ms > most) [longest, most] = [name, ms];
  }
  return longest;
}
