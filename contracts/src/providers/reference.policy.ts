/** Roles of a reference picture, for providers that distinguish them. */
export const referenceRoles = ['structure', 'style'] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/** Most reference pictures per request, at any provider. */
export const REFERENCES_MAX = 8;
