import { useEffect } from 'react';
import { viewTelling } from './view-telling.ts';

/** Counts that a public picture is looked at while it is shown; undefined where none is. */
export function usePictureView(generationId: string | undefined): void {
  useEffect(() => {
    if (generationId === undefined || !viewTelling.isOn) return undefined;
    let leave = () => {};
    let hasLeft = false;
    // Loaded where a picture is shown, as no other page needs it. Without it the view is not counted.
    import('./picture-view.ts').then(
      ({ noteView }) => {
        if (!hasLeft) leave = noteView(generationId);
      },
      () => {},
    );
    return () => {
      hasLeft = true;
      leave();
    };
  }, [generationId]);
}
