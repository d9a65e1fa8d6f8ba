import { buffer } from 'node:stream/consumers';
import { Refused } from '@easel/contracts/kernel/problem';
import { uploadProblems } from '@easel/contracts/uploads/http';
import { intakeResult, type TakenUpload } from '@easel/contracts/uploads/intake';
import {
  UPLOAD_LONG_SIDE_PX,
  UPLOAD_MAX_PIXELS,
  type UploadFormat,
  type UploadPurpose,
} from '@easel/contracts/uploads/policy';
import { sniffUpload } from '@easel/contracts/uploads/sniff';
import type { KeptUpload } from '@easel/contracts/uploads/view';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { idOf, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { DerivedFileFailed, DerivedFiles } from '@easel/kernel/files/derived-files';
import { randomUUID } from '@easel/kernel/server/chance';
import { Sealer } from '@easel/kernel/identity/sealing';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { UploadCommand } from './uploads.decider.ts';
import { UploadsLookup } from './uploads.lookup.ts';

export interface SentFile {
  memberId: string;
  bytes: Buffer;
  purpose: UploadPurpose;
  /** The file name on the member's device; may be empty. */
  name: string;
}

/**
 * Accepts an uploaded file. It stores the sent bytes, lets the imaging process produce the kept files, and then records
 * the fact. No fact refers to the sent bytes, so the sweep removes them; after a crash it removes the produced files
 * too.
 */
@Injectable()
export class SendUpload {
  constructor(
    private readonly blobs: BlobStore,
    private readonly files: DerivedFiles,
    private readonly lookup: UploadsLookup,
    private readonly commands: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Stores a file, and returns the same upload for a repeat under the same idempotency key. Throws Refused,
   * DerivedFileLate, BlobStoreFull.
   */
  async send(sent: SentFile, context: CommandContext): Promise<KeptUpload & { id: string }> {
    const id = idOf(context, 'upload');
    const { memberId, purpose, name: fileName } = sent;
    const before = await this.lookup.find(memberId, id);
    if (before) return { id, ...before };
    const sentAs = formatOf(sent);
    if (purpose === 'reference' && (await this.lookup.isFull(memberId))) throw new Refused(uploadProblems.full);
    const { kind: _, ...files } = await this.takeIn(id, sent);
    faultPoint('uploads.before-fact');
    await this.commands.execute(
      decide<UploadCommand>(
        uploadStream,
        memberId,
        { type: 'KeepUpload', uploadId: id, memberId, purpose, sentAs, fileName, ...files },
        context,
      ),
    );
    await this.forgetErased(memberId, id, context);
    const kept = await this.lookup.find(memberId, id);
    // It was deleted in the meantime, or a repeat refers to a deleted upload.
    if (!kept) throw new Refused(uploadProblems.notFound);
    return { id, ...kept };
  }

  /** Deletes the upload when its account was erased meanwhile: the erasure may have looked before it was recorded. */
  private async forgetErased(memberId: string, uploadId: string, { key, ...context }: CommandContext): Promise<void> {
    if ((await this.sealer.erasedOf([memberId])).size === 0) return;
    const command: UploadCommand = { type: 'ForgetUpload', memberId, uploadId };
    await this.commands.execute(decide(uploadStream, memberId, command, { ...context, key: `${key} erased` }));
  }

  private async takeIn(id: string, { bytes, purpose }: SentFile): Promise<TakenUpload> {
    const { blob } = await this.blobs.put(bytes);
    faultPoint('uploads.after-sent');
    const result = intakeResult.parse(JSON.parse(await this.describe(blob, id, purpose)));
    if (result.kind === 'refused') throw new Refused(uploadProblems[result.problem]);
    return result;
  }

  /** Requests the derived files with a new `partId` each time: the result of an earlier call may have been swept. */
  private async describe(source: string, subjectId: string, purpose: UploadPurpose): Promise<string> {
    try {
      const described = await this.files.get({
        source,
        subjectId,
        partId: randomUUID(),
        format: purpose === 'mask' ? 'intake-mask' : 'intake',
        widthPx: UPLOAD_LONG_SIDE_PX,
        heightPx: UPLOAD_LONG_SIDE_PX,
      });
      const { stream } = await this.blobs.open(described.blob);
      return String(await buffer(stream));
    } catch (error) {
      // A file that crashes the decoder three times is refused as broken. Without its source (swept) the error is
      // temporary, and the client retries.
      const isBroken = error instanceof DerivedFileFailed && (await this.blobs.has(source));
      throw isBroken ? new Refused(uploadProblems.broken) : error;
    }
  }
}

/** Detects the format. Throws Refused for files that can be refused without decoding them. */
function formatOf({ bytes, purpose }: SentFile): UploadFormat {
  const sniffed = sniffUpload(bytes);
  if (sniffed.kind === 'other') throw new Refused(uploadProblems.notAPicture);
  if (sniffed.kind === 'animated') throw new Refused(uploadProblems.animated);
  const { format, width = 1, height = 1 } = sniffed;
  if (purpose === 'mask' && format !== 'png') throw new Refused(uploadProblems.maskFormat);
  if (width * height > UPLOAD_MAX_PIXELS) throw new Refused(uploadProblems.tooManyPixels);
  return format;
}
