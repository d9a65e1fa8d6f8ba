import {
  models,
  sizeOf,
  type AspectRatio,
  type ProviderSetting,
  type Resolution,
  type Size,
} from '../generation/policy.ts';
import type { ReferenceRole } from './reference.policy.ts';

/** Rules for capabilities, sizes, routing and prices of providers. Browser, API and render workers share them. */

export const providerNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Wire protocols of providers. */
export const protocols = ['procedural', 'openai-images', 'flux', 'mystic'] as const;
export type Protocol = (typeof protocols)[number];

/** Keys of the routing table, which maps models to providers. */
export const routeNames = models;
/** Shown when a request names a provider that is no longer configured. */
export const PROVIDER_GONE = 'The chosen provider is no longer available';
/** Shown when the routing table does. */
const ROUTE_GONE = 'The provider of this model is no longer available';
/** Routing value: the server chooses a capable provider by price, health and waiting time. */
export const AUTOMATIC = 'automatic';
export type Routes = Readonly<Partial<Record<(typeof routeNames)[number], string>>>;

/** Picture sizes that a provider can make without enlarging. */
export type NativeSizes =
  | { readonly kind: 'listed'; readonly sizes: readonly Size[] }
  /** Sides are multiples of `step` and at least `minSidePx`. */
  | { readonly kind: 'free'; readonly step: number; readonly minSidePx: number; readonly maxPixels: number }
  /** The provider takes a ratio and a named resolution instead of pixels. */
  | { readonly kind: 'named'; readonly resolutions: readonly Resolution[] };

/** Capabilities of a provider. Members see them before they pay, and its adapter relies on them. */
export interface ProviderSheet {
  readonly name: string;
  /** The name that members see. */
  readonly label: string;
  readonly protocol: Protocol;
  readonly ratios: readonly AspectRatio[];
  readonly sizes: NativeSizes;
  /** Most reference pictures per request; 0 when it accepts none. */
  readonly references: number;
  /** Roles that a reference picture may have; empty when the provider has no roles. */
  readonly referenceRoles: readonly ReferenceRole[];
  /** Whether it uses a reference's strength. */
  readonly referenceStrength: boolean;
  /** Whether it can repaint the masked area of a picture and extend a picture beyond its edges. */
  readonly edits: boolean;
  readonly seeds: boolean;
  readonly negativePrompt: boolean;
  /** Whether it makes transparent backgrounds, which T-shirt mode needs. */
  readonly transparent: boolean;
  /** Whether it streams previews while it works. */
  readonly previews: boolean;
  /** Whether it may reject a prompt or picture by content moderation. */
  readonly moderated: boolean;
  /** Settings that it ignores, each with the reason that members read. */
  readonly ignored: Readonly<Partial<Record<ProviderSetting, string>>>;
  /** Multiplies the standard price in credits. spec: rulings "Price of a provider". */
  readonly factor: number;
}

/** Name of the provider that ships with the product. It draws from its own lexicon and costs nothing. */
export const BUILT_IN = 'procedural';

/** The parts of a request that a provider must support. */
export interface Wanted {
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
  readonly isTshirtDesign: boolean;
  readonly references: number;
  /** Roles of the reference pictures; references without a role are left out. */
  readonly roles?: readonly ReferenceRole[] | undefined;
  readonly edit?: 'replace' | 'extend' | undefined;
}

/** The size to request from the provider (`ask`) and the size to deliver (`make`), in pixels. */
export interface SizePlan {
  readonly ask: Size;
  readonly make: Size;
  /**
   * The provider's picture is smaller than the delivered one. Members see this before they pay, and the file records
   * it.
   */
  readonly enlarged: boolean;
}

/** Returns why a provider cannot fulfil the request, as members read it; undefined when it can. */
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

/** Tolerance for ratios of whole pixels, as a difference of logarithms. */
const SAME_SHAPE = 0.02;

/**
 * Plans the requested and the delivered size. Throws RangeError for a shape that the provider does not make; check
 * `impossibleReason` first.
 */
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

/** Returns whether two sizes have the same aspect ratio, within a rounding tolerance. */
export const isShaped = (size: Size, like: Size): boolean =>
  Math.abs(Math.log((size.width * like.height) / (size.height * like.width))) <= SAME_SHAPE;

/** Whether a provider accepts calls. `until` is the ISO 8601 time of the next attempt. */
export type ProviderState =
  | { readonly state: 'ready' }
  | { readonly state: 'paused'; readonly reason: string }
  | { readonly state: 'failing'; readonly reason: string; readonly until: string };

export interface KnownProvider extends ProviderSheet {
  readonly availability: ProviderState;
  /** Expected time until a picture of this size is finished, queue included; a size without an estimate is missing. */
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
 * Chooses the provider of a request: the one it names, else the one routed for its model, else the best capable one.
 * `automatic` picks the built-in renderer only when no other provider is configured: an outage must not turn a request
 * for a real picture into a drawing.
 */
export function chooseProvider(
  known: readonly KnownProvider[],
  routes: Routes,
  request: { model: (typeof models)[number]; provider?: string | undefined } & Wanted,
): Choice {
  const named = request.provider ?? routes[request.model] ?? AUTOMATIC;
  if (named !== AUTOMATIC) {
    const provider = known.find(({ name }) => name === named);
    if (provider) return suited(provider, request);
    return { refusal: 'unavailable', reason: request.provider === undefined ? ROUTE_GONE : PROVIDER_GONE };
  }
  const remote = known.filter(({ name }) => name !== BUILT_IN);
  const choices = (remote.length > 0 ? remote : known).map((provider) => suited(provider, request));
  const best = choices
    .flatMap(({ provider }) => provider ?? [])
    .toSorted((a, b) => compare(a, b, request))
    .at(0);
  if (best) return { provider: best };
  // Prefer `unavailable` to `impossible`: a retry may succeed later.
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

/** Orders by native size, then price, then waiting time, then name. */
function compare(a: KnownProvider, b: KnownProvider, wanted: Wanted): number {
  const enlarged = (one: KnownProvider): number => Number(sizePlan(one, wanted).enlarged);
  const wait = (one: KnownProvider): number => one.expectedMs[wanted.resolution] ?? Number.MAX_SAFE_INTEGER;
  return enlarged(a) - enlarged(b) || a.factor - b.factor || wait(a) - wait(b) || (a.name < b.name ? -1 : 1);
}

/** Returns a request's price at a provider, in tenths of a credit. spec: rulings "Price of a provider". */
export const tenthsAt = ({ factor }: Pick<ProviderSheet, 'factor'>, ruledTenths: number): number =>
  Math.max(0, Math.round(ruledTenths * factor));
