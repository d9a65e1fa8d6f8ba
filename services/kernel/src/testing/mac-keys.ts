import { MacKeys } from '../proof/mac-keys.ts';

/** Known to everybody. */
export const testMacKeys = 'ef'.repeat(32);

export const testMacs = new MacKeys(testMacKeys);
