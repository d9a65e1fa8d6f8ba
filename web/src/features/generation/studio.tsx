import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from '../../ui/toast.tsx';
import { keepDraft } from './draft.ts';
import type { FormChanges } from './form-sources.ts';
import { generatorResolver, ordersOf, type GenerationOrder, type GeneratorForm } from './generator-form.ts';
import { newestQuery } from './generations.ts';
import type { OpenImage } from './job-frames.tsx';
import { underWayOf } from './job-list.ts';
import { JobPanel } from './job-panel.tsx';
import { useJobActions, useJobList } from './jobs.ts';
import { useLiveJobs } from './live.ts';
import type { Funds } from './order-price.ts';
import { SettingsForm } from './settings-form.tsx';
import { StudioTools } from './studio-tools.tsx';
import styles from './studio.module.css';

interface StudioProps {
  start: GeneratorForm;
  funds: Funds;
  onOpenImage: OpenImage;
}

/** The form on one side, what came of it on the other. */
export function Studio({ start, funds, onOpenImage }: StudioProps) {
  const form = useForm<GeneratorForm>({ resolver: generatorResolver, defaultValues: start });
  const jobs = useJobList();
  const actions = useJobActions();
  const results = useRef<HTMLElement>(null);
  useUnderWay();

  useEffect(() => () => keepDraft(form.getValues()), [form]);

  const apply = (changes: FormChanges, message?: string) => {
    // Words that were changed for one prompt are none of another's.
    const words = changes.prompt === undefined ? {} : { lettering: null };
    form.reset({ ...form.getValues(), ...words, ...changes }, { keepDefaultValues: true });
    form.setFocus('prompt');
    if (message) toast.info(message);
  };
  const order = (orders: readonly GenerationOrder[]) => {
    actions.order(orders);
    // Where the results stand below the form, the new card would else be out of sight.
    results.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className={styles.studio}>
      <div className={styles.side}>
        <StudioTools form={form} onApply={apply} />
        <SettingsForm form={form} funds={funds} onApply={apply} onOrder={(values) => order(ordersOf(values))} />
      </div>
      <section ref={results} className={styles.results} aria-label="Results">
        <JobPanel
          jobs={jobs}
          actions={actions}
          onOpenImage={onOpenImage}
          onReuse={(changes) => apply(changes, 'The settings are in the form')}
          onInspire={(prompt) => apply({ prompt, several: false, remix_of: '' })}
        />
      </section>
    </div>
  );
}

/** While there is no stream, what is under way is found in the list of generations. */
function useUnderWay(): void {
  const actions = useJobActions();
  const streaming = useLiveJobs().state === 'open';
  const { data } = useQuery({ ...newestQuery, enabled: !streaming, refetchOnMount: 'always' });
  useEffect(() => {
    if (data && !streaming) actions.adopt(data.generations.map(underWayOf));
  }, [data, streaming, actions]);
}
