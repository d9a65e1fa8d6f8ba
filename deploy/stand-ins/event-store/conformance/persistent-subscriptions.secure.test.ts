import '../testing/secure-mode.ts';
import './persistent-subscriptions.test.ts';
