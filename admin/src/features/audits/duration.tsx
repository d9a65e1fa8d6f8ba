import type { AuditRecord } from '@easel/contracts/audit/http';
import { useEffect, useState } from 'react';
import { durationText } from './verdict.ts';

const SECOND_MS = 1_000;

/** How long a verification took, or has been running. */
export function Duration({ audit: { started_at, ended_at } }: { audit: AuditRecord }) {
  const [now, setNow] = useState(Date.now);
  const isRunning = started_at !== null && ended_at === null;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (started_at === null) return <span>–</span>;
  const end = ended_at === null ? now : Date.parse(ended_at);
  return <span className="numbers">{durationText(end - Date.parse(started_at))}</span>;
}
