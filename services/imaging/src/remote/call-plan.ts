import type { RequestedGeneration } from '@easel/contracts/generation/view';

/** The images that one call requests: `images` of them, starting at `index`. */
export interface CallPart {
  readonly index: number;
  readonly images: number;
}

/** Returns the images that no recorded call covers, divided into calls of at most `imagesPerCall`. */
export function missingParts(
  { settings, calls = {} }: Pick<RequestedGeneration, 'settings' | 'calls'>,
  imagesPerCall: number,
): readonly CallPart[] {
  const asked = new Set(
    Object.values(calls).flatMap(({ index, images }) => Array.from({ length: images }, (_, n) => index + n)),
  );
  const parts: CallPart[] = [];
  for (let index = 0; index < settings.count; index++) {
    if (asked.has(index)) continue;
    const last = parts.at(-1);
    if (last && last.index + last.images === index && last.images < imagesPerCall) {
      parts[parts.length - 1] = { ...last, images: last.images + 1 };
    } else parts.push({ index, images: 1 });
  }
  return parts;
}
