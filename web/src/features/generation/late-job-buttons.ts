import { lazy } from 'react';

const load = () => import('./job-buttons.tsx');

/** What can be done about a job; its code comes when the first is ordered or found. */
export const LateJobButtons = lazy(load);

/** Loads it while a form is filled in. What could not be loaded now is loaded when it is shown. */
export const loadJobButtons = (): void => void load().catch(() => {});
