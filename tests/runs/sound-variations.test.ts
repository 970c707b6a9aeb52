import { test } from 'vitest';
import { expectSound, soundRuns } from './sound-runs.js';

test.for(soundRuns(false))('%s: nothing fails, and no MUST is inconclusive', expectSound);
