import { expect, test } from 'vitest';
import { expectProject } from '../../harness/preflight.js';
import { asked, json } from './serving.js';

const LISTED = [
  { id: 1, link_name: 'lab' },
  { id: 2, link_name: 'kernel' },
];

/** Looks for a project where its own address answers so, and the list of projects. */
function looked(project: string, own: [body: unknown, status: number], list: unknown) {
  return asked(
    (request, response) => {
      const isList = request.url?.startsWith('/api/1.4/projects/?') ?? false;
      return (isList ? json(list) : json(...own))(request, response);
    },
    {},
    (client) => expectProject(client, '1.4', { flag: '--project', name: project }),
  );
}

test('a project that neither its address nor the list shows is named, with those that are there', async () => {
  await expect(looked('nosuch', [{}, 404], LISTED)).rejects.toThrow(
    /has no project "nosuch": set --project to a link name or id of lab, kernel; nothing was checked$/,
  );
});

test.for<[why: string, project: string, own: [unknown, number], list: unknown]>([
  ['its address answers', 'lab', [LISTED[0], 200], []],
  ['its address fails, which has a row of its own', 'lab', [{}, 500], LISTED],
  ['only the list shows it, by name', 'kernel', [{}, 404], LISTED],
  ['only the list shows it, by id', '2', [{}, 404], LISTED],
  ['the list is none', 'lab', [{}, 404], { count: 2 }],
  ['the list is empty', 'lab', [{}, 404], []],
  ['the list may have more pages', 'lab', [{}, 404], Array.from({ length: 250 }, () => LISTED[1])],
])('an instance is examined where %s', async ([, project, own, list]) => {
  await expect(looked(project, own, list)).resolves.toBeUndefined();
});
