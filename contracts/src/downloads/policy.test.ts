import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subscribedTiers } from '../account/policy.ts';
import { resolutions, sizeOf } from '../generation/policy.ts';
import {
  availableSizes,
  downloadFormats,
  downloadLimits,
  downloadProblems,
  enlargedText,
  formatProblem,
  imageSizeOf,
  imageSizeOfPixels,
  imageSizes,
  originalSize,
  sizeProblem,
} from './policy.ts';

const tier = fc.constantFrom(...subscribedTiers);
const size = fc.constantFrom(...imageSizes);
const level = (one: (typeof imageSizes)[number]) => imageSizes.indexOf(one);

test('every tier has its specified limits', () => {
  expect(
    subscribedTiers.map((name) => {
      const { maxSize, formats, monthly } = downloadLimits(name);
      return `${name} ${maxSize} ${formats.join()} ${monthly}`;
    }),
  ).toEqual([
    'free 1K png 5',
    'genesis 2K png,jpg 25',
    'starter 2K png,jpg 25',
    'creator 4K png,jpg,webp 100',
    'creator_pro 4K png,jpg,webp 100',
    'studio 8K png,jpg,webp 300',
    'studio_enterprise 8K png,jpg,webp,tiff 500',
    'agency 8K png,jpg,webp,tiff 750',
    'agency_unlimited 8K png,jpg,webp,tiff,svg null',
    'enterprise 8K png,jpg,webp,tiff,svg 2000',
    'curator_partner 8K png,jpg,webp,tiff 750',
  ]);
});

describe('the original size', () => {
  const small = { width: 512, height: 512 };

  test('is enlarged where it is above the image’s own', () => {
    expect(enlargedText('8K', '4K')).toBe('enlarged from 4K');
    expect(imageSizes.slice(0, 3).map((size) => enlargedText(size, '4K'))).toEqual([undefined, undefined, undefined]);
  });

  test('is the original’s where it was upscaled, else the metadata’s, else the pixels’', () => {
    const all = { isUpscaled: true, originalResolution: '2k', resolution: '8K', width: 7680, height: 4320 };
    expect(originalSize(all)).toBe('2K');
    expect(originalSize({ ...all, isUpscaled: false })).toBe('8K');
    expect(originalSize({ ...all, originalResolution: null })).toBe('8K');
    expect(originalSize({ ...small, resolution: '4k' })).toBe('4K');
    expect(originalSize({ width: 2160, height: 3840, resolution: 'large' })).toBe('4K');
    expect(originalSize(small)).toBe('1K');
  });

  test('by pixels changes at 2048, 3840 and 7680', () => {
    expect([1, 2047, 2048, 3839, 3840, 7679, 7680, 90_000].map(imageSizeOfPixels)).toEqual([
      '1K',
      '1K',
      '2K',
      '2K',
      '4K',
      '4K',
      '8K',
      '8K',
    ]);
  });

  test('of what was generated is the resolution that was asked for', () => {
    for (const resolution of resolutions) {
      const { width, height } = sizeOf('social_story_9_16', resolution);
      expect(originalSize({ width, height })).toBe(imageSizeOf(resolution));
    }
  });
});

describe('the ladder', () => {
  test('goes down freely and up one step, within the tier', () => {
    fc.assert(
      fc.property(tier, size, size, (name, original, wanted) => {
        const allowed = level(wanted) <= level(original) + 1 && level(wanted) <= level(downloadLimits(name).maxSize);
        expect(sizeProblem({ tier: name, original, size: wanted }) === undefined).toBe(allowed);
      }),
    );
  });

  test('offers without a gap, and the smallest always', () => {
    fc.assert(
      fc.property(tier, size, (name, original) => {
        const sizes = availableSizes({ tier: name, original });
        expect(sizes).toEqual(imageSizes.slice(0, sizes.length));
        expect(sizes.length).toBeGreaterThan(0);
      }),
    );
  });

  test('says why not, in the specified words', () => {
    const request = { tier: 'enterprise', original: '1K', size: '8K' } as const;
    const words = [
      sizeProblem({ ...request, size: undefined }),
      sizeProblem({ ...request, tier: 'genesis' }),
      sizeProblem({ ...request, offered: ['1K', '2K'] }),
      sizeProblem(request),
    ].map((problem) => problem?.message);
    expect(words).toEqual([
      'Please select a size',
      'Your current plan only allows downloads up to 2K. Please upgrade to download 8K images.',
      'This size is not available for this image. Please select a different size.',
      'Cannot upscale 1K image to 8K. Maximum allowed upscale is 1 level.',
    ]);
    expect(sizeProblem(request)?.code).toBe(downloadProblems.upscaleTooFar.code);
  });
});

test('a format is the tier’s or refused', () => {
  fc.assert(
    fc.property(tier, fc.constantFrom(...downloadFormats), (name, format) => {
      expect(formatProblem(name, format) === undefined).toBe(downloadLimits(name).formats.includes(format));
    }),
  );
  expect(formatProblem('free', 'tiff')?.message).toContain('TIFF');
});

test('only sizes are sizes', () => {
  expect(['1k', ' 4K ', '3k', '', '10K', 'constructor'].map(imageSizeOf)).toEqual([
    '1K',
    '4K',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
