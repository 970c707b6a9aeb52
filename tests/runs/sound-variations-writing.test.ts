import { test } from 'vitest';
import { expectSound, soundRuns } from './sound-runs.js';

// In a file of their own: two files are run at once.
test.for(soundRuns(true))('%s: nothing fails, and no MUST is inconclusive', expectSound);
