import type { Reply } from '@easel/contracts/kernel/client/address';
import type { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { thresholds, type Vital, vitals } from '@easel/contracts/telemetry/policy';

export type Measures = Reply<typeof telemetryConsoleHttp.performance>;
export type Measured = Measures['metrics'][number];

export const vitalNames: Readonly<Record<Vital, string>> = {
  lcp: 'Largest contentful paint',
  inp: 'Interaction to next paint',
  cls: 'Cumulative layout shift',
  fcp: 'First contentful paint',
  ttfb: 'Time to first byte',
  fid: 'First input delay',
};

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** '840 ms', '2.41 s'; a layout's shift as '0.12' */
export function vitalText(name: Vital, value: number): string {
  if (name === 'cls') return number.format(value);
  return msText(value);
}

/** '840 ms', '2.41 s' */
export const msText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${number.format(Math.round(ms / 10) / 100)} s`;

/** 'Good up to 2.5 s, poor above 4 s' */
export const thresholdText = (name: Vital): string => {
  const [good, poor] = thresholds[name];
  return `Good up to ${vitalText(name, good)}, poor above ${vitalText(name, poor)}`;
};

/** '62 %', which no line breaks: of views, and of none 'none'. */
export const shareText = (part: number, views: number): string =>
  views === 0 ? 'none' : percent.format(part / views).replace('%', '\u00a0%');

/** The vital that an address names; the first where it names none. */
export const vitalOf = (text: string | null): Vital => vitals.find((name) => name === text) ?? vitals[0];
