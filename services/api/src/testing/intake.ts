import type { IntakeResult } from '@easel/contracts/uploads/intake';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';

/** What a test keeps of each file that is sent. */
export interface Intake {
  requests: DerivedRequest[];
  stop(): Promise<void>;
}

/** Takes files in as the imaging process does, without looking at them: each is kept as it is, as 640 × 480 pixels. */
export async function startIntake(
  { foundation }: TestServer,
  decide: (request: DerivedRequest) => IntakeResult | undefined = () => undefined,
): Promise<Intake> {
  const requests: DerivedRequest[] = [];
  const store = async (text: string, width: number, height: number) => ({
    ...(await foundation.blobs.put(Buffer.from(text))),
    width,
    height,
  });
  const maker = await startDerivedMaker(
    foundation,
    async (request) => {
      requests.push(request);
      const taken: IntakeResult = {
        kind: 'taken',
        original: await store(`original of ${request.source}`, 640, 480),
        preview: await store(`preview of ${request.source}`, 512, 384),
        thumbnail: await store(`thumbnail of ${request.source}`, 384, 288),
        thumbhash: 'AAAA',
      };
      return Buffer.from(JSON.stringify(decide(request) ?? taken));
    },
    { lookEveryMs: 20 },
  );
  return { requests, stop: () => maker.stop() };
}
