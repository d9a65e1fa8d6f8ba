import { brand } from '../brand.ts';
import { challenges } from '../competitions/names.ts';
import { imagePath, PUBLIC_CATEGORY, SAVED_CATEGORY } from '../gallery/policy.ts';
import { BUILT_IN } from '../providers/policy.ts';
import type { GenerationFact, GenerationSettings } from './events.ts';
import type { Generation } from './http.ts';
import { TRIAL_RESOLUTION, type GenerationStatus } from './policy.ts';

type DataOf<Type extends GenerationFact['type']> = Extract<GenerationFact, { type: Type }>['data'];
type Request = DataOf<'GenerationRequested'>;
type EntryTag = Omit<DataOf<'EntryTagged'>, 'generationId' | 'memberId'>;

/** An image by its public name: its files, and how it was made. */
export type GeneratedImage = Omit<DataOf<'VariantAttached'>, 'generationId' | 'memberId' | 'source'>;

/** How far a render is: what the queue knows of it, and the workers decide from. */
export interface RenderStanding {
  /** Claims that count against the most that are tried: one handed back at a worker's shutdown does not. */
  readonly tries: number;
  /** Of the claim in force, in ms since the epoch; null while no worker has one. */
  readonly leaseUntil: number | null;
  /** Images that are stored, of the attempt in force. */
  readonly done: number;
}

/** A call of a provider as far as the log knows it. */
export interface ProviderCall {
  readonly call: string;
  /** Of its first image within the generation. */
  readonly index: number;
  readonly images: number;
  /** Millionths of a dollar. */
  readonly costMicros: number;
  /** Absent while the provider's answer to the call is not known. */
  readonly taskId?: string | undefined;
  readonly pollUrl?: string | undefined;
}

/** A generation with all that its stream says: the one fold from which every side decides, shows and renders. */
export interface GenerationView extends RenderStanding {
  readonly id: string;
  readonly memberId: string;
  readonly status: GenerationStatus | 'none';
  readonly failure: DataOf<'GenerationFailed'>['reason'] | null;
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Words to be read in the picture; absent where the prompt's own quotation decides. */
  readonly lettering?: string | undefined;
  /** Null where none was requested: a hold whose generation never came is closed by a failure alone. */
  readonly settings: GenerationSettings | null;
  readonly provider: Request['provider'];
  /** What was held for it, in tenths of a credit; absent where none was requested. */
  readonly tenths?: number;
  /** ISO 8601. */
  readonly requestedAt: string;
  /** Where it belongs if it was asked for as another's variant, and the name promised for it. */
  readonly variantOf: Request['variantOf'];
  /** The public picture that it began with, where there is one. */
  readonly remixOf?: Request['remixOf'];
  /** The same, once the owner of that picture has detached it. */
  readonly detachedFrom?: Request['remixOf'];
  /** What was asked for together with others: they have it in common. */
  readonly batchId?: Request['batchId'];
  /** Where a visitor asked for it: who, and whether a member has it since. */
  readonly trial?: { readonly visitorId: string; readonly adopted: boolean } | undefined;
  /** Of the last claim; 0 before the first. */
  readonly attempt: number;
  /** Who has the claim in force; empty while nobody has. */
  readonly worker: string;
  /** By index, of the attempt in force: complete only once the generation is. */
  readonly drawn: Readonly<Record<number, GeneratedImage>>;
  /** By the generation that made them, in the order in which they came. */
  readonly attached: Readonly<Record<string, GeneratedImage>>;
  /** Pictures that are sent along; absent where there are none. */
  readonly references?: Request['references'];
  readonly edit?: Request['edit'];
  /** In which pixels the provider is asked for it; absent where it is made as it is delivered. */
  readonly ask?: Request['ask'];
  /** Calls of the provider that were not refused, by their ids: each is paid for, or may be. Absent: none. */
  readonly calls?: Readonly<Record<string, ProviderCall>> | undefined;
  readonly processingMs: number | null;
  readonly categories: readonly string[];
  readonly isPublic: boolean;
  /** The challenge that it is or was entered in; absent where it never was, or the entry was withdrawn. */
  readonly entry?: EntryTag | undefined;
  /** Entries that ended: a late repeat of entering does not bring one back. Absent where there are none. */
  readonly endedEntries?: readonly string[] | undefined;
  /** ISO 8601, while it is deleted. */
  readonly deletedAt: string | null;
  readonly purged: boolean;
}

