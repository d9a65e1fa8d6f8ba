import { secondsText } from '../../ui/lag-texts.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { lagsOf, useLags } from './use-lags.ts';

/** How far one was behind over the last hour; empty until it is known. */
export function LagSparkline({ name }: { name: string }) {
  const { data } = useLags(1);
  if (!data) return null;
  const seconds = lagsOf(data, name).map((lag) => lag.seconds);
  if (seconds.length === 0) return <>–</>;
  return <Sparkline values={seconds} text={`At most ${secondsText(Math.max(...seconds))} behind in the last hour`} />;
}
