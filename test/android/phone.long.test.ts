/** The Android source through the real adb binary. */
import { onVirtualPhone, realAdbBed } from './phone-suite.ts';

onVirtualPhone('the real adb', realAdbBed, '14');