export type RequestedGeneration = GenerationView & {
  readonly settings: GenerationSettings;
  readonly status: GenerationStatus;
};

export const unrequested: GenerationView = {
  id: '',
  memberId: '',
  status: 'none',
  failure: null,
  prompt: '',
  negativePrompt: '',
  settings: null,
  provider: BUILT_IN,
  requestedAt: '',
  variantOf: null,
  tries: 0,
  leaseUntil: null,
  done: 0,
  attempt: 0,
  worker: '',
  drawn: {},
  attached: {},
  processingMs: null,
  categories: [],
  isPublic: false,
  deletedAt: null,
  purged: false,
};

export const isRequested = (view: GenerationView): view is RequestedGeneration => view.settings !== null;

const ends = {
  GenerationCompleted: 'completed',
  GenerationFailed: 'failed',
  GenerationCancelled: 'cancelled',
} as const satisfies Partial<Record<GenerationFact['type'], GenerationStatus>>;

/** Types of the facts that end a generation. */
export const endTypes: readonly string[] = Object.keys(ends);

/** Whether a fact of this type ends a generation. */
export const isEnd = (type: string): type is keyof typeof ends => Object.hasOwn(ends, type);

/** What a fact ends a generation as; undefined where it ends none. */
export const endOf = (
  fact: GenerationFact,
): { status: (typeof ends)[keyof typeof ends]; failure: GenerationView['failure'] } | undefined =>
  isEnd(fact.type)
    ? { status: ends[fact.type], failure: fact.type === 'GenerationFailed' ? fact.data.reason : null }
    : undefined;

