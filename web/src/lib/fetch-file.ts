import { ApiError } from '@easel/contracts/kernel/client/api-error';

/** A size or format nobody had yet is made first; the server says that it is busy until then. */
const AGAIN_AFTER_MS = 2500;
const TRIES = 12;

/** Returns a file as soon as the server has made it. Throws the server's refusal where it cannot make it. */
export async function whenMade<File>(fetchFile: () => Promise<File>): Promise<File> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchFile();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}
