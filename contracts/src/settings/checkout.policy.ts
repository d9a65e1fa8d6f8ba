/** The longest that a change of test mode takes to be in force in every process, and to show on an open page. */
export const CHECKOUT_FORCE_MS = 5_000;
/**
 * How old what a process knows may become where the bus told it nothing, and how often a page asks: together within
 * that time.
 */
export const CHECKOUT_LOOKUP_MS = 1_000;
export const CHECKOUT_PAGE_MS = 3_500;
