import '../testing/secure-mode.ts';
import './calls.test.ts';
