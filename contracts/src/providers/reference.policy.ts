/** What a reference may be given for, where a provider asks. */
export const referenceRoles = ['structure', 'style'] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/** Reference pictures of one request, whoever makes it. */
export const REFERENCES_MAX = 8;
