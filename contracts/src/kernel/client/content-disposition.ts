/**
 * The file name a reply proposes (RFC 6266: the extended form first), reduced to a bare name; undefined when there is
 * none.
 */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined;
  const name = extended(header) ?? plain(header);
  const bare = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return bare === undefined || /^\.*$/.test(bare) ? undefined : bare;
}

function extended(header: string): string | undefined {
  const value = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function plain(header: string): string | undefined {
  const match = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
}
