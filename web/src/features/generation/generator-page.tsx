import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Page } from '../../ui/page.tsx';
import { newestQuery } from './generations.ts';
import type { GenerationOrder } from './generator-form.ts';
import styles from './generator-page.module.css';
import { JobPanel } from './job-panel.tsx';
import { useJobActions, useJobList } from './jobs.ts';
import { SettingsForm } from './settings-form.tsx';

interface GeneratorPageProps {
  preferences: { defaultResolution: string; defaultFormat: string } | undefined;
  /** What the member can spend; undefined until known. */
  credits: number | undefined;
  onOpenImage: (generation: Generation, variantIndex: number) => void;
}

/** spec: member-experience §2, Generator. */
export function GeneratorPage({ preferences, credits, onOpenImage }: GeneratorPageProps) {
  const jobs = useJobList();
  const actions = useJobActions();
  const results = useRef<HTMLElement>(null);

  const { data: newest } = useQuery({ ...newestQuery, refetchOnMount: 'always' });
  useEffect(() => {
    if (newest) actions.adopt(newest.generations);
  }, [newest, actions]);

  const order = (wish: GenerationOrder) => {
    actions.order(wish);
    // Where the results stand below the form, the new card would else be out of sight.
    results.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Page title="Creative Studio">
      <div className={styles.studio}>
        <SettingsForm preferences={preferences} credits={credits} onOrder={order} />
        <section ref={results} className={styles.results} aria-label="Results">
          <JobPanel jobs={jobs} actions={actions} onOpenImage={onOpenImage} />
        </section>
      </div>
    </Page>
  );
}
