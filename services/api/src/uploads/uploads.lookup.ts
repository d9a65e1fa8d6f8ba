import type { StoredImage } from '@easel/contracts/generation/events';
import { UPLOADS_MAX, type UploadPurpose } from '@easel/contracts/uploads/policy';
import type { KeptUpload } from '@easel/contracts/uploads/view';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { idsOf, uploads, type Uploads } from './uploads.decider.ts';

/** Read-only access to the pictures that members brought along, from their streams. */
@Injectable()
export class UploadsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** The file of a member's upload as it is stored, PNG or JPEG; undefined where it is not theirs, or deleted. */
  async ofMember(
    memberId: string,
    uploadId: string,
  ): Promise<{ file: StoredImage; purpose: UploadPurpose } | undefined> {
    const upload = await this.find(memberId, uploadId);
    return upload && { file: upload.original, purpose: upload.purpose };
  }

  /** Undefined where it is not theirs, or deleted. */
  async find(memberId: string, uploadId: string): Promise<KeptUpload | undefined> {
    const { kept } = await this.stateOf(memberId);
    return Object.hasOwn(kept, uploadId) ? kept[uploadId] : undefined;
  }

  /** All that a member keeps, masks among them, the oldest first. */
  async allOf(memberId: string): Promise<readonly (KeptUpload & { id: string })[]> {
    return Object.entries((await this.stateOf(memberId)).kept).map(([id, upload]) => ({ id, ...upload }));
  }

  /** Whether there is no room for another picture. */
  async isFull(memberId: string): Promise<boolean> {
    return idsOf(await this.stateOf(memberId), 'reference').length >= UPLOADS_MAX;
  }

  private async stateOf(memberId: string): Promise<Uploads> {
    return (await this.runner.fold(uploadStream.nameOf(memberId), uploads)).state;
  }
}
