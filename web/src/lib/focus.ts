import { flushSync } from 'react-dom';

/** Where a reader starts: the page's heading. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

/**
 * Closes a dialog whose opener is about to vanish: the focus goes to the heading, which is inert until the dialog is
 * gone.
 */
export function closeToHeading(close: () => void): void {
  flushSync(close);
  focusHeading();
}
