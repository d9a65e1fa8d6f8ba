import { activityTypes, type ActivityType } from '@easel/contracts/telemetry/policy';
import { Download, Share2, ShoppingBag, type LucideIcon } from 'lucide-react';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import type { Activity } from './analytics-queries.ts';
import styles from './analytics.module.css';
import { NoData, Waiting } from './chart-frame.tsx';

const SAID: Readonly<Record<ActivityType, { says: string; Icon: LucideIcon }>> = {
  image_download: { says: 'Downloaded a picture', Icon: Download },
  image_share: { says: 'Shared a picture', Icon: Share2 },
  purchase_opened: { says: 'Looked at buying a picture', Icon: ShoppingBag },
};

const ROW_PX = 44;

interface ActivityPanelProps {
  /** Undefined while they may still come. */
  activities: readonly Activity[] | undefined;
  onOpenImage: (generationId: string) => void;
}

/** spec: public-and-commerce §2.10 "Recent Activity". */
export function ActivityPanel({ activities, onOpenImage }: ActivityPanelProps) {
  return (
    <Panel title="Recent Activity" note="What you downloaded, shared or looked at buying">
      {!activities && <Waiting heightPx={ROW_PX} />}
      {activities?.length === 0 && <NoData heightPx={ROW_PX}>No activity yet</NoData>}
      {activities && activities.length > 0 && (
        <ol className={styles.activities}>
          {activities.map((activity) => (
            <Row
              key={`${activity.timestamp} ${activity.generation_id}`}
              activity={activity}
              onOpenImage={onOpenImage}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface RowProps {
  activity: Activity;
  onOpenImage: (generationId: string) => void;
}

function Row({ activity: { event_type, generation_id, timestamp }, onOpenImage }: RowProps) {
  const type = activityTypes.find((one) => one === event_type);
  if (type === undefined) return null;
  const { says, Icon } = SAID[type];
  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      {generation_id === null ? (
        <span>{says}</span>
      ) : (
        <button type="button" onClick={() => onOpenImage(generation_id)}>
          {says}
        </button>
      )}
      <Time iso={timestamp} />
    </li>
  );
}
