import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { tiers } from '../account/policy.ts';
import { challengeKinds } from '../competitions/kinds.ts';
import { providerNamePattern } from '../providers/policy.ts';
import { referenceRoles } from '../providers/reference.policy.ts';
import { LOOK_VALUES } from './look.policy.ts';
import { aspectRatioKeys, engines, failureReasons, models, resolutions, styles } from './policy.ts';

export const generationSettings = z.object({
  model: z.enum(models),
  engine: z.enum(engines),
  style: z.enum(styles),
  aspectRatio: z.enum(aspectRatioKeys),
  resolution: z.enum(resolutions),
  outputFormat: z.enum(['png', 'jpg']),
  /** Of the first image; `seedOfImage` has those of the others. */
  seed: z.int().nonnegative(),
  count: z.int().min(1).max(8),
  safetyTolerance: z.int().min(1).max(6),
  enhancePrompt: z.boolean(),
  rawMode: z.boolean(),
  creativeDetailing: z.int().min(0).max(100),
  filterNsfw: z.boolean(),
  isTshirtDesign: z.boolean(),
});
export type GenerationSettings = z.output<typeof generationSettings>;

/** A stored file: content-addressed by `blob`, the SHA-256 of its bytes in hex. */
export const storedImage = z.object({
  blob: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
});
export type StoredImage = z.output<typeof storedImage>;

const attempt = z.int().positive();
const provider = z.string().regex(providerNamePattern);
const size = z.object({ width: z.int().positive(), height: z.int().positive() });
/** A picture that is sent along: its file as it stood when it was chosen, and what it is. */
const sourcePicture = z.object({
  kind: z.enum(['own', 'bought', 'upload']),
  /** Of the variant, or of the upload. */
  id: z.uuid(),
  /** Of the variant; absent for an upload. */
  generationId: z.uuid().optional(),
  file: storedImage,
});
export type SourcePicture = z.output<typeof sourcePicture>;
const reference = sourcePicture.extend({
  role: z.enum(referenceRoles).optional(),
  /** 0 to 100. */
  strength: z.int().min(0).max(100).optional(),
});
/** A picture made from another: a part of it repainted, more of it around its edges, or one like it. */
const edit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace'), source: sourcePicture, mask: storedImage }),
  z.object({ kind: z.literal('extend'), source: sourcePicture }),
]);
export type GenerationEdit = z.output<typeof edit>;
export type GenerationReference = z.output<typeof reference>;
/** A call of a provider: of one of its pictures or of several, from `index` on. */
const call = z.uuid();
/**
 * What a provider charged, in millionths of a dollar; `perhaps` where its answer never came. Absent where nothing was
 * asked of one that costs something.
 */
const cost = z.object({ micros: z.int().nonnegative(), certainty: z.enum(['known', 'perhaps']) }).optional();
/** The prompt as the provider rewrote it; absent where it did not. */
const revisedPrompt = z.string().optional();
/** It was made smaller than it is delivered. */
const enlarged = z.literal(true).optional();
const ids = { generationId: z.uuid(), memberId: z.uuid() };
/** Set where a visitor asked for it (`trials/policy.ts`): no account has a part in it. */
const trial = z.optional(z.literal(true));

