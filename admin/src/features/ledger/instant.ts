/**
 * What a field for a date and a time holds, to the millisecond; it stands for UTC here, whatever the browser's own zone
 * is.
 */
export const fieldOf = (iso: string | undefined): string => {
  if (iso === undefined || iso === '') return '';
  const text = new Date(iso).toISOString().slice(0, -1);
  // As browsers write it themselves: another text for the same instant would move the cursor.
  return text.replace(/\.000$/, '').replace(/(T..:..):00$/, '$1');
};

/** An instant as it is sent; undefined while the field is not filled in. */
export const instantOf = (field: string): string | undefined => {
  const at = new Date(`${field}Z`);
  return field === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The millisecond before or after: the log knows none finer. */
export const beside = (iso: string, ms: -1 | 1): string => new Date(Date.parse(iso) + ms).toISOString();

/** '2026-11-21 10:00:00.120 UTC' */
export const utcText = (iso: string): string => `${new Date(iso).toISOString().slice(0, -1).replace('T', ' ')} UTC`;
