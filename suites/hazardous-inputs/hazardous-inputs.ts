import type { Chapter } from '../../harness/requirement.js';
import { makePublic } from '../bundle-writes/made.js';
import { BUNDLE, PROJECT, USER } from '../write-rules/subjects.js';
import { checkHazards } from './hazardous-check.js';
import { survives } from './surviving.js';

/** What instances have been known to choke on: tried with `--hazardous-inputs` only, after all other writes. */
export const hazardousInputs: Chapter = {
  name: 'hazardous-inputs',
  requirements: [
    survives({
      subject: BUNDLE,
      id: 'bundle.update.hazards',
      says: 'Whatever `name` a bundle is given, it is refused with 400 or shown as sent, and every list that shows it answers 200',
      consequence: 'One name of a bundle makes lists unreadable for everybody.',
      filter: ({ write }) => ({ owner: write.ownId('user') }),
      show: (context) => makePublic(context, true),
      hide: (context) => makePublic(context, false),
    }),
    survives({
      subject: USER,
      id: 'user.update.hazards',
      says: 'Whatever names a user is given, they are refused with 400 or shown as sent, and every list that shows her answers 200',
      consequence: 'The name of one user makes lists unreadable for everybody.',
      filter: ({ write }) => ({ owner: write.ownId('user') }),
    }),
    survives({
      subject: PROJECT,
      id: 'project.update.hazards',
      says: 'Whatever addresses a project is given, they are refused with 400 or shown as sent, and every list that shows it answers 200',
      consequence: 'One word of a maintainer makes lists unreadable for everybody.',
      filter: ({ write }) => ({ project: write.project().id }),
    }),
    checkHazards,
  ],
};
