import * as z from 'zod/mini';

/** Reads JSON as a shape of the contract; undefined where it does not fit. */
export type ShapeReader = (shape: z.ZodMiniType, json: unknown) => { data: unknown } | undefined;

/** Checks all of it by its schema. */
export const checkedShape: ShapeReader = (shape, json) => {
  const { success, data } = z.safeParse(shape, json);
  return success ? { data } : undefined;
};
