import '../testing/secure-mode.ts';
import './errors.test.ts';
