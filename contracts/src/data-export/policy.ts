/** An export can be fetched for so long; then its file is deleted. */
export const EXPORT_KEPT_DAYS = 7;

/** A member is given one in so many hours. */
export const EXPORT_EVERY_HOURS = 24;

/** The originals in one export take up to so many bytes; the oldest beyond it are listed, and had from the gallery. */
export const EXPORT_PICTURES_BYTES = 5_000_000_000;

/** An address to fetch it by holds so long: the page asks for another whenever it is looked at. */
export const EXPORT_LINK_MS = 15 * 60_000;
