import { uploadsHttp } from './http.ts';

/** Returns the path at which a member sees their own upload. */
export const uploadAddress = (id: string, size: 'preview' | 'thumbnail'): string =>
  uploadsHttp.image.path.replace(':id', id).replace(':size', size);
