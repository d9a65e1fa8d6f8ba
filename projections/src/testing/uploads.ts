import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
import type { Recorder } from './recorded.ts';

type Uploaded = Extract<UploadFact, { type: 'PictureUploaded' }>['data'];

const file = (letter: string, width: number, height: number) => ({ blob: letter.repeat(64), bytes: 9, width, height });

/** What becomes of one upload. */
export class UploadStory {
  readonly uploadId = randomUUID();

  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string,
  ) {}

  uploaded(uploadedAt: string, over: Partial<Uploaded> = {}): Recorded {
    return this.record({
      type: 'PictureUploaded',
      data: {
        uploadId: this.uploadId,
        memberId: this.memberId,
        purpose: 'reference',
        sentAs: 'webp',
        fileName: 'fox.webp',
        original: file('a', 640, 480),
        preview: file('b', 512, 384),
        thumbnail: file('c', 384, 288),
        thumbhash: 'AAAA',
        uploadedAt,
        ...over,
      },
    });
  }

  deleted(): Recorded {
    return this.record({ type: 'UploadDeleted', data: { uploadId: this.uploadId, memberId: this.memberId } });
  }

  private record(fact: UploadFact): Recorded {
    return this.recorder.record(uploadStream.nameOf(this.memberId), fact);
  }
}
