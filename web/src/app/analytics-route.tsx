import { useNavigate } from 'react-router';
import { AnalyticsPage } from '../features/analytics/analytics-page.tsx';
import { ImageOpener } from './image-opener.tsx';

/** One's figures, with the gallery's viewer above them; pictures of others have a page. */
export default function AnalyticsRoute() {
  const navigate = useNavigate();
  return (
    <ImageOpener onOther={(id) => void navigate(`/image/${id}`)}>
      {(open) => <AnalyticsPage onOpenImage={open} />}
    </ImageOpener>
  );
}
