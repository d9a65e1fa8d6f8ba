import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLiveForm, type LiveForm } from '../../lib/live-form.ts';
import { token } from '../../lib/token.ts';
import { toast } from '../../ui/toast.tsx';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { broughtReference } from '../images/brought-reference.ts';
import { useStore } from '../../lib/store.ts';
import { useProviders, type Providers } from '../providers/providers-query.ts';
import { chosenFor, offerFor, type Chosen } from './chosen.ts';
import { keepDraft } from './draft.ts';
import type { FormChanges } from './form-sources.ts';
import { imagesOf, ordersOf, checkFor, type GenerationOrder, type GeneratorForm } from './generator-form.ts';
import { underWayOf } from './job-list.ts';
import { useJobActions, useJobList } from './jobs.ts';
import { useLive } from './live.ts';
import type { Funds } from './order-price.ts';
import { recentWorkQuery } from './recent-work.ts';
import type { ResultTools } from './result-deeds.ts';
import { ResultPanel } from './result-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StudioTools } from './studio-tools.tsx';
import styles from './studio.module.css';

interface StudioProps {
  start: GeneratorForm;
  funds: Funds;
  tools: ResultTools;
  /** Pictures of others to begin with. */
  inspiration: ReactNode;
}

/** The form on one side, what came of it on the other. */
export function Studio({ start, funds, tools, inspiration }: StudioProps) {
  const providers = useProviders();
  const form = useLiveForm<GeneratorForm>({
    check: checkFor((values) => chosenFor(providers, values).isBuiltIn),
    defaultValues: start,
  });
  const jobs = useJobList();
  const actions = useJobActions();
  const results = useRef<HTMLElement>(null);
  useUnderWay();
  useBroughtReference(form);

  useEffect(() => {
    const owner = token.get();
    // A sign-out unmounts this page after the draft was deleted: do not store it again for the next member.
    const keep = () => {
      if (token.get() === owner) keepDraft(form.getValues());
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form]);

  const apply = (changes: FormChanges, message?: string) => {
    // Words that were changed for one prompt are none of another's.
    const words = changes.prompt === undefined ? {} : { lettering: null };
    form.reset({ ...form.getValues(), ...words, ...changes });
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
        <SettingsForm
          form={form}
          funds={funds}
          onApply={apply}
          onOrder={(values) => order(ordersAt(providers, values))}
        />
      </div>
      <section ref={results} className={styles.results} aria-label="Results">
        <ResultPanel
          jobs={jobs}
          actions={actions}
          tools={tools}
          inspiration={inspiration}
          onReuse={apply}
          onInspire={(prompt) => apply({ prompt, several: false, remix_of: '' })}
        />
      </section>
    </div>
  );
}

/** Where the built-in renderer is alone, nothing of the form says that another was once chosen. */
function fitting({ offers, isRead }: Providers, maker: Chosen['maker'], { provider, references }: GeneratorForm) {
  if (offers && maker) return { references: offers.referencesFor(maker, references) };
  return isRead ? { provider: '', references: [] } : { provider, references };
}

/** The orders of the form at the price that it shows, with the references as whoever makes them takes these. */
function ordersAt(providers: Providers, values: GeneratorForm): GenerationOrder[] {
  const { asked, maker } = chosenFor(providers, values);
  const expected_credits = tenthsToCredits(offerFor(providers, asked, imagesOf(values.count)).tenths);
  return ordersOf({ ...values, ...fitting(providers, maker, values) }).map((order) => ({ ...order, expected_credits }));
}

/** Takes in what another page, or the viewer above this one, brings along. */
function useBroughtReference(form: LiveForm<GeneratorForm>): void {
  const brought = useStore(broughtReference);
  useEffect(() => {
    if (!brought) return;
    broughtReference.set(null);
    const others = form.getValues('references').filter(({ kind, id }) => kind !== brought.kind || id !== brought.id);
    form.setValue('references', [...others, brought]);
    toast.info('Added to the reference pictures');
  }, [brought, form]);
}

/** While there is no stream, what is under way is found in the list of generations. */
function useUnderWay(): void {
  const actions = useJobActions();
  const streaming = useLive(({ state }) => state === 'open');
  const { data } = useInfiniteQuery({ ...recentWorkQuery, refetchOnMount: 'always' });
  useEffect(() => {
    if (data && !streaming) actions.adopt(data.pages.flatMap(({ generations }) => generations.map(underWayOf)));
  }, [data, streaming, actions]);
}
