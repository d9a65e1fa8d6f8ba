import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { downloadProblems, type DownloadFormat } from '@easel/contracts/downloads/policy';
import { ApiError, messageOf } from '@easel/contracts/kernel/client/api-error';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { saveFrom } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { sameTerms } from './quotes.ts';

export interface Quoted {
  quote: Quote;
  token: string;
}

interface ConfirmOptions {
  /** A new quote for the same request; undefined where there is none to be had. */
  quoteAnew: () => Promise<Quoted | undefined>;
  onDone: () => void;
}

const isSpent = (error: unknown) => error instanceof ApiError && error.status === downloadProblems.tokenSpent.status;

/**
 * Takes a quote up and lets the browser fetch the file. One that has run out meanwhile is renewed once, unless it says
 * something else.
 */
export function useConfirm({ quoteAnew, onDone }: ConfirmOptions) {
  const confirm = useCommand(downloadsHttp.confirm);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const take = ({ quote, token }: Quoted, format: DownloadFormat) =>
    confirm.mutateAsync({ body: { token, format, resolutionTier: quote.finalTier } });

  async function start(quoted: Quoted, format: DownloadFormat): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const file = await take(quoted, format).catch(async (error: unknown) => {
        const renewed = isSpent(error) ? await quoteAnew() : undefined;
        if (!renewed) throw error;
        return sameTerms(quoted.quote, renewed.quote) ? take(renewed, format) : undefined;
      });
      if (!file) return setProblem('The quote has changed. Please look at it again before you download.');
      saveFrom(file.downloadUrl);
      toast.success('Image downloaded!');
      onDone();
    } catch (error) {
      setProblem(`Download failed. ${messageOf(error, 'Please try again.')}`);
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, start, forgive: () => setProblem(null) };
}
