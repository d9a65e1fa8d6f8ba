const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const LONGEST = 32;

/** Every UUID in it by its first eight digits, and what is still too long cut in its middle. */
export function shortId(id: string): string {
  const short = id.replaceAll(UUID, (uuid) => `${uuid.slice(0, 8)}…`);
  if (short.length <= LONGEST) return short;
  const half = Math.floor((LONGEST - 1) / 2);
  return `${short.slice(0, half)}…${short.slice(-half)}`;
}
