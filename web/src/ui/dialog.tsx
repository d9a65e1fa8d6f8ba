import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';
import { openDialogs } from './open-dialogs.ts';
import { ToastOutlet } from './toast.tsx';

interface DialogProps {
  label: string;
  onClose: () => void;
  /** Called with each key, as long as no other dialog is on top; not with the browser's own shortcuts. */
  onKey?: (key: string) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A modal dialog, open as long as it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ label, onClose, onKey, className, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    openDialogs.set([...openDialogs.get(), id]);
    return () => {
      openDialogs.set(openDialogs.get().filter((open) => open !== id));
      dialog?.close();
    };
  }, [id]);

  return (
    <dialog
      ref={ref}
      aria-label={label}
      className={[styles.dialog, className].filter(Boolean).join(' ')}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // A dialog inside this one told of its own closing, or this one was opened again meanwhile.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
      onKeyDown={(event) => {
        const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
        if (openDialogs.get().at(-1) === id && !isShortcut) onKey?.(event.key);
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {children}
      <ToastOutlet layer={id} />
    </dialog>
  );
}
