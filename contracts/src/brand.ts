/** What the product is called, wherever a person reads it. */
export const brand = {
  name: 'Easel',
  /** In names of files. */
  slug: 'easel',
} as const;
