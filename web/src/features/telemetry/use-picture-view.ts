import { useEffect } from 'react';
import { noteView } from './picture-view.ts';

/** Counts that a public picture is looked at while it is shown; undefined where none is. */
export function usePictureView(generationId: string | undefined): void {
  useEffect(() => (generationId === undefined ? undefined : noteView(generationId)), [generationId]);
}
