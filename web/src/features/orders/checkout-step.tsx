import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './checkout.module.css';
import { stepTitles, type Step } from './checkout-steps.ts';

/** Shows all steps and which one this is. */
export const Progress = ({ steps, current }: { steps: readonly Step[]; current: Step }) => (
  <ol className={styles.progress} aria-label="Checkout steps">
    {steps.map((step, index) => (
      <li key={step} aria-current={step === current ? 'step' : undefined} data-done={index < steps.indexOf(current)}>
        <span aria-hidden="true">{index + 1}</span>
        {stepTitles[step]}
      </li>
    ))}
  </ol>
);

interface CheckoutStepProps {
  title: string;
  /** What went wrong, said above the step. */
  problem: string | null;
  children: ReactNode;
}

/**
 * Frames one step. Its heading takes the focus when it follows another one, so that screen readers start there, and
 * when something went wrong, so that what is said below it is in sight.
 */
export function CheckoutStep({ title, problem, children }: CheckoutStepProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ title, problem });
  useEffect(() => {
    const { current: was } = before;
    before.current = { title, problem };
    if (was.title !== title || (problem !== null && was.problem !== problem)) heading.current?.focus();
  }, [title, problem]);
  return (
    <section aria-labelledby={id} className={styles.step}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div role="alert" className={styles.problem}>
        {problem && <Notice kind="problem">{problem}</Notice>}
      </div>
      {children}
    </section>
  );
}
