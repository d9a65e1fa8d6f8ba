import type { StoredImage } from '@easel/contracts/generation/events';
import { UPLOADS_MAX, type UploadPurpose } from '@easel/contracts/uploads/policy';
import type { KeptUpload } from '@easel/contracts/uploads/view';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { idsOf, uploads, type Uploads } from './uploads.decider.ts';

/** Read-only access to members' uploads, from their streams. */
@Injectable()
export class UploadsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Returns the stored file (PNG or JPEG); undefined when the upload is deleted or not this member's. */
  async ofMember(
    memberId: string,
    uploadId: string,
  ): Promise<{ file: StoredImage; purpose: UploadPurpose } | undefined> {
    const upload = await this.find(memberId, uploadId);
    return upload && { file: upload.original, purpose: upload.purpose };
  }

  /** Returns an upload; undefined when it is deleted or not this member's. */
  async find(memberId: string, uploadId: string): Promise<KeptUpload | undefined> {
    const { kept } = await this.stateOf(memberId);
    return Object.hasOwn(kept, uploadId) ? kept[uploadId] : undefined;
  }

  /** Returns all uploads that a member keeps, including masks, oldest first. */
  async allOf(memberId: string): Promise<readonly (KeptUpload & { id: string })[]> {
    return Object.entries((await this.stateOf(memberId)).kept).map(([id, upload]) => ({ id, ...upload }));
  }

  /** Returns whether the member has reached the limit of reference pictures. */
  async isFull(memberId: string): Promise<boolean> {
    return idsOf(await this.stateOf(memberId), 'reference').length >= UPLOADS_MAX;
  }

  private async stateOf(memberId: string): Promise<Uploads> {
    return (await this.runner.fold(uploadStream.nameOf(memberId), uploads)).state;
  }
}
