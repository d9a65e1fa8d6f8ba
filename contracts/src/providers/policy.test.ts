import { describe, expect, test } from 'vitest';
import { builtInSheet } from './built-in.ts';
import { costMicros, providersFile, sheetOf, type ProviderSettings } from './file.ts';
import {
  chooseProvider,
  impossibleReason,
  sizePlan,
  tenthsAt,
  type KnownProvider,
  type ProviderState,
  type Wanted,
} from './policy.ts';

const settings = (given: object): ProviderSettings => {
  const [first] = providersFile.parse({ providers: [given] }).providers;
  if (!first) throw new Error('one provider was given');
  return first;
};
const openai = sheetOf(
  settings({
    name: 'openai',
    label: 'OpenAI',
    protocol: 'openai-images',
    server: 'openai',
    baseUrl: 'https://images.example/v1',
    model: 'gpt-image-1',
  }),
);
const fluxOf = (model: string) =>
  sheetOf(settings({ name: 'flux', label: 'FLUX', protocol: 'flux', baseUrl: 'https://flux.example', model }));
const flux = fluxOf('flux-2-pro');
const mystic = sheetOf(
  settings({ name: 'mystic', label: 'Mystic', protocol: 'mystic', baseUrl: 'https://mystic.example' }),
);

const wanted: Wanted = { aspectRatio: 'square_1_1', resolution: '1k', isTshirtDesign: false, references: 0 };
const known = (
  sheet: Parameters<typeof impossibleReason>[0],
  availability: ProviderState = { state: 'ready' },
  expectedMs: KnownProvider['expectedMs'] = {},
): KnownProvider => ({ ...sheet, availability, expectedMs });

describe('the size requested from a provider', () => {
  test('is the smallest listed size that covers the delivered size', () => {
    expect(sizePlan(openai, wanted)).toEqual({
      ask: { width: 1024, height: 1024 },
      make: { width: 1024, height: 1024 },
      enlarged: false,
    });
  });

  test('is the largest listed size of the shape, marked as enlarged, when none covers the delivered size', () => {
    expect(sizePlan(openai, { aspectRatio: 'standard_3_2', resolution: '4k' })).toEqual({
      ask: { width: 1536, height: 1024 },
      make: { width: 3840, height: 2560 },
      enlarged: true,
    });
  });

  test('respects the step and the megapixel limit of a provider without listed sizes', () => {
    const { ask, enlarged } = sizePlan(flux, { aspectRatio: 'widescreen_16_9', resolution: '4k' });
    expect(ask.width % 16).toBe(0);
    expect(ask.height % 16).toBe(0);
    expect(ask.width * ask.height).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(enlarged).toBe(true);
  });

  test('is 2048 × 2048 pixels at a limit of four megapixels, and not enlarged', () => {
    expect(sizePlan(flux, { aspectRatio: 'square_1_1', resolution: '2k' })).toMatchObject({
      ask: { width: 2048, height: 2048 },
      enlarged: false,
    });
  });

  test('is the delivered size when the provider takes named resolutions', () => {
    expect(sizePlan(mystic, { aspectRatio: 'square_1_1', resolution: '4k' }).enlarged).toBe(false);
  });
});

describe('impossibleReason', () => {
  test('returns the sentence that members read before they pay', () => {
    expect(impossibleReason(openai, { ...wanted, aspectRatio: 'widescreen_16_9' })).toBe(
      'OpenAI does not make this shape',
    );
    expect(impossibleReason(flux, { ...wanted, isTshirtDesign: true })).toBe(
      'FLUX cannot make a transparent background',
    );
    expect(impossibleReason(mystic, { ...wanted, references: 3 })).toBe('Mystic takes at most 2 reference pictures');
    expect(impossibleReason(builtInSheet, { ...wanted, references: 1 })).toBe(
      'The built-in renderer takes no reference pictures',
    );
    expect(impossibleReason(flux, { ...wanted, edit: 'replace' })).toBe('FLUX cannot change parts of a picture');
  });

  test.each([
    ['flux-2-pro', 8],
    ['flux-2-klein-4b', 4],
    ['flux-2-klein-9b', 4],
  ])('limits the reference pictures of %s to %i', (model, references) => {
    expect(impossibleReason(fluxOf(model), { ...wanted, references })).toBeUndefined();
    expect(impossibleReason(fluxOf(model), { ...wanted, references: references + 1 })).toBe(
      `FLUX takes at most ${references} reference pictures`,
    );
  });

  test('returns undefined for a possible request', () => {
    expect(impossibleReason(openai, { ...wanted, edit: 'extend', references: 8 })).toBeUndefined();
  });
});

