// Who may import whom. Every rule here is proven by deploy/local/testing/import-rules.test.ts, which plants a violation.

const tests = ['\\.(test|fault|contract)\\.tsx?$', '/testing/'];
/** A package by its name, installed or not. */
const packages = (...names) => names.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`);
const side = {
  api: '^services/api/',
  imaging: '^services/imaging/',
  projections: '^projections/',
  browser: '^(web|admin)/',
};
const except = (name) =>
  Object.entries(side)
    .filter(([other]) => other !== name)
    .map(([, path]) => path);

/** A room of the embedded provider, or the house of them all. */
const procedural = (room = '') => `^services/imaging/src/providers/procedural/${room}`;

const providersStandIn = '^deploy/stand-ins/providers/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const separate = (name) =>
  rule(
    `${name}-stands-alone`,
    'The sides meet in contracts and in the log.',
    { path: side[name] },
    { path: except(name) },
  );

/** Use cases that are made for other features, where deciding alone is not what these ask for. */
const usedByOthers = [
  'account/follow-plans',
  'generation/(refuse-unless-understood|unsettable-refusal)',
  'mail/(mails|queue-mail)',
  'members/(check-password|member-erasure)',
  'orders/(record-order-refunds|resume-order-refunds|settle-order-payment)',
  'payments/(forget-customer|look-at-plans|open-billing-portal|open-plan-page|order-payments|settle-next-period)',
  'telemetry/record-activity',
].map((useCase) => `^services/api/src/${useCase}\\.ts$`);

/** What a feature of the app has for other features: a rule or a part of what is shown, never a screen. */
const sharedByFeatures = [
  'account/(balance|funds|invitation|referral)',
  'analytics/chart-(frame|patterns|style)',
  'cart/cart',
  'cart/product-words',
  'competitions/enter-link',
  'dashboard/overview-query',
  'downloads/(quotes|use-confirm)',
  'edits/(edit-(buttons|dialog|props)|order-variant|variant-(notes|offer))',
  'generation/testing/sample-generation',
  'images/(asked-of|brought-reference|byline|collecting|cover|details-of|download-words|failure-text|format-field|image-(deals|details|size)|maker|not-understood|print-path|printable|reference|resolution-field|size-lock|slides|use-bring-reference)',
  'members/(next-path|session)',
  'plan/testing/sample-plan',
  'prices/(prices-query|testing/sample-prices)',
  'providers/(offers|price-change|providers-query|reference-roles|testing/sample-providers)',
  'purchases/(bought-file|buying|waiting-deal)',
  'search/searches',
  'telemetry/arrival',
  'telemetry/use-picture-view',
  'uploads/(upload-drop|uploads)',
].map((part) => `^web/src/features/${part}\\.tsx?$`);

/** Where what several read models know is shown together: pages, and titles beside what was bought. */
const readsOfOthers = ['^projections/src/pages/', '^projections/src/purchases/purchases\\.controller\\.ts$'];

module.exports = {
  forbidden: [
    rule('no-circles', 'Two modules that need each other are one.', {}, { circular: true }),
    rule(
      'no-barrels',
      'Import a thing from where it is.',
      {},
      { path: '^(contracts|services|projections|web|admin|deploy)/.*/index\\.[mc]?tsx?$' },
    ),
    rule(
      'resolvable',
      'What is imported must exist.',
      {},
      { couldNotResolve: true, pathNot: ['\\.css$', '^virtual:'] },
    ),
    rule(
      'no-tests-in-production',
      'Only tests lean on tests, faults, stories and the simulator among them, and measurements on their data.',
      { pathNot: [...tests, '\\.contract\\.ts$', '^deploy/(bench|e2e|faults|simulate)/'] },
      { path: tests },
    ),

    rule(
      'contracts-need-zod-alone',
      'They run in a browser.',
      { path: '^contracts/', pathNot: tests },
      { pathNot: ['^contracts/src/', ...packages('zod')] },
    ),
    separate('api'),
    separate('imaging'),
    separate('projections'),
    separate('browser'),
    rule(
      'web-and-admin-apart',
      'Two front ends, two bundles.',
      { path: '^(web|admin)/' },
      { path: '^(web|admin)/', pathNot: '^$1/' },
    ),
    rule(
      'browser-without-servers',
      'Server code does not go to a browser.',
      { path: side.browser },
      { path: '^services/kernel/' },
    ),
    rule(
      'browser-without-events',
      'Browsers know http and policy, never the facts.',
      { path: side.browser },
      { path: '^contracts/src/[^/]+/(events|event|upcasters)\\.ts$' },
    ),
    rule(
      'kernel-below-all',
      'It is a library of every server, and imports none.',
      { path: '^services/kernel/' },
      { path: Object.values(side) },
    ),
    rule(
      'kernel-knows-no-feature',
      'What every feature needs may not know one.',
      { path: ['^services/kernel/', '^projections/src/kernel/'], pathNot: tests },
      {
        path: ['^contracts/src/', '^projections/src/'],
        pathNot: ['^contracts/src/kernel/', '^projections/src/kernel/'],
      },
    ),
    rule(
      'nobody-imports-deploy',
      'It is the outermost layer; how pages are bundled is said there as well.',
      { pathNot: ['^deploy/', '^(web|admin)/vite\\.config\\.ts$'] },
      { path: '^deploy/' },
    ),
    rule(
      'only-local-composes',
      'One place puts the sides together; measuring one, or simulating all, means reaching into it.',
      { path: '^deploy/', pathNot: ['^deploy/(local|tools|bench|simulate)/', providersStandIn] },
      { path: Object.values(side) },
    ),
    rule(
      'providers-stand-in-draws-alone',
      'The stand-in for image providers draws real pictures with the built-in renderer, and knows nothing else of it.',
      { path: providersStandIn },
      {
        path: Object.values(side),
        pathNot: [procedural('picture\\.ts$'), '^services/imaging/src/derive/sharp\\.gateway\\.ts$'],
      },
    ),

    rule(
      'features-meet-in-the-log',
      'Or by the commands of a decider, a lookup, and the use cases that are made for others.',
      { path: '^services/api/src/([^/]+)/', pathNot: tests },
      {
        path: '^services/api/src/[^/]+/',
        pathNot: ['^services/api/src/$1/', '\\.(decider|lookup)\\.ts$', ...usedByOthers],
      },
    ),
    rule(
      'deciders-are-their-features',
      'Who sends a command knows its type alone.',
      { path: '^services/api/src/([^/]+)/', pathNot: tests },
      {
        path: '^services/api/src/[^/]+/.*\\.decider\\.ts$',
        pathNot: '^services/api/src/$1/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'lookups-are-provided-once',
      'By the feature whose they are, to all others.',
      { path: '^services/api/src/([^/]+)/.*\\.feature\\.ts$' },
      { path: '^services/api/src/[^/]+/.*lookup\\.ts$', pathNot: '^services/api/src/$1/' },
    ),
    rule(
      'accounts-know-no-feature',
      'Many show, fill and empty accounts; of two that need each other neither can be read alone.',
      { path: '^services/api/src/account/', pathNot: tests },
      { path: '^services/api/src/[^/]+/', pathNot: '^services/api/src/account/' },
    ),
    rule(
      'read-models-stand-alone',
      'The pages and the list of what was bought read their queries; each other they do not know. The columns and the reports that are made of them are no read models.',
      { path: '^projections/src/(?!kernel/)([^/]+)/', pathNot: [...tests, ...readsOfOthers] },
      { path: '^projections/src/(?!kernel/|columns/|reports/)[^/]+/', pathNot: '^projections/src/$1/' },
    ),
    rule(
      'pages-read-queries',
      'What shows several read models takes their data from the queries.',
      { path: readsOfOthers, pathNot: tests },
      {
        path: '^projections/src/(?!kernel/|pages/)[^/]+/',
        pathNot: ['\\.queries\\.ts$', '^projections/src/purchases/'],
      },
    ),
    rule(
      'only-the-shell-composes-features',
      'Screens meet in web/src/app; features, in what one of them has for others.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/(app|features/[^/]+)/', pathNot: ['^web/src/features/$1/', ...sharedByFeatures] },
    ),
    rule(
      'only-the-console-composes-resources',
      'Screens meet in admin/src/app; a feature knows of it only what a resource is.',
      { path: '^admin/src/features/([^/]+)/' },
      {
        path: '^admin/src/(app|features/[^/]+)/',
        pathNot: ['^admin/src/features/$1/', '^admin/src/app/resource\\.ts$'],
      },
    ),
    rule(
      'shared-knows-no-feature',
      'Shared code goes one way.',
      { path: ['^(web|admin)/src/(ui|lib)/', '^admin/src/causes/'] },
      { path: '^(web|admin)/src/(app|features)/' },
    ),
    rule(
      'shared-speaks-of-no-feature',
      'What knows the routes or rules of a feature belongs to it.',
      // The console's one stream of hints, and the filters that operators keep of any list, are served by a feature.
      {
        path: '^(web|admin)/src/(ui|lib)/',
        pathNot: [...tests, '^admin/src/(lib/(live|saved-filters)|ui/saved-filters)\\.tsx?$'],
      },
      { path: '^contracts/src/', pathNot: ['^contracts/src/kernel/', '^contracts/src/(brand|query-roots)\\.ts$'] },
    ),

    rule(
      'composers-stand-alone',
      'A picture is composed of drawing and shared scenery; the prompt was read before.',
      { path: procedural('composers/([^/]+)/'), pathNot: tests },
      {
        path: procedural(),
        pathNot: [procedural('composers/$1/'), procedural('(drawing|scenery)/'), procedural('(brief|composer)\\.ts$')],
      },
    ),
    rule(
      'scenery-is-shared',
      'What several composers draw knows none of them.',
      { path: procedural('scenery/'), pathNot: tests },
      { path: procedural(), pathNot: [procedural('(drawing|scenery)/'), procedural('brief\\.ts$')] },
    ),
    rule(
      'drawing-knows-no-subject',
      'Shapes, colours and light draw whatever is asked for.',
      { path: procedural('drawing/'), pathNot: tests },
      { path: procedural(), pathNot: procedural('drawing/') },
    ),
    rule(
      'lexicon-knows-no-composer',
      'It is data: who reads a prompt draws nothing.',
      { path: procedural('lexicon/'), pathNot: tests },
      { path: procedural(), pathNot: [procedural('(drawing|lexicon)/'), procedural('brief\\.ts$')] },
    ),

    rule(
      'deciders-are-pure',
      'Contracts and the decider type; no Nest, no clock, no store, no chance.',
      { path: '\\.decider\\.ts$' },
      { pathNot: ['^contracts/src/', '^services/kernel/src/deciding/decider\\.ts$', '\\.decider\\.ts$'] },
    ),
    rule(
      'processes-are-pure',
      'As deciders, and of use cases the one that has their name, whose command they answer with; the kernel has two commands of its own, and mail has one.',
      { path: '^(.+)\\.process\\.ts$' },
      {
        pathNot: [
          '^contracts/src/',
          '^services/kernel/src/(deciding/(decide|decider)|following/process|identity/erase-person)\\.ts$',
          '^services/api/src/mail/queue-mail\\.ts$',
          '\\.(decider|process)\\.ts$',
          '^$1\\.ts$',
        ],
      },
    ),

    rule(
      'reports-are-pure',
      'Folds over facts: contracts, and what reports share that is as pure.',
      { path: ['\\.report\\.ts$', '^projections/src/reports/(report|figures)\\.ts$'] },
      { pathNot: ['^contracts/src/', '^projections/src/reports/(report|figures)\\.ts$', ...packages('zod')] },
    ),

    rule(
      'log-and-bus-behind-the-kernel',
      'One door a vendor.',
      { pathNot: ['^services/kernel/', '^deploy/', ...tests] },
      { path: packages('@eventstore/db-client', 'nats') },
    ),
    rule(
      'database-behind-the-tables',
      'SQL stands in kernels, tables, queries and projectors, and in what these took apart.',
      {
        pathNot: [
          '^services/kernel/',
          '^projections/src/kernel/',
          '\\.(tables|queries|projector)\\.ts$',
          '^projections/src/(events/event-export|ledger/console-statements)\\.ts$',
          '^deploy/',
          ...tests,
        ],
      },
      { path: [...packages('pg'), '^services/kernel/src/database/query-writer\\.ts$'] },
    ),
    rule(
      'queries-behind-the-kernel',
      'One door a vendor.',
      { pathNot: ['^services/kernel/src/database/', ...tests] },
      { path: packages('kysely') },
    ),
    rule(
      'vendors-behind-gateways',
      'One door a vendor.',
      { pathNot: ['\\.gateway\\.ts$', ...tests] },
      { path: packages('stripe', 'sharp', 'nodemailer') },
    ),
    rule(
      'pixels-in-imaging-alone',
      'Native image code stays in the process that may crash of it.',
      { pathNot: [side.imaging, ...tests] },
      { path: packages('sharp') },
    ),
    rule(
      'columns-behind-one-room',
      'What is loaded with it is native and large, and only one room knows how to bound it.',
      { pathNot: ['^projections/src/columns/', ...tests] },
      { path: packages('@duckdb/node-api') },
    ),
    {
      name: 'one-gateway-a-vendor',
      comment: 'A second door is a second place to mend.',
      severity: 'error',
      from: { pathNot: tests },
      module: { path: packages('stripe', 'sharp', 'nodemailer'), numberOfDependentsMoreThan: 1 },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What is built here. Of vendors, many a package is reached in its own dist, and must be seen.
    exclude: { path: '^(contracts|services/[^/]+|projections|web|admin|deploy)/(dist|dist-server|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
