/** Stands where a field is sealed, for everyone whom personal data is not shown to. */
export const SEALED = '[sealed]';

export const eventFormats = ['ndjson', 'csv'] as const;
export type EventFormat = (typeof eventFormats)[number];

/**
 * What stands in a graph of causes: what began it (a call, a webhook of the card service, a process or chore of the
 * system), facts, and the task at a picture's provider.
 */
export const causeKinds = ['command', 'webhook', 'process', 'fact', 'provider'] as const;
export type CauseKind = (typeof causeKinds)[number];

/** Facts that one graph shows at most. */
export const CAUSES_MAX = 400;

/** Values that one facet names at most, the commonest first (of days the newest); how many more there are it says. */
export const FACET_VALUES_MAX = 200;

/** How wide one count over time is. */
export const countUnits = ['minute', 'hour', 'day', 'month'] as const;
export type CountUnit = (typeof countUnits)[number];

/** Facts that one step is folded from at most. */
export const STEPS_MAX = 20_000;
/** Differences that one step tells at most, and characters of a state as JSON. */
export const CHANGES_MAX = 200;
export const STATE_CHARS_MAX = 200_000;
