/** When every life begins. */
export const BEGINS_MS = Date.UTC(2026, 9, 5, 9);

export const MASTER_KEY = '5eed'.repeat(16);
