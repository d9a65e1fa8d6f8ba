import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { brand } from '@easel/contracts/brand';
import { ApiError, messageOf } from '@easel/contracts/kernel/client/api-error';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { invalidateMoved, useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

/** Calls under way at the same time when a deed is done to many. */
const AT_ONCE = 4;

/** Does it to each; returns those for which it failed, with the reason. */
async function forEach(
  generations: readonly Generation[],
  action: (generation: Generation) => Promise<unknown>,
): Promise<{ generation: Generation; error: unknown }[]> {
  const failed: { generation: Generation; error: unknown }[] = [];
  const waiting = [...generations];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const generation = next;
      await action(generation).catch((error: unknown) => failed.push({ generation, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

/** Deletes one or many, and offers to bring them back for as long as the message stands. */
export function useDelete() {
  const client = useQueryClient();
  const restore = (generations: readonly Generation[]) =>
    void forEach(generations, ({ id }) => call(generationHttp.restore, { params: { id } })).then((failed) => {
      if (failed.length > 0) toast.error('Failed to restore image');
      return invalidateMoved(client, generationHttp.restore);
    });
  return useMutation({
    mutationFn: async (generations: readonly Generation[]) => {
      const failed = await forEach(generations, ({ id }) => call(generationHttp.remove, { params: { id } }));
      const kept = new Set(failed.map(({ generation }) => generation));
      const gone = generations.filter((generation) => !kept.has(generation));
      if (gone.length > 0) {
        toast.success(gone.length === 1 ? 'Image deleted successfully' : `${gone.length} images deleted successfully`, {
          label: 'Undo',
          run: () => restore(gone),
        });
      }
      if (failed.length > 0) toast.error('Failed to delete image');
      const ids = new Set(gone.map(({ id }) => id));
      // Whoever still looks at one of them would only be told that it is not there.
      await invalidateMoved(client, generationHttp.remove, ({ queryKey }) => !ids.has(String(queryKey.at(-1))));
      return gone;
    },
  });
}

export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (generation: Generation) => {
      await call(generationHttp.restore, { params: { id: generation.id } });
      toast.success('Image restored');
      await invalidateMoved(client, generationHttp.restore);
    },
    onError: () => toast.error('Failed to restore image'),
  });
}

export function useDeleteForEver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Generation) => {
      await call(generationHttp.removeForEver, { params: { id } });
      toast.success('Image deleted for ever');
      await invalidateMoved(client, generationHttp.removeForEver);
    },
    onError: () => toast.error('Failed to delete image'),
  });
}

/** What the server says of a picture that has to stay as it is. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409 ? error.message : undefined;

/** Makes one or many public or private. */
export function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ generations, isPublic }: { generations: readonly Generation[]; isPublic: boolean }) => {
      const failed = await forEach(generations, ({ id }) =>
        call(generationHttp.makePublic, { params: { id }, body: { isPublic } }),
      );
      const done = generations.length - failed.length;
      const [first] = failed;
      if (first) toast.error(reasonOf(first.error) ?? `Failed to make image ${isPublic ? 'public' : 'private'}`);
      else if (done === 1) toast.success(isPublic ? 'Image made public successfully!' : 'Image is private again');
      else toast.success(`${done} images made ${isPublic ? 'public' : 'private'} successfully!`);
      await invalidateMoved(client, generationHttp.makePublic);
    },
  });
}

export function useSave() {
  const save = useCommand(generationHttp.save);
  return (generation: Generation) =>
    save.mutate(
      { params: { id: generation.id } },
      {
        onSuccess: () => toast.success('Saved to gallery!'),
        onError: () => toast.error('Failed to save to gallery'),
      },
    );
}

/** Copies the address under which anyone sees it, or hands it to the device's own share sheet. */
export function useShare() {
  const share = useCommand(generationHttp.share);
  return (generation: Generation) =>
    share.mutate(
      { params: { id: generation.id } },
      {
        onSuccess: ({ url }) => void hand(url),
        onError: (error) => toast.error(messageOf(error, 'Failed to share generation')),
      },
    );
}

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

async function hand(url: string): Promise<void> {
  if (isTouch() && 'share' in navigator) {
    const shared = await navigator.share({ url, title: brand.name }).then(
      () => true,
      () => false,
    );
    if (shared) toast.success('Generation shared!');
    return;
  }
  if (!(await copyText(url))) return void toast.info(url);
  toast.success('Generation shared!');
  toast.info('The link is in your clipboard');
}
