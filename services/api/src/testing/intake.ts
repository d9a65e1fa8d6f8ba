import type { IntakeResult } from '@easel/contracts/uploads/intake';
import { uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import type { TestMember } from './api-server.ts';

/** The first bytes of a PNG of 640 × 480 pixels: enough for a file that only its text tells from others. */
export const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001e0', 'hex');

/** Sends such a file as a member; answers with the upload. */
export async function uploadAs({ http }: TestServer, { bearer }: TestMember, name = 'fox.png'): Promise<Upload> {
  const { body } = await supertest(http)
    .post(uploadsHttp.send.path)
    .query({ name })
    .set(...bearer)
    .set('content-type', 'image/png')
    .send(Buffer.concat([PNG_HEAD, Buffer.from(name)]))
    .expect(200);
  return uploadsHttp.send.reply.parse(body).upload;
}

/** What a test keeps of each file that is sent. */
export interface Intake {
  requests: DerivedRequest[];
  stop(): Promise<void>;
}

/** Takes files in as the imaging process does, without looking at them: each is kept as it is, as 640 × 480 pixels. */
export async function startIntake(
  { foundation }: TestServer,
  decide: (request: DerivedRequest) => IntakeResult | undefined | Promise<undefined> = () => undefined,
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
      return Buffer.from(JSON.stringify((await decide(request)) ?? taken));
    },
    { lookEveryMs: 20 },
  );
  return { requests, stop: () => maker.stop() };
}
