import { accountProblems } from '@easel/contracts/account/http';
import { generationHttp } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatCredits } from '../../lib/figures.ts';
import { newPriceOf } from '../providers/price-change.ts';
import { askedOf } from '../images/asked-of.ts';
import { AgreeButtons, NotUnderstoodNotice } from '../images/not-understood.tsx';
import { generationKey } from './generations.ts';
import { idOf, type Job } from './job-list.ts';
import type { JobState } from './job-view.ts';
import type { JobActions } from './jobs.ts';

interface JobButtonsProps {
  job: Job;
  view: JobState;
  liveJob: LiveJob | undefined;
  actions: JobActions;
  /** Puts what was asked for back into the form. */
  onChange: () => void;
}

/** What can be done about a job: given up while it is open, tried again when it came to nothing. */
export default function JobButtons({ job, view, liveJob, actions, onChange }: JobButtonsProps) {
  const client = useQueryClient();
  const cancel = useCommand(generationHttp.cancel);
  const retry = useCommand(generationHttp.retry);
  const id = idOf(job);

  if (job.phase.name === 'refused' && askedOf(job.phase.error) !== undefined) {
    return <AgreeButtons onDraw={() => actions.agree(job)} onChange={onChange} />;
  }
  const price = job.phase.name === 'refused' ? newPriceOf(job.phase.error) : undefined;
  if (price !== undefined) {
    return (
      <>
        <Button onClick={() => actions.reprice(job, price)}>
          {`Make it for ${formatCredits(price)}${job.key === job.request ? '' : ' each'}`}
        </Button>
        <Button onClick={onChange}>Change the order</Button>
      </>
    );
  }
  if (view === 'refused' && job.order) {
    return (
      <>
        {lacksCredits(job) && <ButtonLink to="/pricing">Get credits</ButtonLink>}
        <Button onClick={() => actions.again(job)}>
          <RotateCcw size={16} aria-hidden="true" />
          Try again
        </Button>
      </>
    );
  }
  if ((view === 'failed' || view === 'cancelled') && id !== undefined && job.variantOf === null) {
    const start = (agreed = false) =>
      void retry.mutateAsync({ params: { id }, body: agreed ? { agreed } : {} }).then(
        ({ generation }) => actions.retried(job, generation.id),
        (error: unknown) => {
          if (askedOf(error) === undefined) toast.error(messageOf(error, 'Generation failed'));
        },
      );
    const asked = askedOf(retry.error);
    if (asked !== undefined) {
      return <NotUnderstoodNotice text={asked} onDraw={() => start(true)} onChange={onChange} />;
    }
    return (
      <Button busy={retry.isPending} onClick={() => start()}>
        <RotateCcw size={16} aria-hidden="true" />
        Try again
      </Button>
    );
  }
  if (
    id !== undefined &&
    (view === 'queued' || view === 'processing' || (view === 'storing' && liveJob?.status !== 'completed'))
  ) {
    const stop = () =>
      void cancel.mutateAsync({ params: { id } }).then(
        ({ generation }) => client.setQueryData(generationKey(id), { success: true, generation }),
        (error: unknown) => toast.error(messageOf(error, 'This could not be cancelled')),
      );
    return (
      <Button busy={cancel.isPending} onClick={stop}>
        Cancel
      </Button>
    );
  }
  return null;
}

/** What a plan with more credits would have helped. */
const lacksCredits = ({ phase }: Job): boolean =>
  phase.name === 'refused' && phase.error.code === accountProblems.insufficientCredits.code;
