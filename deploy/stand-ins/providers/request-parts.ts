import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const PNG = Buffer.from('\x89PNG', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const isPicture = (file: Buffer): boolean =>
  [PNG, JPEG].some((start) => file.subarray(0, start.length).equals(start)) ||
  file.subarray(8, 12).toString() === 'WEBP';

/** A base64 picture, with or without the prefix `data:…;base64,`. */
export const base64Picture = z
  .string()
  .transform((text) => Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64'))
  .refine(isPicture, 'must be a picture in base64');

/** Returns the path's last segment. */
export const nameIn = (request: FastifyRequest): string => (request.params as { name: string }).name;
