import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, CircleX, Link2Off, UserX, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { FormPage } from './form-page.tsx';
import styles from './form-page.module.css';
import { ME, useIsSignedIn } from './session.ts';
import { verificationOf, type Verification } from './verification.ts';

const ICONS: Record<Verification['status'], LucideIcon> = {
  success: BadgeCheck,
  invalid: Link2Off,
  missing: Link2Off,
  not_found: UserX,
  error: CircleX,
};

/** spec: public-and-commerce §2.15: what became of the link in the mail. */
export default function VerifySuccessPage() {
  const [params] = useSearchParams();
  const { status, title, text } = verificationOf(params.get('status'));
  const signedIn = useIsSignedIn();
  const client = useQueryClient();

  useEffect(() => {
    if (status === 'success') void client.invalidateQueries({ queryKey: [ME] });
  }, [client, status]);

  const Icon = ICONS[status];
  return (
    <FormPage title={title} lead={text} icon={<Icon size={24} />}>
      <div className={styles.actions}>
        {signedIn ? (
          <>
            <ButtonLink look="primary" to="/">
              Go to the dashboard
            </ButtonLink>
            {status !== 'success' && <ButtonLink to="/profile">Send a new link</ButtonLink>}
          </>
        ) : (
          <>
            <ButtonLink look="primary" to="/login">
              Sign in
            </ButtonLink>
            <ButtonLink to="/register">Create an account</ButtonLink>
          </>
        )}
      </div>
    </FormPage>
  );
}
