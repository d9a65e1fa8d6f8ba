import type { StoredImage } from '@easel/contracts/generation/events';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import type { FinishedPicture, FinishTask, Prepared, PrepareTask } from '../remote/pixel-tasks.ts';
import type { ImageJob, MadeImage } from './image-maker.ts';

/** Work for the render process. Its files go to the blob store there, so that no pixels pass between processes. */
export type RenderTask =
  | { readonly image: ImageJob }
  | { readonly format: DerivedRequest }
  | { readonly prepare: PrepareTask }
  | { readonly finish: FinishTask }
  /** A blob. */
  | { readonly preview: string };

export type RenderResult =
  MadeImage<StoredImage> | DerivedFile | Prepared | FinishedPicture | { readonly preview: string | undefined };

export type ToRenderProcess = { readonly id: number } & (RenderTask | { readonly abort: true });

/** After the abort of a task the process still replies once it has let go of the task. */
export type FromRenderProcess = { readonly id: number } & (
  | { readonly progress: number }
  | { readonly result: RenderResult }
  | { readonly error: { readonly name: string; readonly message: string } }
);
