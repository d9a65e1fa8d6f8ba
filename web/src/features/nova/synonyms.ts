/** Each line: the term, and the words that mean it. */
const SYNONYMS = `
image images picture pictures photo photos pic pics img imgs artwork artworks art drawing drawings render renders creation creations
price prices cost costs pricing expensive charge charges charging charged fee fees rate rates
pay pays paying paid payment payments payable
cheap cheaper cheapest discount discounts coupon coupons voucher vouchers save saves saving savings bargain
make generate generates generating generated generation generations generator creating created create creates making made produce draw
delete deleting deleted remove removing removed removal
plan plans subscription subscriptions tier tiers package packages membership memberships subscribe subscribed sub subs pro
payout payouts withdraw withdrawal withdrawals cashout
earn earns earning earnings income revenue profit royalties royalty
challenge challenges contest contests competition competitions
enter entry entries participate submit submission
register registered registration registering join joins joined joining signup
delivery deliver delivered delivering delivers shipping ship shipped ships shipment postage courier post-parcel
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
credit credits token tokens coin coins point points
month monthly months
year yearly annual annually years
friend friends brother sister wife husband colleague colleagues referral referrals refer referring invite invites inviting invitation invited
public publicly publish publishing published visible
private hidden hide hiding
collection collections album albums folder folders
favorite favorites favourite favourites fav favs fave faves bookmark bookmarked
erase erased erasing erasure
export exports exporting
print prints printed printing printable
tote totes totebag totebags
why y
language languages german french spanish italian portuguese dutch polish turkish russian arabic hindi chinese japanese korean
shirt shirts tshirt tshirts tee tees t-shirt t-shirts
poster posters
curator curators
licence license licensing licences licenses licensed
commercial commercially
watermark watermarks watermarked
format formats filetype filetypes
size sizes resolution resolutions dimension dimensions
pixel pixels px
color colors colour colours
account accounts acc acct
member members user users
thank thanks thx ty cheers
phone phones mobile smartphone smartphones iphone android ipad tablet tablets
harass harasses harassing harassed harassment bully bullying bullied threaten threatens threatening
computer computers laptop laptops pc desktop mac
photorealistic photorealism realistic realism
offensive nasty disgusting abusive inappropriate obscene hateful
jpg jpeg jpegs
complaint complain complaints complaining
download downloads downloading downloaded
winner winners win wins winning won prize prizes award awards
deadline deadlines ends closes closing
balance
remain remaining
fail fails failed failing failure error errors
crash crashes crashed crashing
slow slowly
bug bugs broken glitch
my i me mine myself am im ive
you your yours yourself youre u ur
hello hi hey greetings
who whom whose
not dont never no didnt doesnt isnt arent wasnt werent havent hasnt hadnt cant cannot couldnt wont nothing
understand understood understands understanding
forgot forgotten forget forgets remember
goodbye bye
get gets got getting receive received receiving
have has had having
password passwords passcode pw pwd
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
background backgrounds bg backdrop
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
long duration quickly fast forever ages
time times
country countries abroad international internationally worldwide overseas
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

/** The term that a word means; undefined where it only means itself. */
export const meaningOf = (word: string): string | undefined => canonical.get(word);

/** Every word that has others of its meaning. */
export const knownWords = (): Iterable<string> => canonical.keys();
