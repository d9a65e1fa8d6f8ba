/** An export can be fetched for so long; then its file is deleted. */
export const EXPORT_KEPT_DAYS = 7;

/** A member is given one in so many hours. */
export const EXPORT_EVERY_HOURS = 24;

/** An address to fetch it by holds so long: the page asks for another whenever it is looked at. */
export const EXPORT_LINK_MS = 15 * 60_000;
