/** The product's name, wherever a person reads it. */
export const brand = { name: 'Easel' } as const;
