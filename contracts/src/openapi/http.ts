import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';

const limit = { calls: 600, seconds: 60 };

/** Serves the OpenAPI document and the page that shows it. */
export const openapiHttp = {
  document: route({ method: 'GET', path: '/api/openapi.json', side: 'query', access: 'anyone', limit }),
  viewer: route({ method: 'GET', path: '/api/docs', side: 'query', access: 'anyone', limit }),
  /** Scripts and styles of the page. A name contains a hash of the content and never changes. */
  asset: route({
    method: 'GET',
    path: '/api/docs/assets/:name',
    side: 'query',
    access: 'anyone',
    params: z.object({ name: z.string().check(z.regex(/^[\w.-]{1,100}$/)) }),
    limit,
  }),
};
