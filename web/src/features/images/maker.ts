import type { ProviderSetting } from '@easel/contracts/generation/policy';

/** Whoever made it, where that is said. */
export interface Maker {
  label: string;
  /** Whether a seed of it makes the same picture again. */
  seeds: boolean;
  /** Settings of which it makes nothing, with the reason. */
  ignored: Readonly<Partial<Record<ProviderSetting, string>>>;
}

const NOT_KNOWN = 'It is not known whether it used this';

/** One of which only the stored name is known: nothing is said that may not have counted. */
export const unknownMaker = (label: string): Maker => ({
  label,
  seeds: false,
  ignored: { model: NOT_KNOWN, engine: NOT_KNOWN },
});
