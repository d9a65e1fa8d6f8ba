import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { defineProblems } from '../kernel/problem.ts';
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS, UPLOAD_MIN_SIDE_PX, UPLOADS_MAX, uploadPurposes } from './policy.ts';

export const uploadProblems = defineProblems('uploads', {
  notFound: [404, 'Not found'],
  tooLarge: [413, 'This file is larger than 10 MB. Please send a smaller one.'],
  notAPicture: [415, 'This file is not a PNG, JPEG, WebP or AVIF picture.'],
  maskFormat: [415, 'A mask must be a PNG picture.'],
  maskEmpty: [422, 'Nothing is marked. Please paint over the part to change.'],
  broken: [422, 'This file cannot be read as a picture. It may be damaged.'],
  animated: [422, 'This picture is animated. Please send a still picture.'],
  tooManyPixels: [422, `This picture has more than ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels.`],
  tooSmall: [422, `Each side of a picture must have at least ${UPLOAD_MIN_SIDE_PX} pixels.`],
  full: [409, `You have ${UPLOADS_MAX} uploads. Delete some before you send more.`],
});

const success = z.literal(true);
const byId = z.object({ id: z.uuid() });

export const upload = z.object({
  id: z.string(),
  file_name: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  /** WebP, for the upload's own member; these addresses accept the image cookie. */
  preview_url: z.string(),
  thumbnail_url: z.string(),
  uploaded_at: z.string(),
});
export type Upload = z.output<typeof upload>;

export const uploadsHttp = {
  /** Stores a file. The body is the file itself; its format is sniffed, and the content type is ignored. */
  send: route({
    method: 'POST',
    path: '/api/uploads',
    side: 'command',
    access: 'member',
    query: z.object({
      purpose: z._default(z.enum(uploadPurposes), 'reference'),
      name: z._default(z.string().check(z.maxLength(200)), ''),
    }),
    file: true,
    bodyBytes: UPLOAD_MAX_BYTES,
    reply: z.object({ success, upload }),
    errors: Object.values(uploadProblems),
    moves: ['uploads'],
    limit: { calls: 60, seconds: 600 },
    idempotent: true,
  }),
  /** Lists uploads, newest first, without masks. */
  list: route({
    method: 'GET',
    path: '/api/uploads',
    side: 'query',
    access: 'member',
    query: pageQuery(24),
    reply: z.object({ success, uploads: z.array(upload), pagination }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/uploads/:id',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success }),
    errors: [uploadProblems.notFound],
    moves: ['uploads'],
    limit: { calls: 600, seconds: 60 },
  }),
  /** Returns the upload as WebP in the requested size. The path is below that of the image cookie. */
  image: route({
    method: 'GET',
    path: '/api/images/auth/uploads/:id/:size',
    side: 'command',
    access: 'member-or-cookie',
    params: z.object({ id: z.uuid(), size: z.enum(['preview', 'thumbnail']) }),
    errors: [uploadProblems.notFound],
    limit: { calls: 1200, seconds: 60 },
  }),
};
