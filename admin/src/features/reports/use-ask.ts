import type { CallInput } from '@easel/contracts/kernel/client/address';
import { reportsHttp } from '@easel/contracts/reports/http';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../lib/use-action.ts';
import { failureText } from './failure-text.ts';
import { runPath } from './titles.ts';

type Asked = CallInput<typeof reportsHttp.request>['body'];

/** Asks for a run, and goes where it is made. */
export function useAsk() {
  const request = useAction(reportsHttp.request);
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  async function ask(body: Asked): Promise<void> {
    const id = crypto.randomUUID();
    setAsking(true);
    setError(undefined);
    try {
      await request({ params: { id }, body });
      await navigate(runPath(body.report, id));
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setAsking(false);
    }
  }
  return { ask, error, isAsking };
}
