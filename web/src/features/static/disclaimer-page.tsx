import { brand } from '@easel/contracts/brand';
import { PageLink } from '../../ui/page-link.tsx';
import { ProsePage, Section } from './prose.tsx';
import { DMCA_REPLY, SUPPORT_REPLY } from './support.ts';

export default function DisclaimerPage() {
  return (
    <ProsePage changed="2026-11-30" lead={`What ${brand.name} vouches for, and what it does not.`}>
      <Section title="Images made by machines">
        <p>
          Images here are generated: by the built-in renderer, which follows rules, or by models that learned from
          pictures. Each downloaded file says which. They may show things, places and people that do not exist, or
          existing ones wrongly. Do not take them for evidence, nor for advice of any kind.
        </p>
      </Section>
      <Section title="Likeness to other works">
        <p>
          A generated image may resemble existing works, brands or persons without anyone having meant it. Before you
          publish or sell one, check that you have the rights that your use needs.
        </p>
      </Section>
      <Section title="What members publish">
        <p>
          Public images and their prompts come from members, and so do the opinions in them. We look into reports and
          remove what breaks the rules, but we do not see every image before others do.
        </p>
      </Section>
      <Section title="Availability and figures">
        <p>
          We work to keep the service running, yet interruptions happen. Estimates of time, earnings or sales are
          estimates; nobody is promised an income.
        </p>
      </Section>
      <Section title="Links to other places">
        <p>What you find behind links to other sites is the responsibility of those who run them.</p>
      </Section>
      <Section title="Reporting an infringement">
        <p>
          Support replies {SUPPORT_REPLY}; notices under the DMCA are answered {DMCA_REPLY}.
        </p>
      </Section>
      <p>
        <PageLink to="/">Back to {brand.name}</PageLink>
      </p>
    </ProsePage>
  );
}
