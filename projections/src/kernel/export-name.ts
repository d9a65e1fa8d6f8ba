/** What an export is narrowed by: instants, days or months, a member's id, and filters of its own. */
type Narrowing = Readonly<Record<string, unknown>>;

interface NamedExport {
  /** The first word of every file's name. */
  product: string;
  /** As the file's reader calls it: `ledger`, `revenue`. */
  what: string;
  narrowedBy?: Narrowing;
  /** Stands before the day: the position that the file was made as of. */
  asOf?: string;
  at: Date;
  format: string;
}

/**
 * Returns the name of an exported file: what it holds, the member and the range that it is narrowed to, and the UTC day
 * on which it was made. Other filters become `filtered`, as their words may be personal.
 */
export function exportName({ product, what, narrowedBy = {}, asOf, at, format }: NamedExport): string {
  const { member, from, to, ...others } = narrowedBy;
  const parts = [
    product,
    what,
    typeof member === 'string' && `member-${member.slice(0, 8)}`,
    dayIn('from', from),
    dayIn('to', to),
    Object.values(others).some((value) => value !== undefined) && 'filtered',
    asOf !== undefined && `as-of-${asOf}`,
    (from !== undefined || to !== undefined) && 'made',
    at.toISOString().slice(0, 10),
  ];
  return `${parts.filter((part) => typeof part === 'string').join('-')}.${format}`;
}

/** `from-2026-11-01`; false where there is none. */
function dayIn(name: 'from' | 'to', value: unknown): string | false {
  const day = typeof value === 'string' ? /^\d{4}-\d{2}(-\d{2})?/.exec(value)?.[0] : undefined;
  return day !== undefined && `${name}-${day}`;
}
