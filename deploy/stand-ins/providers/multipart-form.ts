import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export interface Form {
  fields: Record<string, unknown>;
  /** Same order as in the form. */
  files: { name: string; bytes: Buffer }[];
}

/** Reads a multipart form with its files. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: {}, files: [] };
  for await (const part of request.parts()) {
    if (part.type === 'file') form.files.push({ name: part.fieldname, bytes: await part.toBuffer() });
    else form.fields[part.fieldname] = part.value;
  }
  return form;
}

/** Returns the files of `image[]`, or the single `image` of older clients. */
export const imagesOf = ({ files }: Form): Buffer[] =>
  files.filter(({ name }) => name === 'image[]' || name === 'image').map(({ bytes }) => bytes);

export const maskOf = ({ files }: Form): Buffer | undefined => files.find(({ name }) => name === 'mask')?.bytes;
