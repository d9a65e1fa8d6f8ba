import { shareOf } from './share-of.ts';

/**
 * Where the process dies while somebody registers and has a picture made, with `#n` for the n-th pass. Appends are, in
 * this order, the hold, the request, and the capture; the workers' own are counted in their own process.
 */
export const onTheWay = [
  'idempotency.after-claim#1',
  'register.before-reserve',
  'register.after-reserve',
  'register.after-commit',
  'outbox.before-append',
  'outbox.after-append',
  'register.after-deliver',
  'register.after-session',
  'idempotency.after-claim#2',
  'decider.before-append#1',
  'decider.after-append#1',
  'generate.after-hold',
  'decider.before-append#2',
  'decider.after-append#2',
  'generate.after-request',
  'subscription.before-commit#1',
  'subscription.before-commit#3',
  'subscription.after-commit#1',
  'subscription.after-commit#3',
  'process.after-act',
  'projector.before-commit#1',
  'projector.before-commit#2',
  'projector.after-commit#1',
  'projector.after-commit#2',
  'imaging.after-claim',
  'blob.before-rename#1',
  'blob.before-rename#3',
  'blob.after-rename#1',
  'imaging.after-blobs',
  'imaging.after-variant',
  'imaging.after-complete',
  'decider.before-append#3',
  'decider.after-append#3',
  'generate.before-reply',
];

/**
 * Where the process dies while a member has two pictures made in one request, another variant of the first, and one more
 * that is cancelled, tried again and cancelled again. Holds and requests are counted in this order: the batch's hold and
 * its two requests, the variant's, the cancelled one's, its next try's.
 */
export const furtherOn = [
  'generate.after-hold#1',
  'generate.after-request#1',
  'generate.after-request#2',
  'generate.after-hold#2',
  'generate.after-request#3',
  'attach.before-append',
  'attach.after-append',
  'generate.after-request#4',
  'cancel.after-append#1',
  'generate.after-hold#4',
  'generate.after-request#5',
  'retry.after-replace',
  'cancel.after-append#2',
];

/** Off these ways; each has a test of its own. */
export const elsewhere = {
  'imaging.after-hand-back': 'render.fault.ts',
  'trial.after-claim': 'trials.fault.ts',
  'trial.after-request': 'trials.fault.ts',
  'digest.before-post': 'monthly-mail.fault.ts',
  'digest.after-post': 'monthly-mail.fault.ts',
  'mail.after-send': 'monthly-mail.fault.ts',
  'blob.set-aside': 'orphan-files.fault.ts',
  'webhook.before-append': 'payments.fault.ts',
  'webhook.after-append': 'payments.fault.ts',
  'checkout.after-customer': 'money-crashes.fault.ts',
  'plans.after-append': 'payments.fault.ts',
  'plans.after-rest': 'payments.fault.ts',
  'plans.after-next': 'payments.fault.ts',
  'referral.before-grant': 'money-crashes.fault.ts',
  'referral.after-grants': 'money-crashes.fault.ts',
  'derived.after-claim': 'money-crashes.fault.ts',
  'derived.after-blob': 'money-crashes.fault.ts',
  'anchors.portion-kept': 'services/kernel/src/proof/anchors.test.ts',
  'operators.after-accept': 'operators-crashes.fault.ts',
  'operators.before-session': 'operators-crashes.fault.ts',
  'operators.after-session': 'operators-crashes.fault.ts',
  'operators.before-settle': 'operators-crashes.fault.ts',
  'settings.before-hint': 'operators-crashes.fault.ts',
  'reports.before-outcome': 'operators-crashes.fault.ts',
  'columns.after-segment': 'operators-crashes.fault.ts',
  'columns.after-list': 'operators-crashes.fault.ts',
  'audit.after-append': 'audit-console.fault.ts',
  'rebuild.before-swap-begun': 'rebuild-cancel.fault.ts',
  'rebuild.after-swap-begun': 'rebuild-cancel.fault.ts',
  'rebuild.before-commit': 'rebuild-cancel.fault.ts',
  'rebuild.after-commit': 'rebuild-cancel.fault.ts',
  'rebuild.after-end': 'rebuild-cancel.fault.ts',
  'data-export.before-rename': 'data-export.fault.ts',
  'data-export.after-rename': 'data-export.fault.ts',
  'data-export.after-ready': 'data-export.fault.ts',
  'erasure.before-erase': 'erasure.fault.ts',
  'erasure.after-erase': 'erasure.fault.ts',
  'erasure.after-key': 'erasure.fault.ts',
  'erasure.after-pictures': 'erasure.fault.ts',
  'forget-customer.before-delete': 'erasure.fault.ts',
  'forget-customer.after-delete': 'erasure.fault.ts',
  'installation.proposed': 'given-servers.fault.ts',
  'installation.begun': 'deploy/local/installation/installation.test.ts',
};

/** Those of the instants that are tried: all of them, or a share of them by `FAULT_POINTS=k/n`. */
export const triedNow = <T>(points: readonly T[], setting?: string): T[] => shareOf(points, 'FAULT_POINTS', setting);
