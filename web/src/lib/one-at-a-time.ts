/**
 * Runs work of this name in one tab after the other. Where the browser has no Web Locks, such as on a page without
 * https, it runs at once.
 */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager | null } = navigator;
  return locks ? locks.request(name, work) : work();
}
