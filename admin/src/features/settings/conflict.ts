/** What to tell where somebody was faster; undefined for a refusal that does not say what stands now. */
export function conflictText({ message, body }: { message: string; body?: unknown }): string | undefined {
  const present = typeof body === 'object' && body !== null && 'present' in body ? body.present : undefined;
  if (typeof present !== 'object' || present === null || !('testMode' in present)) return undefined;
  const onOrOff = present.testMode === true ? 'on' : 'off';
  return `${message} Test mode is ${onOrOff} now, and yours was not done. The history tells who changed it and why.`;
}
