import { brand } from '@easel/contracts/brand';
import { ProsePage, Section } from './prose.tsx';
import { SUPPORT_REPLY } from './support.ts';

export default function PrivacyPage() {
  return (
    <ProsePage changed="2026-11-30" lead={`What ${brand.name} keeps about you, why, and how you get rid of it.`}>
      <Section title="What we keep">
        <ul>
          <li>Your account: name, user name, email address, and your password in a form nobody can read back.</li>
          <li>
            What you make: prompts, also as a provider rewrote them, settings, which pictures were sent along, the
            images that came of them, and whether they are public.
          </li>
          <li>
            Pictures you upload, with the names of their files, encrypted by your key. Of each file we keep the pixels
            alone: where, when, by whom and with which camera it was taken is removed as it arrives, and the file as you
            sent it is deleted within hours. Only you see your uploads.
          </li>
          <li>
            How you want to be seen: a public name, if you choose one, whom you follow and block, and what you like.
          </li>
          <li>How you keep your images: your collections, and the links by which you share them.</li>
          <li>What you buy, and the history of your credits and wallet.</li>
          <li>
            Where you have earnings paid out: the account holder and the IBAN, encrypted by your key. Those who make the
            transfer see them; lists show the country and the last four characters.
          </li>
          <li>Which pictures you entered in challenges, and what they brought you.</li>
          <li>What you did with images: that you downloaded or shared one, or looked at buying it.</li>
          <li>
            How fast pages came and answered, and on which page and from which other site a visit began, without who
            visited. Only if you make an account is it kept with it where that visit began.
          </li>
          <li>
            That a curator’s public picture was looked at, on which day, without who looked. A fingerprint that nobody
            else can compute, another one for each picture and day, has every visitor counted once.
          </li>
          <li>
            What is searched for among public images, without who searched, and without words that hold an @ or five
            digits. Others are shown a search only once five members with a verified address made it on the same day.
            Once you erase your account, yours count no more.
          </li>
          <li>What you write to us: messages and reports.</li>
          <li>
            What you and Nova, our automated assistant, say to each other, when, and in which browser, until you erase
            your account. It is encrypted by your key. Our support may read it, to see what Nova could not answer; what
            stays readable without your key is when something was said, and which topic an answer came from. No provider
            gets any of it: Nova’s answers are written by us, and chosen in your browser, which keeps the conversation
            until you sign out or close the tab.
          </li>
        </ul>
      </Section>
      <Section title="What we do not keep">
        <p>
          Card numbers go from your browser to the payment provider and never reach our records. We do not sell personal
          data, and we do not follow you around other sites.
        </p>
      </Section>
      <Section title="Why we keep it">
        <p>
          To run your account, to make and store your images, to give you what you buy, to keep books the law asks for,
          to find faults, and, only if you opted in, to send you news. You can opt out of news in your profile or by the
          link in every such mail.
        </p>
      </Section>
      <Section title="Who else sees it">
        <p>
          Providers that work for us see what their part needs: the amount for payment, and for making a picture the
          prompt, the settings, and the pictures that you chose to send along. The studio names who makes a picture
          before you pay; your name and address are not sent, and what the built-in renderer makes is not sent anywhere.
          Images that you share by a link are seen by whoever has it, for as long as it works. Images that you make
          public, with their prompts, can be seen by anyone, and bear your public name only while you are shown. How
          many like a picture can be seen; who does, and whom you follow or block, cannot. Of an entry in a challenge
          anyone can see what products with it sold for, how many bought them, and which place it won; it does not say
          who bought them.
        </p>
      </Section>
      <Section title="How it is protected">
        <p>
          Names, addresses and prompts are encrypted in our records with a key that belongs to you alone. Connections
          are encrypted. Access by our own people is limited by role and written down.
        </p>
      </Section>
      <Section title="How long we keep it">
        <p>
          As long as your account exists. Deleted images leave the trash after their time there is over. Uploads are
          kept until you delete them in your gallery, or your account; masks that you paint for an edit, for a day.
          Records of payments stay as long as the law demands, under a pseudonym once your account is gone. Searches,
          visits, views of curators’ pictures, and how fast pages were, are kept for 400 days.
        </p>
      </Section>
      <Section title="What this site stores in your browser">
        <p>
          Your sign-in, your theme and your cart are kept in your browser’s storage, where your visit began until the
          tab is closed, as is what you and Nova said, and one cookie lets pictures of yours load. There are no
          advertising cookies.
        </p>
      </Section>
      <Section title="Printed products">
        <p>
          When you order a print, the print service that makes and sends it gets the picture, your name, your address
          and how to reach you about the delivery. We keep them with the order, encrypted by your key.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          You may see, correct, take with you and erase what we keep about you, and object to parts of its use. Erasing
          your account destroys your key, and with it everything that was encrypted by it, for good.
        </p>
      </Section>
      <Section title="Questions">
        <p>
          Ask Nova, the automated assistant of members, or write to support; replies of support come {SUPPORT_REPLY}.
        </p>
      </Section>
    </ProsePage>
  );
}
