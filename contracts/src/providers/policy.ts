import {
  models,
  sizeOf,
  type AspectRatio,
  type ProviderSetting,
  type Resolution,
  type Size,
} from '../generation/policy.ts';
import type { ReferenceRole } from './reference.policy.ts';

/** What providers can make, what is asked of which, and what it costs: shared by browser, api and render workers. */

export const providerNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** How a provider is spoken to. */
export const protocols = ['procedural', 'openai-images', 'flux', 'mystic'] as const;
export type Protocol = (typeof protocols)[number];

/** Names of the table that maps models to providers. */
export const routeNames = models;
/** Of a provider that a request or the table names, and that is no longer configured. */
export const PROVIDER_GONE = 'The provider that was chosen is no longer there';
/** In that table: whoever can, by price, health and waiting time. */
export const AUTOMATIC = 'automatic';
export type Routes = Readonly<Partial<Record<(typeof routeNames)[number], string>>>;

/** In which pixels a provider makes pictures. */
export type NativeSizes =
  | { readonly kind: 'listed'; readonly sizes: readonly Size[] }
  /** Sides are multiples of `step` and at least `minSidePx`. */
  | { readonly kind: 'free'; readonly step: number; readonly minSidePx: number; readonly maxPixels: number }
  /** The provider takes a ratio and a resolution, not pixels. */
  | { readonly kind: 'named'; readonly resolutions: readonly Resolution[] };

/** What a provider can do: what members are shown before they pay, and what its adapter relies on. */
export interface ProviderSheet {
  readonly name: string;
  /** As members read it. */
  readonly label: string;
  readonly protocol: Protocol;
  readonly ratios: readonly AspectRatio[];
  readonly sizes: NativeSizes;
  /** Most reference pictures of one request; 0: none. */
  readonly references: number;
  /** Roles that a reference may have; empty where it has none. */
  readonly referenceRoles: readonly ReferenceRole[];
  /** Whether it uses the strength of a reference. */
  readonly referenceStrength: boolean;
  /** Whether it repaints what a mask marks, and extends a picture beyond its edges. */
  readonly edits: boolean;
  readonly seeds: boolean;
  readonly negativePrompt: boolean;
  /** Whether it makes pictures without a background, as T-shirt mode wants them. */
  readonly transparent: boolean;
  /** Whether it sends previews while it works. */
  readonly previews: boolean;
  /** Whether it may refuse a prompt for what it shows. */
  readonly moderated: boolean;
  /** Settings that it makes nothing of, and why. */
  readonly ignored: Readonly<Partial<Record<ProviderSetting, string>>>;
  /** Of the ruled price in credits. spec: rulings "Price of a provider". */
  readonly factor: number;
}

/** The provider that comes with the product: it draws by its own lexicon and costs nothing. */
export const BUILT_IN = 'procedural';

/** What a request asks of a provider. */
export interface Wanted {
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
  readonly isTshirtDesign: boolean;
  readonly references: number;
  /** What references are given for; those without a role are not among them. */
  readonly roles?: readonly ReferenceRole[] | undefined;
  readonly edit?: 'replace' | 'extend' | undefined;
}

/** In which pixels a picture is asked for, and in which it is delivered. */
export interface SizePlan {
  readonly ask: Size;
  readonly make: Size;
  /** It is made smaller than it is delivered: shown before paying, and written into the file. */
  readonly enlarged: boolean;
}

/** Why a provider cannot do what is wanted, as a member reads it; undefined where it can. */
export function impossibleReason(sheet: ProviderSheet, wanted: Wanted): string | undefined {
  const { label } = sheet;
  if (wanted.isTshirtDesign && !sheet.transparent) return `${label} cannot make a transparent background`;
  if (!sheet.ratios.includes(wanted.aspectRatio)) return `${label} does not make this shape`;
  if (wanted.edit !== undefined && !sheet.edits) return `${label} cannot change parts of a picture`;
  if (wanted.references > sheet.references) {
    return sheet.references === 0
      ? `${label} takes no reference pictures`
      : `${label} takes at most ${sheet.references} reference picture${sheet.references === 1 ? '' : 's'}`;
  }
  const { roles = [] } = wanted;
  const unknown = roles.find((role) => !sheet.referenceRoles.includes(role));
  if (unknown !== undefined) return `${label} takes no reference picture for the ${unknown} alone`;
  const twice = roles.find((role, index) => roles.indexOf(role) !== index);
  if (twice !== undefined) return `${label} takes one reference picture for the ${twice}`;
  return undefined;
}

/** Room for rounding: a ratio in whole pixels is never exact. */
const SAME_SHAPE = 0.02;

/** Throws a RangeError for a shape that the provider does not make; ask `impossibleReason` first. */
export function sizePlan(
  sheet: Pick<ProviderSheet, 'sizes'>,
  { aspectRatio, resolution }: Pick<Wanted, 'aspectRatio' | 'resolution'>,
): SizePlan {
  const make = sizeOf(aspectRatio, resolution);
  const ask = nativeSize(sheet.sizes, make, aspectRatio, resolution);
  return { ask, make, enlarged: ask.width < make.width || ask.height < make.height };
}

