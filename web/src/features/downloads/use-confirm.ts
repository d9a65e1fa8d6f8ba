import { brand } from '@easel/contracts/brand';
import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { downloadProblems, type DownloadFormat } from '@easel/contracts/downloads/policy';
import { ApiError, messageOf } from '@easel/contracts/kernel/client/api-error';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../lib/api.ts';
import { whenMade } from '../../lib/fetch-file.ts';
import { useCommand } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { sameTerms } from './quotes.ts';

export interface Quoted {
  quote: Quote;
  token: string;
}

/** spec: member-experience §8; spec: public-and-commerce §8 "Download". */
const MESSAGES = {
  own: { done: 'Image downloaded!', failed: 'Download failed' },
  public: { done: 'Image downloaded successfully!', failed: 'Download failed. Please try again.' },
};

interface ConfirmOptions {
  place: keyof typeof MESSAGES;
  /** A new quote for the same request; undefined where there is none to be had. */
  quoteAnew: () => Promise<Quoted | undefined>;
  /** Called unless the dialog is closed by then. */
  onDone: () => void;
}

const CHANGED = 'The quote has changed. Please look at it again before you download.';
const isSpent = (error: unknown) => error instanceof ApiError && error.status === downloadProblems.tokenSpent.status;

/**
 * Takes a quote up and saves the file; says that it was downloaded once all of it is there, also where whoever asked is
 * closed by then. A quote that has run out meanwhile is renewed once, unless it says something else. `asking`: whether
 * the download is granted is not known yet.
 */
export function useConfirm({ place, quoteAnew, onDone }: ConfirmOptions) {
  const messages = MESSAGES[place];
  const confirm = useCommand(downloadsHttp.confirm);

  const take = ({ quote, token }: Quoted, format: DownloadFormat) =>
    confirm.mutateAsync({ body: { token, format, resolutionTier: quote.finalTier } });

  const saving = useMutation({
    /** Answers false where the quote has changed. */
    async mutationFn({ quoted, format }: { quoted: Quoted; format: DownloadFormat }): Promise<boolean> {
      const link = await take(quoted, format).catch(async (error: unknown) => {
        const renewed = isSpent(error) ? await quoteAnew() : undefined;
        if (!renewed) throw error;
        return sameTerms(quoted.quote, renewed.quote) ? take(renewed, format) : undefined;
      });
      if (!link) return false;
      const token = link.downloadUrl.slice(link.downloadUrl.lastIndexOf('/') + 1);
      const file = await whenMade(() => download(downloadsHttp.file, { params: { token } }));
      saveFile(file.blob, file.fileName ?? `${brand.slug}.${format}`);
      return true;
    },
    onSuccess: (isSaved) => {
      if (isSaved) toast.success(messages.done);
    },
    onError: () => toast.error(messages.failed),
  });

  const problem = () => {
    if (saving.isError) return `Download failed. ${messageOf(saving.error, 'Please try again.')}`;
    return saving.data === false ? CHANGED : null;
  };
  return {
    busy: saving.isPending,
    asking: confirm.isPending,
    problem: problem(),
    start: (quoted: Quoted, format: DownloadFormat) =>
      saving.mutate({ quoted, format }, { onSuccess: (isSaved) => isSaved && onDone() }),
    forgive: () => saving.reset(),
  };
}
