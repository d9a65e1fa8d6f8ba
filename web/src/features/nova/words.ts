/** How messages and phrases are compared: as lists of terms, in which words of one meaning are one term. */

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the we us our it its is are was were be been being do does did done doing can
   could would should will shall may might must to of in on at by for from with as and or but if then than that this
   these those there here what which want wants
   need needs please tell know about any some so just also really actually ok okay im ive id exactly let into like way thing things one ones someone somebody way ways too very again go goes
   going use using used nova easel page site`.split(/\s+/),
);

/** Each line: the term, and the words that mean it. */
const SYNONYMS = `
image images picture pictures photo photos pic pics artwork artworks art drawing drawings render renders creation creations
price prices cost costs pricing expensive charge charges fee fees rate rates
pay pays paying paid payment payments payable
cheap cheaper cheapest discount discounts coupon coupons voucher vouchers save saves saving savings bargain
make generate generates generating generated generation generations generator creating created create creates making made produce draw
delete deleting deleted remove removing removed removal
plan plans subscription subscriptions tier tiers package membership subscribe subscribed
payout payouts withdraw withdrawal withdrawals cashout
earn earns earning earnings income revenue profit royalties royalty
challenge challenges contest contests competition competitions
enter entry entries participate submit submission
register registered registration registering join joins joined joining signup
delivery deliver delivered delivering delivers shipping ship shipped ships shipment postage courier
parcel parcels package-parcel
signin login logging signing logged
signout logout
email emails mail mails e-mail newsletter newsletters
buy buys buying bought purchase purchases purchasing purchased
sell sells selling sold sale sales
upgrade upgrading upgraded
downgrade downgrading downgraded
cancel cancels cancelling canceling cancelled canceled cancellation unsubscribe
refund refunds refunded reimbursed reimbursement
credit credits token tokens
month monthly months
year yearly annual annually years
friend friends referral referrals refer referring invite invites inviting invitation invited
public publicly publish publishing published
private hidden hide hiding
collection collections album albums folder folders
favorite favorites favourite favourites bookmark bookmarked
erase erased erasing erasure
export exports exporting
print prints printed printing printable
shirt shirts tshirt tshirts tee tees t-shirt t-shirts
poster posters
curator curators
licence license licensing licences licenses licensed
commercial commercially
watermark watermarks watermarked
format formats filetype filetypes
size sizes resolution resolutions dimension dimensions
pixel pixels px
download downloads downloading downloaded
winner winners win wins winning won prize prizes award awards
deadline deadlines ends closes closing
balance
remain remaining
fail fails failed failing failure error errors crash
slow slowly
bug bugs broken glitch
my i me mine myself am im ive
you your yours yourself youre
hello hi hey greetings
who whom whose
not dont never no
understand understood understands understanding
forgot forgotten forget forgets remember
goodbye bye
get gets got getting
have has had having
password passwords passcode
session sessions device devices
browser browsers
name names username nickname
search searching searches
find finding found finds
trash bin recycle
restore recover undelete
address addresses
change changing changed edit-change update updating switch modify
card cards visa mastercard
wallet funds
invoice invoices receipt receipts
order orders ordered ordering
background backgrounds
upscale upscaling upscaled enlarge enlarging enlarged
ratio ratios aspect shape shapes proportions
prompt prompts promt promts
seed seeds
model models
style styles
variant variants variation variations
batch batches several multiple many
queue queued waiting
follow following followers follower
block blocking blocked
report reporting reported
copyright dmca infringement infringes
theme themes
remix remixes remixing remixed
share sharing shares shared
link links url
privacy personal
merchandise merchandising merch goods
expire expires expired expiry rollover
long duration quickly fast
time times
country countries abroad international worldwide
free gratis
support human person-help agent
install installing installed
crop cropping cropped filter filters adjust adjustments
mockup mockups
safe safety secure security
verify verifying verification verified
transparent transparency
machine-made authentic authenticity
limit limits maximum max cap quota
spend spending spent
dispute disputes chargeback
late delayed missing arrived arrive arrives arriving came come comes overdue
tracking track
ai artificial robot bot
refuse refused refuses refusing reject rejected rejects denied declined declines turneddown
fault faulty damage damaged defective stain stained hole torn misprint ripped
mistake accident accidentally accidental wrongly inadvertently
ready finished finish finishes done complete completed
choose chose choosing pick picks picking select selecting
same identical precisely exact twice
avoid exclude excluding omit
tips tip advice hints better improve improving
now currently moment today present
many lots lot
ranking leaderboard standing rank placing
lose lost losing loses disappeared gone vanished missing-image
keep kept keeps keeping storage store stored
shop stores
bring brings include includes included including contain contains comprise benefit benefits feature-of
happen happens happening
nude naked nsfw adult porn explicit erotic
newsletter-mail marketing spam-mail
smallest minimum least min lowest
largest biggest highest big bigger larger large
sharp blurry crisp quality
text slogan lettering letters caption words word
own owns owner ownership belong belongs
steal stole stolen copied
left leftover unused
start begin begins beginning starting started
help assist assistance
`;

const canonical = new Map<string, string>();
for (const line of SYNONYMS.trim().split('\n')) {
  const [term = '', ...others] = line.split(' ');
  for (const word of [term, ...others]) if (!canonical.has(word)) canonical.set(word, term);
}

/** Several words that mean one term; tried before the words by themselves. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bhow (much|many dollars)\b/g, ' price '],
  [/\b(t|tee)[- ]?shirts?\b/g, ' shirt '],
  [/\be-mails?\b/g, ' email '],
  [/\b(sign|log)(s|ed|ged|ing)?[- ]?(in|on)\b/g, ' signin '],
  [/\b(sign|log)(s|ed|ged|ing)?[- ]?(out|off)\b/g, ' signout '],
  [/\bsign(s|ed|ing)?[- ]?up\b/g, ' register '],
  [/\b(roll(s|ed|ing)?[- ]?over|carry over|carried over)\b/g, ' expire '],
  [/\bmoney[- ]?back\b/g, ' refund '],
  [/\bpay(s|ing)?[- ]?out\b/g, ' payout '],
  [/\bcash(ing)?[- ]?out\b/g, ' payout '],
  [/\btop(ping)?[- ]?up\b/g, ' wallet topup '],
  [/\bhow long\b/g, ' long '],
  [/\bhow many\b/g, ' howmany '],
  [/\bcut[- ]?outs?\b/g, ' background delete '],
  [/\br[ua]n(ning)? out\b/g, ' runout '],
  [/\bper (month|year)\b/g, ' $1 '],
  [/\bturned down\b/g, ' refused '],
  [/\btak(e|es|ing) part\b/g, ' enter '],
  [/\b(how come|at the moment|right now)\b/g, ' now '],
  [/\bin one go\b/g, ' several '],
  [/\bright away\b/g, ' '],
  [/\bget rid of\b/g, ' remove '],
  [/\bdark(er)? (mode|theme)\b/g, ' theme dark '],
  [/\blight (mode|theme)\b/g, ' theme light '],
];

/** Words of every talk: they count for little, known or not. */
export const COMMON: ReadonlySet<string> = new Set(
  `thing things actually second anything something nothing everything really give gives given look looks looking see sees
   seen say says said put puts send sends happen come take takes took taken keep right away under over around down other
   another else place day days week weeks last next first new old good bad great better best much more most less least
   enough while till until since before after yet still now always never ever often sometimes today yesterday tomorrow
   where when who why how my you not up out back person people everyone everybody anyone anybody nobody somebody work works working try tries trying mean means meaning
   think know knows known wonder explain show shows shown ask asked asks answer question questions
   without within between through during against box button press click field list kind sort type possible able allow
   allowed allows mind part half whole own different certain given bit little far near yes no maybe cannot cant wont
   get gets got getting have has had having howmany time
   isnt arent doesnt didnt wasnt theres whats lets hows im ill youre thats let seem seems call called find use way`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** 'Ä' as 'a', quotes dropped, in lower case. */
const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’'`]/g, '').toLowerCase();

/** Returns the words of a text in their order, without those that say nothing by themselves. */
export function wordsOf(text: string): string[] {
  let plain = plainText(text);
  for (const [pattern, term] of COMPOUNDS) plain = plain.replace(pattern, term);
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !STOP_WORDS.has(word));
}

/** The term that a word means. */
export const termOf = (word: string): string => canonical.get(word) ?? stem(word);

export const termsOf = (text: string): string[] => wordsOf(text).map(termOf);

/** Every word that has others of its meaning. */
export const knownWords = (): Iterable<string> => canonical.keys();

/** Drops the endings that English words change by; a word that means something known is left as it is. */
function stem(word: string): string {
  for (const ending of ['ies', 'ing', 'ed', 'es', 's']) {
    if (!word.endsWith(ending) || word.length - ending.length < 3 || word.endsWith('ss')) continue;
    const root = ending === 'ies' ? `${word.slice(0, -3)}y` : word.slice(0, -ending.length);
    return canonical.get(root) ?? canonical.get(`${root}e`) ?? root;
  }
  return word;
}

/** The text as its slots are read from. */
export const readableText = (text: string): string => ` ${plainText(text).replace(/[^\p{L}\p{N}:.$%]+/gu, ' ')} `;