export const hasEnded = ({ status }: Pick<GenerationView, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** As it is when it is asked for. */
export function requestedView({ generationId: id, tier: _tier, trial, ...asked }: Request): RequestedGeneration {
  return {
    ...unrequested,
    ...asked,
    id,
    status: 'queued',
    ...(trial && { trial: { visitorId: asked.memberId, adopted: false } }),
  };
}

/** What its provider charged for it, as the fact of its end says it: nothing is absent. */
export function costMark(
  { calls = {} }: Pick<GenerationView, 'calls'>,
  certainty: 'known' | 'perhaps',
): Pick<DataOf<'GenerationCompleted'>, 'cost'> {
  const all = Object.values(calls);
  if (all.length === 0) return {};
  return { cost: { micros: all.reduce((sum, { costMicros }) => sum + costMicros, 0), certainty } };
}

/** What the facts of its end say besides. */
export const trialMark = ({ trial }: Pick<GenerationView, 'trial'>): { trial?: true } => (trial ? { trial: true } : {});

/** Folds what a fact says of the render; the same object where it says nothing. */
export function followRender<Standing extends RenderStanding>(standing: Standing, fact: GenerationFact): Standing {
  switch (fact.type) {
    case 'RenderingStarted':
      return { ...standing, tries: standing.tries + 1, leaseUntil: Date.parse(fact.data.leaseUntil), done: 0 };
    case 'LeaseExtended':
      return { ...standing, leaseUntil: Date.parse(fact.data.leaseUntil) };
    case 'VariantCreated':
      return { ...standing, done: standing.done + 1 };
    case 'RenderingHandedBack':
      return {
        ...standing,
        tries: standing.tries - (fact.data.reason === 'drained' ? 1 : 0),
        leaseUntil: null,
        done: 0,
      };
    default:
      return standing;
  }
}

/** Folds one fact. */
export function evolveGeneration(before: GenerationView, fact: GenerationFact): GenerationView {
  const view = followRender(before, fact);
  switch (fact.type) {
    case 'GenerationRequested':
      return requestedView(fact.data);
    case 'RenderingStarted':
      return { ...view, status: 'processing', attempt: fact.data.attempt, worker: fact.data.worker, drawn: {} };
    case 'LeaseExtended':
      return view;
    case 'RenderingHandedBack':
      return { ...view, status: 'queued', worker: '', drawn: {} };
    case 'ProviderCalled': {
      const { call, index, images, costMicros } = fact.data;
      return { ...view, calls: { ...view.calls, [call]: { call, index, images, costMicros } } };
    }
    case 'ProviderTaskAccepted': {
      const { call, taskId, pollUrl, costMicros } = fact.data;
      const known = view.calls?.[call];
      if (!known) return view;
      const accepted = { ...known, taskId, pollUrl, costMicros: costMicros ?? known.costMicros };
      return { ...view, calls: { ...view.calls, [call]: accepted } };
    }
    case 'ProviderCallRefused': {
      const { [fact.data.call]: _refused, ...calls } = view.calls ?? {};
      return { ...view, calls };
    }
    case 'VariantCreated':
      return { ...view, drawn: { ...view.drawn, [fact.data.index]: imageIn(fact.data) } };
    case 'GenerationCompleted':
      return { ...view, ...endOf(fact), worker: '', leaseUntil: null, processingMs: fact.data.processingMs };
    case 'GenerationFailed':
    case 'GenerationCancelled':
      return { ...view, ...endOf(fact), memberId: fact.data.memberId, worker: '', leaseUntil: null };
    case 'VariantAttached':
      return { ...view, attached: { ...view.attached, [fact.data.source]: imageIn(fact.data) } };
    case 'Saved':
      return { ...view, categories: categoriesAfter(view.categories, fact) };
    case 'MadePublic':
      return { ...view, isPublic: true, categories: categoriesAfter(view.categories, fact) };
    case 'RemixDetached': {
      const { remixOf: _detached, ...rest } = view;
      return { ...rest, detachedFrom: fact.data.originalId };
    }
    case 'MadePrivate':
      return { ...view, isPublic: false, categories: categoriesAfter(view.categories, fact) };
    case 'EntryTagged': {
      const { generationId: _id, memberId: _member, ...entry } = fact.data;
      return { ...view, entry, categories: categoriesAfter(view.categories, fact) };
    }
    case 'EntryUntagged':
      return {
        ...view,
        entry: undefined,
        endedEntries: [...(view.endedEntries ?? []), fact.data.entryId],
        categories: categoriesAfter(view.categories, fact),
      };
    case 'Deleted':
      return { ...view, deletedAt: fact.data.deletedAt };
    case 'Restored':
      return { ...view, deletedAt: null };
    case 'GenerationAdopted': {
      const { memberId, visitorId, prompt } = fact.data;
      // Visitors are asked for no other words: what stands there is unreadable by now, and was empty.
      return { ...view, memberId, prompt, negativePrompt: '', trial: { visitorId, adopted: true } };
    }
    case 'Purged':
      // Nothing brings it back: no more is said of what was wanted of it.
      return {
        ...view,
        purged: true,
        prompt: '',
        negativePrompt: '',
        lettering: undefined,
        references: undefined,
        edit: undefined,
        drawn: withoutWords(view.drawn),
        attached: withoutWords(view.attached),
      };
  }
}

const withoutWords = (images: GenerationView['attached']): GenerationView['attached'] =>
  Object.fromEntries(Object.entries(images).map(([key, { revisedPrompt: _revised, ...image }]) => [key, image]));

function imageIn(image: GeneratedImage): GeneratedImage {
  const { revisedPrompt, enlarged } = image;
  return {
    variantId: image.variantId,
    format: image.format,
    original: image.original,
    preview: image.preview,
    thumbnail: image.thumbnail,
    thumbhash: image.thumbhash,
    seed: image.seed,
    provider: image.provider,
    ...(revisedPrompt !== undefined && { revisedPrompt }),
    ...(enlarged && { enlarged }),
  };
}

export type CategoryFact = Extract<
  GenerationFact,
  { type: 'Saved' | 'MadePublic' | 'MadePrivate' | 'EntryTagged' | 'EntryUntagged' }
>;

/** The categories of a generation after a fact, in the order in which they were added. */
export function categoriesAfter(categories: readonly string[], fact: CategoryFact): string[] {
  const category = categoryMovedBy(fact);
  const isTaken = fact.type === 'MadePrivate' || fact.type === 'EntryUntagged';
  return isTaken ? categories.filter((one) => one !== category) : [...new Set([...categories, category])];
}

function categoryMovedBy(fact: CategoryFact): string {
  if (fact.type === 'Saved') return SAVED_CATEGORY;
  if (fact.type === 'MadePublic' || fact.type === 'MadePrivate') return PUBLIC_CATEGORY;
  return challenges[fact.data.kind].category;
}

/** Whether it is entered in a challenge that has not closed yet. spec: rulings "Sales Paused". */
export const isInOpenChallenge = ({ entry }: Pick<GenerationView, 'entry'>, at: Date): boolean =>
  entry !== undefined && at.toISOString() < entry.closesAt;

/** Those that came with it by index, then those attached later; none before it is complete. */
export const imagesOf = ({ status, drawn, attached }: GenerationView): readonly GeneratedImage[] =>
  status === 'completed' ? [...Object.values(drawn), ...Object.values(attached)] : [];

/** Images with the addresses at which those may fetch them who may see them. */
export const shownVariants = (
  images: readonly Omit<Generation['variants'][number], 'image_url' | 'thumbnail_url'>[],
  isPublic: boolean,
): Generation['variants'] =>
  images.map(({ id, width, height, thumbhash, seed, prompt, resolution, provider, references, ...finish }) => ({
    id,
    image_url: imagePath(id, { isPublic }),
    thumbnail_url: imagePath(id, { isPublic, thumbnail: true }),
    width,
    height,
    thumbhash,
    ...(seed !== undefined && { seed }),
    ...(prompt !== undefined && { prompt }),
    ...(resolution !== undefined && { resolution }),
    ...(provider !== undefined && { provider }),
    ...(references !== undefined && { references }),
    ...(finish.edit && { edit: finish.edit }),
    ...(finish.revised_prompt !== undefined && { revised_prompt: finish.revised_prompt }),
    ...(finish.enlarged && { enlarged: true }),
  }));

/**
 * What a provider made of a prompt and of a size, as replies say it; and its name, where another made the rest of the
 * generation's images.
 */
export const finishOf = (
  { provider, revisedPrompt, enlarged }: Pick<GeneratedImage, 'provider' | 'revisedPrompt' | 'enlarged'>,
  usual: string,
): Pick<Generation['variants'][number], 'provider' | 'revised_prompt' | 'enlarged'> => ({
  ...(provider !== usual && { provider }),
  ...(revisedPrompt !== undefined && { revised_prompt: revisedPrompt }),
  ...(enlarged && { enlarged }),
});

/** What its owner is replied, by the routes that follow a command and by the gallery's read model alike. */
export function replyOf(view: RequestedGeneration): Generation {
  const { id, settings, isPublic } = view;
  const images = imagesOf(view).map(({ variantId, original, thumbhash, seed, ...made }) => ({
    id: variantId,
    width: original.width,
    height: original.height,
    thumbhash,
    seed,
    ...finishOf(made, view.provider),
  }));
  const [first] = images;
  return {
    id,
    original_prompt: view.prompt,
    created_at: view.requestedAt,
    status: view.status,
    categories: [...view.categories],
    isPublic,
    variant_count: images.length,
    variants: shownVariants(images, isPublic),
    failure: view.failure,
    metadata: {
      model_type: settings.model,
      aspect_ratio: settings.aspectRatio,
      resolution: view.trial ? TRIAL_RESOLUTION : settings.resolution,
      engine_type: settings.engine,
      style: settings.style,
      seed: settings.seed,
      processing_time: view.processingMs,
      filter_nsfw: settings.filterNsfw,
      image_dimensions: first ? { width: first.width, height: first.height } : null,
      generation_parameters: { isTshirtDesign: settings.isTshirtDesign },
      file_format: settings.outputFormat,
      creative_detailing: settings.creativeDetailing,
      safety_tolerance: settings.safetyTolerance,
      enhance_prompt: settings.enhancePrompt,
      raw_mode: settings.rawMode,
      negative_prompt: view.negativePrompt,
      ...(view.lettering !== undefined && { lettering: view.lettering }),
      provider: view.provider,
      ...(view.references && { references: view.references.length }),
      website: brand.site,
    },
    ...(view.batchId !== undefined && { batch_id: view.batchId }),
    ...(view.entry && { entry: shownEntry(view.entry) }),
    ...(view.deletedAt !== null && { deleted_at: view.deletedAt }),
  };
}

/** What everyone sees of an entry. */
export const shownEntry = ({ competitionId, entryId, variantId, kind, closesAt }: EntryTag): Generation['entry'] => ({
  competition_id: competitionId,
  entry_id: entryId,
  variant_id: variantId,
  kind,
  closes_at: closesAt,
});
