import { useQuery } from '@tanstack/react-query';
import { useValues, type LiveForm } from '../../lib/live-form.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { AuthorLink } from '../images/byline.tsx';
import { remixQuery } from './remix.ts';
import type { GeneratorForm } from './generator-form.ts';
import styles from './remix-notice.module.css';

/** Says that the form began with somebody's picture, which the result will name; that can be left off. */
export default function RemixNotice({ form }: { form: LiveForm<GeneratorForm> }) {
  const { remix_of: remixOf } = useValues(form, ['remix_of']);
  const author = useQuery({ ...remixQuery(remixOf), enabled: remixOf !== '' }).data?.generation.author;
  if (!remixOf) return null;
  const leaveOff = () => {
    form.setValue('remix_of', '', { shouldValidate: form.formState.isSubmitted });
    form.setFocus('prompt');
  };
  const complaint = form.formState.errors.remix_of?.message;
  return (
    <Notice kind={complaint ? 'problem' : 'info'} action={<Button onClick={leaveOff}>Not a remix</Button>}>
      {complaint ?? 'What you make is a remix, and says of which picture once it is public.'}{' '}
      <PageLink to={`/image/${remixOf}`}>See that picture</PageLink>
      {author && (
        <span className={styles.maker}>
          It was made by <AuthorLink author={author} />
        </span>
      )}
    </Notice>
  );
}