describe('the choice of a provider', () => {
  const asked = { ...wanted, model: 'realism' as const };

  test('is the built-in renderer when no other provider is configured', () => {
    expect(chooseProvider([known(builtInSheet)], {}, asked).provider?.name).toBe('procedural');
  });

  test('never falls back to the built-in renderer when another provider is configured', () => {
    const down: ProviderState = { state: 'failing', reason: 'unreachable', until: '2026-11-30T12:00:00.000Z' };
    expect(chooseProvider([known(builtInSheet), known(flux, down)], {}, asked)).toEqual({
      refusal: 'unavailable',
      reason: 'FLUX does not answer',
    });
  });

  test('prefers the provider named by the request to the one routed for the model', () => {
    const all = [known(openai), known(flux), known(builtInSheet)];
    expect(chooseProvider(all, { realism: 'flux' }, asked).provider?.name).toBe('flux');
    expect(chooseProvider(all, { realism: 'flux' }, { ...asked, provider: 'openai' }).provider?.name).toBe('openai');
  });

  test('prefers a native size, then a lower price, then a shorter wait', () => {
    const quick = known(flux, undefined, { '1k': 2_000 });
    const slow = known({ ...flux, name: 'slow' }, undefined, { '1k': 9_000 });
    expect(chooseProvider([slow, quick], {}, asked).provider?.name).toBe('flux');
    const cheap = known({ ...flux, name: 'cheap', factor: 0.5 }, undefined, { '1k': 60_000 });
    expect(chooseProvider([slow, quick, cheap], {}, asked).provider?.name).toBe('cheap');
    expect(chooseProvider([known(openai), known(mystic)], {}, { ...asked, resolution: '4k' }).provider?.name).toBe(
      'mystic',
    );
  });

  test('skips providers that cannot fulfil the request, and returns a reason when none can', () => {
    const shirt = { ...asked, isTshirtDesign: true };
    expect(chooseProvider([known(flux), known(openai)], {}, shirt).provider?.name).toBe('openai');
    expect(chooseProvider([known(flux), known(mystic)], {}, shirt)).toMatchObject({ refusal: 'impossible' });
  });

  test('refuses a chosen or routed provider that is no longer configured, and says which', () => {
    expect(chooseProvider([known(flux)], { realism: 'old' }, asked)).toEqual({
      refusal: 'unavailable',
      reason: 'The provider of this model is no longer available',
    });
    expect(chooseProvider([known(flux)], {}, { ...asked, provider: 'old' })).toEqual({
      refusal: 'unavailable',
      reason: 'The chosen provider is no longer available',
    });
  });
});

describe('the price at a provider', () => {
  test('is the standard price times the factor, rounded to tenths of a credit', () => {
    expect(tenthsAt({ factor: 1.25 }, 50)).toBe(63);
    expect(tenthsAt({ factor: 1 }, 200)).toBe(200);
  });

  test('adds the price per megapixel to the price per picture', () => {
    const { cost } = settings({
      name: 'flux',
      label: 'FLUX',
      protocol: 'flux',
      baseUrl: 'https://flux.example',
      model: 'flux-2-pro',
      cost: { picture: 0.01, megapixel: 0.03 },
    });
    expect(costMicros({ cost }, { width: 1024, height: 1024 })).toBe(40_000);
  });
});

describe('the file of providers', () => {
  const one = { name: 'a', label: 'A', protocol: 'mystic', baseUrl: 'https://mystic.example' };
  const faults = (providers: object[]): string[] =>
    providersFile.safeParse({ providers }).error?.issues.map(({ message }) => message) ?? [];

  test('refuses a duplicate name and the name of the built-in renderer', () => {
    expect(faults([one, one])).toEqual(['must be unique']);
    expect(faults([{ ...one, name: 'procedural' }])).toEqual([
      'must not be procedural, which is the built-in renderer',
    ]);
  });

  test('refuses a key in the file itself', () => {
    expect(faults([{ ...one, key: 'a-key' }])).toHaveLength(1);
    expect(faults([{ ...one, keyFrom: 'not a variable' }])).toEqual(['must be the name of an environment variable']);
  });
});
