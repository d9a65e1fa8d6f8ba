import type {
  GenerationEdit,
  GenerationReference,
  SourcePicture,
  StoredImage,
} from '@easel/contracts/generation/events';
import type { GenerationRequest } from '@easel/contracts/generation/bodies.http';
import { Refused } from '@easel/contracts/kernel/problem';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { UploadPurpose } from '@easel/contracts/uploads/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { Injectable } from '@nestjs/common';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { UploadsLookup } from '../uploads/uploads.lookup.ts';
import { GenerationLookup } from './generation.lookup.ts';

interface AskedReference extends Pick<GenerationReference, 'role' | 'strength'> {
  readonly kind: 'image' | 'upload';
  readonly id: string;
  readonly generationId?: string | undefined;
}

interface ImageIds {
  readonly generationId: string;
  readonly variantId: string;
}

/**
 * Finds the pictures that a member may have sent along. Refuses with `providers.reference_gone` what is not there or
 * not theirs, and with `.reference_not_licensed` what they bought and may not remix.
 */
@Injectable()
export class SourcePictures {
  constructor(
    private readonly generations: GenerationLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly people: PeopleLookup,
    private readonly uploads: UploadsLookup,
    private readonly blobs: BlobStore,
  ) {}

  /** Undefined where none is asked for. */
  async asked(
    memberId: string,
    asked: GenerationRequest['references'] = [],
  ): Promise<GenerationReference[] | undefined> {
    return this.references(
      memberId,
      asked.map(({ generation_id: generationId, ...one }) => ({ ...one, generationId })),
    );
  }

  /** Those of an earlier request once more, as they are now. */
  async again(
    memberId: string,
    {
      references = [],
      edit,
    }: { references?: readonly GenerationReference[] | undefined; edit?: GenerationEdit | undefined },
  ): Promise<{ references: GenerationReference[] | undefined; edit: GenerationEdit | undefined }> {
    const asked = references.map(({ kind, ...one }) => ({ ...one, kind: kindOf(kind) }));
    return { references: await this.references(memberId, asked), edit: edit && (await this.editAgain(memberId, edit)) };
  }

  /** An image of the member’s own, or one that they bought and may remix. */
  async image(memberId: string, { generationId, variantId }: ImageIds): Promise<SourcePicture> {
    const own = await this.generations.findListed(generationId);
    if (own?.memberId === memberId) return sourceOf('own', { generationId, variantId }, own.variants);
    const boughtFrom = await this.boughtFrom(memberId, variantId);
    if (boughtFrom === undefined) throw new Refused(providerProblems.referenceGone);
    if (!(await this.people.remixable(memberId, boughtFrom))) throw new Refused(providerProblems.referenceNotLicensed);
    const bought = await this.generations.findListed(boughtFrom);
    return sourceOf('bought', { generationId: boughtFrom, variantId }, bought?.variants ?? []);
  }

  /** The mask of the part that is repainted. */
  mask(memberId: string, uploadId: string): Promise<StoredImage> {
    return this.upload(memberId, uploadId, 'mask');
  }

  private async references(
    memberId: string,
    asked: readonly AskedReference[],
  ): Promise<GenerationReference[] | undefined> {
    if (asked.length === 0) return undefined;
    return Promise.all(
      asked.map(async ({ role, strength, ...one }) => ({
        ...(await this.source(memberId, one)),
        ...(role !== undefined && { role }),
        ...(strength !== undefined && { strength }),
      })),
    );
  }

  private async source(memberId: string, { kind, id, generationId }: AskedReference): Promise<SourcePicture> {
    if (kind === 'upload') return { kind, id, file: await this.upload(memberId, id, 'reference') };
    if (generationId === undefined) throw new Refused(providerProblems.referenceGone);
    return this.image(memberId, { generationId, variantId: id });
  }

  private async editAgain(memberId: string, edit: GenerationEdit): Promise<GenerationEdit> {
    const { kind, id, generationId } = edit.source;
    const source = await this.source(memberId, { kind: kindOf(kind), id, generationId });
    if (edit.kind === 'extend') return { kind: 'extend', source };
    if (!(await this.blobs.has(edit.mask.blob))) throw new Refused(providerProblems.referenceGone);
    return { ...edit, source };
  }

  private async upload(memberId: string, uploadId: string, purpose: UploadPurpose): Promise<StoredImage> {
    const found = await this.uploads.ofMember(memberId, uploadId);
    if (found?.purpose !== purpose) throw new Refused(providerProblems.referenceGone);
    return found.file;
  }

  /** The generation of an image that the member bought; undefined also where its files are kept back. */
  private async boughtFrom(memberId: string, variantId: string): Promise<string | undefined> {
    const has = await this.entitlements.of(memberId);
    const size = has.boughtSizes(variantId).findLast((one) => has.sizeRefusal(variantId, one) === undefined);
    const purchaseId = size && has.purchaseFor(variantId, size);
    return purchaseId === undefined ? undefined : has.purchase(purchaseId)?.generationId;
  }
}

const kindOf = (kind: SourcePicture['kind']): AskedReference['kind'] => (kind === 'upload' ? 'upload' : 'image');

function sourceOf(
  kind: 'own' | 'bought',
  { generationId, variantId }: ImageIds,
  variants: readonly { readonly variantId: string; readonly original: StoredImage }[],
): SourcePicture {
  const found = variants.find((variant) => variant.variantId === variantId);
  if (!found) throw new Refused(providerProblems.referenceGone);
  return { kind, id: variantId, generationId, file: found.original };
}
