import { lookOf } from '@easel/contracts/generation/look.policy';
import { thumbHashToRGBA } from 'thumbhash';

/**
 * Tells how a picture looks whose fact does not: its thumbhash holds palette and composition, coarsely, and stands in
 * the facts from the first picture on. Empty for a hash that cannot be read.
 */
export function lookOfHash(thumbhash: string): string {
  try {
    const { w: width, h: height, rgba: pixels } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
    return lookOf({ pixels, channels: 4, width, height });
  } catch {
    return '';
  }
}
