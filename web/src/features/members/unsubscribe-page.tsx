import { brand } from '@easel/contracts/brand';
import { ApiError, isRefusal } from '@easel/contracts/kernel/client/api-error';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { marketingProblems } from '@easel/contracts/members/problems';
import { CircleX, Link2Off, MailCheck, MailMinus, MailX, UserX, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { focusHeading } from '../../lib/focus.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormPage, FormProblem } from './form-page.tsx';
import styles from './unsubscribe-page.module.css';
import { unsubscribeOutcomeOf, type UnsubscribeStatus } from './unsubscribe-words.ts';

const ICONS: Readonly<Record<UnsubscribeStatus, LucideIcon>> = {
  success: MailX,
  resubscribed: MailCheck,
  missing: Link2Off,
  invalid: Link2Off,
  not_found: UserX,
  error: CircleX,
  unknown: CircleX,
};

/** spec: public-and-commerce §2.14. Also describes the monthly mail. */
const MISSED = [
  'The month in the public gallery, and what you made in it',
  'Discounts',
  'News of features',
  'Tips',
  'Early access to new AI models',
];

const statusByCode: Readonly<Record<string, UnsubscribeStatus>> = {
  [marketingProblems.linkMissing.code]: 'missing',
  [marketingProblems.linkInvalid.code]: 'invalid',
  [marketingProblems.accountUnknown.code]: 'not_found',
};

/** Where marketing mails lead who wants no more of them: opening it changes nothing, since programs open links, too. */
export default function UnsubscribePage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  const choice = useChoice(token ?? '');
  const outcome = unsubscribeOutcomeOf(params.get('status'), token);
  const status = outcome?.status;
  useEffect(() => {
    if (status) focusHeading();
  }, [status]);

  if (!outcome) {
    return (
      <FormPage
        title={`Unsubscribe from ${brand.name}`}
        lead="We stop sending you marketing emails. What concerns your account still reaches you. You would miss:"
        icon={<MailMinus size={24} />}
      >
        <ul className={styles.missed}>
          {MISSED.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <FormProblem message={choice.problem} />
        <div className={styles.actions}>
          <Button look="primary" busy={choice.busy} onClick={choice.unsubscribe}>
            Yes, Unsubscribe Me
          </Button>
          <ButtonLink to="/">No, Keep Me Subscribed</ButtonLink>
        </div>
      </FormPage>
    );
  }

  const Icon = ICONS[outcome.status];
  return (
    <FormPage title={outcome.title} lead={outcome.text} icon={<Icon size={24} />}>
      <FormProblem message={choice.problem} />
      <div className={styles.actions}>
        <ButtonLink look="primary" to="/">
          Go to Homepage
        </ButtonLink>
        {token && <OtherWay status={outcome.status} {...choice} />}
      </div>
    </FormPage>
  );
}

interface Choice {
  busy: boolean;
  problem: string | undefined;
  unsubscribe: () => void;
  resubscribe: () => void;
}

/** What can be done after this, by the same link. */
function OtherWay({ status, busy, unsubscribe, resubscribe }: Choice & { status: UnsubscribeStatus }): ReactNode {
  const [label, act] =
    status === 'success'
      ? ['Resubscribe', resubscribe]
      : status === 'resubscribed'
        ? ['Unsubscribe Again', unsubscribe]
        : status === 'error'
          ? ['Try Again', unsubscribe]
          : [];
  return (
    act && (
      <Button busy={busy} onClick={act}>
        {label}
      </Button>
    )
  );
}

/** Sends what was chosen; what became of it stands in the address, so that a reload shows it again. */
function useChoice(token: string): Choice {
  const [, setParams] = useSearchParams();
  const unsubscribe = useCommand(marketingHttp.unsubscribe);
  const resubscribe = useCommand(marketingHttp.resubscribe);
  const [problem, setProblem] = useState<string>();

  async function choose(act: () => Promise<{ status: UnsubscribeStatus }>) {
    setProblem(undefined);
    const status = await act().then(
      (reply) => reply.status,
      (error: unknown) => {
        const known = error instanceof ApiError ? statusByCode[error.code] : undefined;
        if (!known) setProblem(wordsOf(error));
        return known;
      },
    );
    if (status) setParams({ token, status }, { replace: true });
  }

  const input = { body: { token } };
  return {
    busy: unsubscribe.isPending || resubscribe.isPending,
    problem,
    unsubscribe: () => void choose(() => unsubscribe.mutateAsync(input)),
    resubscribe: () => void choose(() => resubscribe.mutateAsync(input)),
  };
}

/** spec: public-and-commerce §8 "Unsubscribe". */
function wordsOf(error: unknown): string {
  if (isRefusal(error)) return error.message;
  const unanswered = error instanceof ApiError && error.kind !== 'http';
  return unanswered
    ? 'An error occurred while processing your request.'
    : 'Failed to unsubscribe. Please try again or contact support.';
}
