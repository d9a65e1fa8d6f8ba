import { brand } from '@easel/contracts/brand';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useMutation } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useId, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { originOf, type Origin } from './origin-of.ts';
import styles from './verify-page.module.css';

/** Anybody drops a file here and is told whether it came from us, and whether it is as it left us. */
export default function VerifyPage() {
  const id = useId();
  const [name, setName] = useState('');
  const [isOver, setIsOver] = useState(false);
  const look = useMutation({ mutationFn: originOf });
  const take = (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    look.mutate(file);
  };
  return (
    <Page
      width="reading"
      heading="Verify an image"
      lead={`A file that a member downloads from ${brand.name} says so, signed. Find out whether yours does, and whether it was changed.`}
    >
      <label className={styles.drop} data-over={isOver}>
        <FileSearch size={28} aria-hidden="true" />
        <span className={styles.title}>Choose a file, or drop it here</span>
        <span className={styles.note} id={id}>
          PNG, JPG, WebP, TIFF or SVG. It stays on your device.
        </span>
        <input
          type="file"
          className={styles.input}
          aria-label="Image to verify"
          aria-describedby={id}
          // It lies over the whole field: what is dropped there is dropped on it.
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          accept="image/png,image/jpeg,image/webp,image/tiff,image/svg+xml"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </label>
      <div role="status" aria-busy={look.isPending} className={styles.result}>
        {look.isPending && <p>{`Looking at ${name}`}</p>}
        {look.isError && (
          <Notice kind="problem">{messageOf(look.error, 'The file could not be read. Please try again.')}</Notice>
        )}
        {look.data && <Told name={name} origin={look.data} />}
      </div>
    </Page>
  );
}

function Told({ name, origin }: { name: string; origin: Origin }) {
  switch (origin.kind) {
    case 'silent':
      return (
        <Notice kind="info">
          {`${name} does not say that it came from ${brand.name}. Either it did not, or another program has removed what it said.`}
        </Notice>
      );
    case 'forged':
      return (
        <Notice kind="problem">{`${name} says that it came from ${brand.name}, but we did not sign that.`}</Notice>
      );
    case 'changed':
      return (
        <>
          <Notice kind="problem">
            {`${name} was changed after it left ${brand.name}, or what it says was taken from another file.`}
          </Notice>
          <Facts origin={origin} />
        </>
      );
    case 'genuine':
      return (
        <>
          <Notice kind="success">{`${name} came from ${brand.name} and has not been changed since.`}</Notice>
          <Facts origin={origin} />
        </>
      );
  }
}

/** Where it is not known which: it came from a machine in either case. */
const madeBy = (trained: boolean | null): string => {
  if (trained === null) return 'a machine, from words';
  return trained
    ? 'a machine, from words: by a model that learned from pictures'
    : 'a machine, from words; no photograph';
};

function Facts({ origin: { statement, path, trained } }: { origin: Extract<Origin, { kind: 'genuine' | 'changed' }> }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Made by</dt>
        <dd>{madeBy(trained)}</dd>
      </div>
      <div>
        <dt>Image</dt>
        <dd>{path === null ? statement.generationId : <PageLink to={path}>{statement.generationId}</PageLink>}</dd>
      </div>
      <div>
        <dt>Licence</dt>
        <dd>
          for the member who made or bought it, by our{' '}
          <PageLink to="/terms-conditions">Terms &amp; Conditions</PageLink>
        </dd>
      </div>
    </dl>
  );
}