/** Facts of `generation-{id}`. */
export const generationFacts = {
  GenerationRequested: {
    version: 2,
    data: z.object({
      ...ids,
      prompt: z.string(),
      negativePrompt: z.string(),
      /**
       * Words to be read in the picture; empty where none are wanted, absent where the prompt's own quotation decides.
       */
      lettering: z.string().optional(),
      settings: generationSettings,
      provider,
      tenths: z.int().nonnegative(),
      requestedAt: z.iso.datetime(),
      /** The member's when it was asked for: it says how many renders of one member run at the same time. */
      tier: z.enum(tiers),
      /**
       * Set where the image is another variant of that generation: it is rendered in a stream of its own and, once
       * complete, attached to the other under the id promised here.
       */
      variantOf: z.object({ generationId: z.uuid(), variantId: z.uuid() }).nullable(),
      /** The public picture whose prompt and settings it began with; absent where there is none. */
      remixOf: z.optional(z.uuid()),
      /** What was asked for by one request has it in common; absent where it was asked for alone. */
      batchId: z.optional(z.uuid()),
      /** By a visitor, whose id is `memberId`: smaller than all that is sold, and nothing is held for it. */
      trial,
      /** In the order in which they are sent. */
      references: z.array(reference).optional(),
      edit: edit.optional(),
      /** In which pixels the provider is asked for it, where that is not the size in which it is delivered. */
      ask: size.optional(),
    }),
    upcast: { 1: (old: object) => ({ ...old, tier: 'free', variantOf: null }) },
    sealed: { subject: 'memberId', fields: ['prompt', 'negativePrompt', 'lettering'] },
  },
  /** A worker's claim; whoever appends it at the exact revision renders. */
  RenderingStarted: {
    version: 1,
    data: z.object({ ...ids, attempt, worker: z.string(), leaseUntil: z.iso.datetime() }),
  },
  LeaseExtended: { version: 1, data: z.object({ ...ids, attempt, leaseUntil: z.iso.datetime() }) },
  /** The worker gave the claim up before its lease ended: at shutdown (the try does not count) or after an error. */
  RenderingHandedBack: {
    version: 1,
    data: z.object({ ...ids, attempt, reason: z.enum(['drained', 'error']), detail: z.string() }),
  },
  /** Comes before a call that may cost something: whoever finds one without an answer never repeats it. */
  ProviderCalled: {
    version: 1,
    data: z.object({
      ...ids,
      attempt,
      call,
      provider,
      index: z.int().nonnegative(),
      images: z.int().positive(),
      /** Millionths of a dollar, as far as that is known beforehand. */
      costMicros: z.int().nonnegative(),
    }),
  },
  /** The provider works on it: whatever happens here, this task is polled, and never asked for again. */
  ProviderTaskAccepted: {
    version: 1,
    data: z.object({
      ...ids,
      attempt,
      call,
      taskId: z.string().min(1).max(200),
      /** Where it is polled, if the provider named an address. */
      pollUrl: z.string().max(2_000).optional(),
      /** Where the provider said so, instead of what was known beforehand. */
      costMicros: z.int().nonnegative().optional(),
    }),
  },
  /** The provider did not take the call, for sure: nothing was made and nothing charged, and it may be repeated. */
  ProviderCallRefused: {
    version: 1,
    data: z.object({
      ...ids,
      attempt,
      call,
      reason: z.enum(['busy', 'unreachable', 'unauthorized', 'unfunded', 'rejected', 'moderated']),
      /** Of HTTP, where there was an answer. */
      status: z.int().nullable(),
      detail: z.string(),
    }),
  },
  VariantCreated: {
    version: 1,
    data: z.object({
      ...ids,
      /** Random: the public name of the image. */
      variantId: z.uuid(),
      index: z.int().nonnegative(),
      attempt,
      format: z.enum(['png', 'jpg']),
      original: storedImage,
      /**
       * WebP, as large as gallery/policy.ts lets it be; older ones are larger, and made anew before anybody sees them.
       */
      preview: storedImage,
      /** WebP, long side at most 384. */
      thumbnail: storedImage,
      /** Base64. */
      thumbhash: z.string(),
      /** Palette and composition (`look.policy.ts`); older ones have none, and are told apart by their thumbhash. */
      look: z.optional(z.string().regex(new RegExp(`^[0-9a-f]{${2 * LOOK_VALUES}}$`))),
      seed: z.int().nonnegative(),
      provider,
      revisedPrompt,
      enlarged,
    }),
    sealed: { subject: 'memberId', fields: ['revisedPrompt'] },
  },
  GenerationCompleted: {
    version: 1,
    data: z.object({ ...ids, attempt, processingMs: z.int().nonnegative(), trial, cost }),
  },
  GenerationFailed: {
    version: 1,
    data: z.object({
      ...ids,
      reason: z.enum(failureReasons),
      detail: z.string(),
      trial,
      cost,
    }),
  },
  GenerationCancelled: { version: 1, data: z.object({ ...ids, trial, cost }) },
  /** A variant that was asked for later and rendered as the generation `source`. */
  VariantAttached: {
    version: 1,
    data: z.object({
      ...ids,
      source: z.uuid(),
      variantId: z.uuid(),
      format: z.enum(['png', 'jpg']),
      original: storedImage,
      preview: storedImage,
      thumbnail: storedImage,
      thumbhash: z.string(),
      seed: z.int().nonnegative(),
      provider,
      revisedPrompt,
      enlarged,
    }),
    sealed: { subject: 'memberId', fields: ['revisedPrompt'] },
  },
  /** The owner keeps it: it bears the category `saved`. */
  Saved: { version: 1, data: z.object({ ...ids }) },
  MadePublic: { version: 1, data: z.object({ ...ids, publishedAt: z.iso.datetime() }) },
  /** The owner of the picture that it is a remix of has ended that. */
  RemixDetached: { version: 1, data: z.object({ ...ids, originalId: z.uuid() }) },
  MadePrivate: { version: 1, data: z.object({ ...ids }) },
  /** Entered in a challenge: until `closesAt` the variant is not sold, and everyone may have it printed. */
  EntryTagged: {
    version: 1,
    data: z.object({
      ...ids,
      variantId: z.uuid(),
      competitionId: z.uuid(),
      entryId: z.uuid(),
      kind: z.enum(challengeKinds),
      closesAt: z.iso.datetime(),
    }),
  },
  /** `picture-gone`: its owner deleted it or made it private, which withdraws the entry. */
  EntryUntagged: {
    version: 1,
    data: z.object({
      ...ids,
      competitionId: z.uuid(),
      entryId: z.uuid(),
      kind: z.enum(challengeKinds),
      reason: z.enum(['withdrawn', 'picture-gone']),
    }),
  },
  Deleted: { version: 1, data: z.object({ ...ids, deletedAt: z.iso.datetime() }) },
  Restored: { version: 1, data: z.object({ ...ids }) },
  /**
   * The visitor who asked for it is this member now, to whom it belongs from here on. The prompt stands here once more,
   * sealed with the member's key: the visitor's is destroyed.
   */
  GenerationAdopted: {
    version: 1,
    data: z.object({ ...ids, visitorId: z.uuid(), prompt: z.string() }),
    sealed: { subject: 'memberId', fields: ['prompt'] },
  },
  /**
   * Thirty days after it was deleted, or seven after a visitor asked for it whom nobody knows, nothing brings it back;
   * its files may go.
   */
  Purged: { version: 1, data: z.object({ ...ids }) },
} satisfies FactCatalogue;

export type GenerationFact = FactsOf<typeof generationFacts>;

/** What is said of a provider's calls: nobody but the workers and the providers' figures needs it. */
export const providerSteps = [
  'ProviderCalled',
  'ProviderTaskAccepted',
  'ProviderCallRefused',
] as const satisfies readonly GenerationFact['type'][];

/** Facts of a render between its request and its images. */
export const renderSteps = [
  'RenderingStarted',
  'LeaseExtended',
  'RenderingHandedBack',
  ...providerSteps,
] as const satisfies readonly GenerationFact['type'][];