function nativeSize(sizes: NativeSizes, make: Size, aspectRatio: AspectRatio, resolution: Resolution): Size {
  switch (sizes.kind) {
    case 'named': {
      const largest = sizes.resolutions.includes(resolution) ? resolution : sizes.resolutions.at(-1);
      return largest === undefined ? make : sizeOf(aspectRatio, largest);
    }
    case 'listed': {
      const fitting = sizes.sizes
        .filter((size) => isShaped(size, make))
        .toSorted((a, b) => a.width * a.height - b.width * b.height);
      const ask = fitting.find(({ width, height }) => width >= make.width && height >= make.height) ?? fitting.at(-1);
      if (!ask) throw new RangeError(`no size of the shape ${aspectRatio}`);
      return ask;
    }
    case 'free': {
      const { step, minSidePx, maxPixels } = sizes;
      const shrunk = Math.min(1, Math.sqrt(maxPixels / (make.width * make.height)));
      const side = (px: number, round: (value: number) => number): number =>
        Math.max(minSidePx, round((px * shrunk) / step) * step);
      const ceiled = { width: side(make.width, Math.ceil), height: side(make.height, Math.ceil) };
      return ceiled.width * ceiled.height <= maxPixels
        ? ceiled
        : { width: side(make.width, Math.floor), height: side(make.height, Math.floor) };
    }
  }
}

/** Whether two sizes have the same shape, but for rounding. */
export const isShaped = (size: Size, like: Size): boolean =>
  Math.abs(Math.log((size.width * like.height) / (size.height * like.width))) <= SAME_SHAPE;

/** Whether it takes calls. `until`: ISO 8601, when it is tried again. */
export type ProviderState =
  | { readonly state: 'ready' }
  | { readonly state: 'paused'; readonly reason: string }
  | { readonly state: 'failing'; readonly reason: string; readonly until: string };

export interface KnownProvider extends ProviderSheet {
  readonly availability: ProviderState;
  /** Until a picture of this size is there, queue included; null where that is not known yet. */
  readonly expectedMs: Readonly<Partial<Record<Resolution, number>>>;
}

export type Choice =
  | { readonly provider: KnownProvider; readonly refusal?: undefined }
  | { readonly provider?: undefined; readonly refusal: 'impossible' | 'unavailable'; readonly reason: string };

const unavailableReason = ({ label, availability }: KnownProvider): string | undefined => {
  if (availability.state === 'ready') return undefined;
  return availability.state === 'paused' ? `${label} is paused` : `${label} does not answer`;
};

/**
 * The provider of a request: the one that it names, else the one that the table has for its model, else the best of
 * those that can. The built-in one is a choice of `automatic` only where no other is configured: nobody who asks for
 * an owl gets a drawing because a server is down.
 */
export function chooseProvider(
  known: readonly KnownProvider[],
  routes: Routes,
  request: { model: (typeof models)[number]; provider?: string | undefined } & Wanted,
): Choice {
  const named = request.provider ?? routes[request.model] ?? AUTOMATIC;
  if (named !== AUTOMATIC) {
    const provider = known.find(({ name }) => name === named);
    return provider ? suited(provider, request) : { refusal: 'unavailable', reason: PROVIDER_GONE };
  }
  const remote = known.filter(({ name }) => name !== BUILT_IN);
  const choices = (remote.length > 0 ? remote : known).map((provider) => suited(provider, request));
  const best = choices
    .flatMap(({ provider }) => provider ?? [])
    .toSorted((a, b) => compare(a, b, request))
    .at(0);
  if (best) return { provider: best };
  // What can be done later is the better news.
  return (
    choices.find(({ refusal }) => refusal === 'unavailable') ??
    choices[0] ?? { refusal: 'unavailable', reason: 'No provider is configured' }
  );
}

function suited(provider: KnownProvider, request: Wanted): Choice {
  const impossible = impossibleReason(provider, request);
  if (impossible !== undefined) return { refusal: 'impossible', reason: impossible };
  const unavailable = unavailableReason(provider);
  return unavailable === undefined ? { provider } : { refusal: 'unavailable', reason: unavailable };
}

/** The native size first, then the lower price, then the shorter wait; names decide where all are the same. */
function compare(a: KnownProvider, b: KnownProvider, wanted: Wanted): number {
  const enlarged = (one: KnownProvider): number => Number(sizePlan(one, wanted).enlarged);
  const wait = (one: KnownProvider): number => one.expectedMs[wanted.resolution] ?? Number.MAX_SAFE_INTEGER;
  return enlarged(a) - enlarged(b) || a.factor - b.factor || wait(a) - wait(b) || (a.name < b.name ? -1 : 1);
}

/** What a request costs at a provider, in tenths of a credit. spec: rulings "Price of a provider". */
export const tenthsAt = ({ factor }: Pick<ProviderSheet, 'factor'>, ruledTenths: number): number =>
  Math.max(0, Math.round(ruledTenths * factor));
