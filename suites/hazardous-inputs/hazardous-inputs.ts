import type { Group } from '../../harness/requirement.js';
import { makePublic } from '../support/writing/created-bundle.js';
import { BUNDLE, PROJECT, USER } from '../support/writing/subjects.js';
import { checkHazards } from './hazardous-check.js';
import { hazardousReads } from './hazardous-reads.js';
import { survives } from './hazardous-updates.js';

/** Inputs known to break instances: sent with `--hazardous-inputs` only, in writes after all other writes. */
export const hazardousInputs: Group = {
  name: 'hazardous-inputs',
  requirements: [
    ...hazardousReads,
    survives({
      subject: BUNDLE,
      id: 'bundle.update.hazards',
      says: 'Any `name` of a bundle is refused with 400 or accepted, in whatever form it is stored, and every list with the bundle returns 200',
      consequence: 'The name of one bundle makes lists unreadable for every client.',
      show: (context) => makePublic(context, true),
      hide: (context) => makePublic(context, false),
    }),
    survives({
      subject: USER,
      id: 'user.update.hazards',
      says: 'Any name of a user is refused with 400 or accepted, in whatever form it is stored, and every list with the user returns 200',
      consequence: 'The name of one user makes lists unreadable for every client.',
    }),
    survives({
      subject: PROJECT,
      id: 'project.update.hazards',
      says: 'Any URL of a project is refused with 400 or accepted, in whatever form it is stored, and every list with the project returns 200',
      consequence: 'One value set by a maintainer makes lists unreadable for every client.',
    }),
    checkHazards,
  ],
};
