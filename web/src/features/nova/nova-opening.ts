import { createStore } from '../../lib/store.ts';

/** Whether the panel is open. */
export const novaOpen = createStore(false);

let opener: Element | null = null;

/** Opens the panel; the focus goes back to what had it when the panel is closed. */
export function openNova(): void {
  opener = document.activeElement;
  novaOpen.set(true);
}

/** Returns what had the focus when the panel was opened; null where it is gone. */
export const novaOpener = (): HTMLElement | null =>
  opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null;
