import { aspectRatioKeys, aspectRatios } from '@easel/contracts/generation/policy';

/** From the widest to the tallest. */
export const ratiosByShape = aspectRatioKeys
  .map((key) => ({ key, ...aspectRatios[key] }))
  .sort((a, b) => b.width / b.height - a.width / a.height);
