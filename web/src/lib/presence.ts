import { focusManager, onlineManager } from '@tanstack/react-query';

export interface Presence {
  /** Somebody could see what comes in. */
  get(): boolean;
  stop(): void;
}

/** Follows whether there is a connection and a page that was looked at not longer ago than this. */
export function watchPresence(awayAfterMs: number, onChange: (present: boolean) => void): Presence {
  // A page that was opened out of sight has nobody before it yet.
  let away = !focusManager.isFocused();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let isReported: boolean;

  const read = () => onlineManager.isOnline() && !away;
  const tell = () => {
    const present = read();
    if (present === isReported) return;
    isReported = present;
    onChange(present);
  };
  const look = () => {
    if (focusManager.isFocused()) {
      clearTimeout(leaving);
      leaving = undefined;
      away = false;
    } else {
      leaving ??= setTimeout(() => {
        away = true;
        tell();
      }, awayAfterMs);
    }
    tell();
  };

  isReported = read();
  const ends = [focusManager.subscribe(look), onlineManager.subscribe(tell)];
  look();
  return {
    get: read,
    stop() {
      clearTimeout(leaving);
      for (const end of ends) end();
    },
  };
}
