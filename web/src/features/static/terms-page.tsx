import { brand } from '@easel/contracts/brand';
import { ProsePage, Section } from './prose.tsx';
import { DMCA_REPLY, SUPPORT_REPLY } from './support.ts';

export default function TermsPage() {
  return (
    <ProsePage changed="2026-11-30" lead={`By using ${brand.name} you agree to these terms.`}>
      <Section title="Your account">
        <p>
          Give true details, keep your password to yourself, and tell us if somebody else got hold of it. One person,
          one account. You are responsible for what happens in it.
        </p>
      </Section>
      <Section title="What you may make">
        <p>You may not use the service to make, publish or sell images that:</p>
        <ul>
          <li>break the law, or show the abuse or sexualisation of minors in any form;</li>
          <li>harass, threaten, or demean people for what they are;</li>
          <li>pass off invented events or real people’s likeness as fact in order to deceive;</li>
          <li>use other people’s works, names or trademarks without the right to do so.</li>
        </ul>
        <p>
          Upload and send along only pictures that you have the right to use so. A provider that makes pictures for us
          may refuse a prompt or a picture by rules of its own; what is refused costs nothing.
        </p>
      </Section>
      <Section title="Whose images they are">
        <p>
          What you make belongs to you as far as the law allows. You let us store it, show it to you, and, if you make
          it public or enter it into a challenge, show and sell it as described there. Others may make similar images
          from similar words.
        </p>
      </Section>
      <Section title="Credits and wallet">
        <p>
          Prices in credits and dollars are shown before every action. The monthly allowance expires with its month and
          is spent first; credits that you earned, were given or got by an invitation stay. Credits are no money and
          cannot be passed on.
        </p>
      </Section>
      <Section title="Plans">
        <p>
          Plans renew until they are cancelled; cancelling takes effect at the end of the period that is paid. When a
          plan has ended, your account goes on with the free plan’s limits and keeps its images.
        </p>
      </Section>
      <Section title="Buying images and products">
        <p>
          A purchased image may be used for your own and commercial work in the size bought; it may not be sold on as it
          is. The licence for merchandise that the largest plan carries has its own limits and does not cover logos and
          trademarks. Printed products are made to order: tell us about faults and we replace or refund.
        </p>
      </Section>
      <Section title="Challenges and earnings">
        <p>
          Entries take part in the proceeds of their challenge under the rules shown there. Images cannot be sold
          elsewhere while their challenge runs. Earnings from public downloads are credited after a waiting time and
          paid out from a minimum on, once they have rested. Where a payment for a sale is taken back, so is what it
          brought. Cheating forfeits them.
        </p>
      </Section>
      <Section title="Copyright complaints">
        <p>
          If an image here infringes your rights, send us its address, the work that is yours, and a way to reach you.
          We answer notices under the DMCA {DMCA_REPLY} and take down what has to be taken down.
        </p>
      </Section>
      <Section title="When things end">
        <p>
          You may close your account at any time. We may suspend accounts that break these terms, and say why. What you
          were owed before stays owed.
        </p>
      </Section>
      <Section title="Liability and changes">
        <p>
          The service is provided as it is; we answer for intent and gross negligence, and otherwise as far as the law
          demands. We announce changes to these terms before they take effect.
        </p>
      </Section>
      <Section title="Support">
        <p>Support replies {SUPPORT_REPLY}.</p>
      </Section>
    </ProsePage>
  );
}
