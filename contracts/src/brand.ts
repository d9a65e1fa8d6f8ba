/** What the product is called, wherever a person reads it. */
export const brand = {
  name: 'Easel',
  /** In names of files. */
  slug: 'easel',
  /** Where people find it, written on watermarks and in mails. */
  site: 'easel.example',
} as const;
