import { CuratorSection } from '../features/curators/public-section.tsx';
import { PersonPage } from '../features/people/person-page.tsx';
import { WatermarkOverlay } from '../features/public-gallery/watermark-overlay.tsx';
import { usePublicGrid } from './use-public-grid.tsx';

/** Somebody's page, on the cards of the public gallery, with their section where they are a curator. */
export default function PersonRoute() {
  return (
    <PersonPage
      {...usePublicGrid()}
      section={(name) => (
        <CuratorSection
          name={name}
          overlay={(generation, { width, height }) => (
            <WatermarkOverlay generation={generation} width={width} height={height} />
          )}
        />
      )}
    />
  );
}
