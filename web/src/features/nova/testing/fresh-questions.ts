import type { Talk } from './questions.ts';

/** Written without a look at the knowledge, as people type: short, with slips, two things at once, or going on. */
export const freshQuestions: readonly Talk[] = [
  // Plans, credits and payments
  [['how mcuh is pro'], 'plans.price', '$19.99'],
  [['wats the cheapest plan u got'], 'plans.price', '$9.99'],
  [['wats the cheapest plan u got', 'and yearly?'], 'plans.price', '$7.99'],
  [['price of studio pls', 'and agency?', 'what about refunds then'], 'billing.refund'],
  [['how many coins do i get on the creator plan'], 'credits.allowance', '300'],
  [['how many tokens does a 4k picture burn'], 'credits.image-price', '20'],
  [['why did u charge me 20 credits for ONE picture???'], 'credits.image-price', '20'],
  [['can i roll over what i havent used'], 'credits.roll-over'],
  [['how do i cancle my subscribtion'], 'plans.cancel'],
  [['can i go from studio down to starter'], 'plans.change'],
  [['do you charge vat'], 'billing.invoice', 'no tax'],
  [['how do i put money on my account'], 'billing.wallet', '$10'],
  [['price of creator plan and does it include api'], 'plans.price', '$19.99'],
  // Making, editing, downloads
  [['how long takes it to make a picture'], 'making.duration'],
  [['how do i stop it drawing text in the picture'], 'making.negative'],
  [['make backround transparent', 'how much is that'], 'editing.background', '5 credits'],
  [['whats the difference between upscale and enlarge'], 'downloads.enlarged'],
  [['what costs a picture in 8k size'], 'credits.buy-price', '$6'],
  [['how often can free users download per month'], 'downloads.limit', '5'],
  [['do i have to pay to download my own stuff'], 'downloads.own'],
  // Gallery, prints, challenges, earnings
  [['where r my favs'], 'favorites.what'],
  [['my image should not be visible to others'], 'gallery.publish'],
  [['how much is a mug', 'and a poster'], 'prints.products', '$19'],
  [['postage to germany?'], 'prints.delivery', '$5.99'],
  [['how much is mug and how long is delivery'], 'prints.products', '$15'],
  [['y cant i enter my 2k image'], 'challenges.requirements', '4K'],
  [['how much is 4k and how do i enter the contest'], 'credits.image-price', '20'],
  [['how do i make money here', 'when do i get paid', 'whats the minimum'], 'payouts.how', '10 credits'],
  [['somebody downloaded my pic, how much do i get on free plan'], 'earnings.rates', '0.5'],
  [['invite a friend what do we both get'], 'referral.reward', '25'],
  // Account, support, the site
  [['log me out everywhere'], 'account.sessions'],
  [['do you save what i write here'], 'nova.privacy'],
  [['switch to lite mode'], 'technical.theme'],
  [['this is broken, where can i complain'], 'support.bug'],
  // Nothing that Nova knows
  [['can you write my homework'], null],
  [['how do i install photoshop'], null],
  [['is midjourney better then you'], null],
  [['how much is netflix per month'], null],
  [['password for my wifi'], null],
  [['how do i make a cake'], null],
];
