import type { StoredImage } from '@easel/contracts/generation/events';
import type { UploadFact } from '@easel/contracts/uploads/events';
import type { UploadPurpose } from '@easel/contracts/uploads/policy';
import { uploadStream } from '@easel/contracts/uploads/stream';
import type { Decider } from '@easel/kernel/deciding/decider';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';

/** An upload as it is sent along; null while there is none, or none any more. */
type Kept = { readonly memberId: string; readonly file: StoredImage; readonly purpose: UploadPurpose } | null;

const kept: Decider<Kept, never, UploadFact> = {
  initial: () => null,
  decide: () => [],
  evolve: (_state, { type, data }) =>
    type === 'PictureUploaded' ? { memberId: data.memberId, file: data.original, purpose: data.purpose } : null,
};

/** Read-only door to pictures that members brought along, straight from their streams. */
@Injectable()
export class UploadsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Undefined where it is not there or not the member's. */
  async ofMember(
    memberId: string,
    uploadId: string,
  ): Promise<{ file: StoredImage; purpose: UploadPurpose } | undefined> {
    const { state } = await this.runner.fold(uploadStream.nameOf(uploadId), kept);
    return state?.memberId === memberId ? { file: state.file, purpose: state.purpose } : undefined;
  }
}
