import { uploadsHttp } from './http.ts';

/** Where a member's upload is shown to its member. */
export const uploadAddress = (id: string, size: 'preview' | 'thumbnail'): string =>
  uploadsHttp.image.path.replace(':id', id).replace(':size', size);
