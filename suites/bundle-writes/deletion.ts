import type { Answer } from '../../harness/client/answer.js';
import { unexpected } from '../../harness/expect.js';
import { Memo } from '../../harness/memo.js';
import type { Requirement } from '../../harness/requirement.js';
import { ROLES, type Role } from '../../harness/role.js';
import { unanswered } from '../../harness/violation.js';
import { schemesOf } from '../support/writing/callers.js';
import { BUNDLES, bundlesOfOthers, madeBundle } from '../support/writing/created-bundle.js';
import { readLists } from '../support/writing/lists.js';
import { expectOthersUnchanged } from '../support/writing/lists-compared.js';
import { writes } from '../support/writing/subject.js';
import { BUNDLE } from '../support/writing/subjects.js';

/** DELETE is not in docs/api.md, but git-pw sends it; where it is offered, it removes what it names. */
export const deletion: Requirement = writes(BUNDLE, {
  id: 'bundle.delete.others',
  says: 'Deleting a bundle (if DELETE is offered) changes no other bundle, for whoever reads the list',
  // "Delete operations for any resource: not shown."
  level: 'should',
  consequence: 'A client that deletes a bundle loses or changes another one.',
  async check(context) {
    const { api, write } = context;
    await madeBundle(context);
    if (write.ignoredDelete() !== undefined) return context.accept('DELETE removes nothing');
    if (!write.deletesBundles()) return context.accept('DELETE is not offered');
    const { id, path } = await write.bundle(api);
    const lists = [{ path: 'bundles/', role: BUNDLES.role }, ...bundlesOfOthers(context)];
    const before = await readLists(context, lists);
    const answer = await write.send(api.as('user'), 'DELETE', path, 'none');
    if (answer.status >= 300) unanswered(answer);
    const after = await readLists(context, lists);
    expectOthersUnchanged(context, before, after, {
      isWritten: (row) => BUNDLES.isAbout(row, id),
      isOwn: (row) => BUNDLES.isOnlyOurs(context, row),
      sent: [],
    });
  },
});

/** Who does not own a bundle and may still be able to delete it. */
const NOT_OWNERS: readonly Role[] = ROLES.filter((role) => role !== 'user' && role !== 'ci');

const PATH_OF_DELETED = new Memo<string>();
const PUBLISHED = new Memo<Answer>();
const DELETED = new Memo<{ status: number; read: Answer }>();

/** DELETE is "not shown"; whoever does not own a bundle does not write it (docs/verdicts.md B-56). */
export const deletionByOthers: Requirement = writes(BUNDLE, {
  id: 'bundle.delete.by-others',
  says: 'DELETE of a bundle by a caller who does not own it leaves it there, public or private',
  spec: 'Authentication',
  needs: ['other', 'maintainer'],
  consequence: 'Anybody can remove the bundles of other users.',
  async check(context) {
    const { accept, api, expect, instance, write } = context;
    const owner = api.as('user');
    // Each step by itself: a lost answer repeats that step only.
    const path = await instance.once(PATH_OF_DELETED, [api.version], async () => {
      const made = write.deletesBundles() ? await write.bundle(api) : await madeBundle(context);
      return made.path;
    });
    const publish = (isPublic: boolean) =>
      instance.once(PUBLISHED, [isPublic, api.version], () =>
        write.send(owner, 'PATCH', path, { json: { public: isPublic } }),
      );
    for (const isPublic of [false, true]) {
      if (isPublic) await publish(true);
      for (const role of NOT_OWNERS) {
        if (role !== 'anonymous') await instance.expectApart(role, 'user');
        // Once by each scheme: a server may check each by itself.
        const schemes = isPublic && role === 'other' ? await schemesOf(context, role) : [undefined];
        for (const scheme of schemes) {
          const by = scheme === undefined ? role : `${role} by ${scheme}`;
          const { status, read } = await instance.once(
            DELETED,
            [by, isPublic, api.version],
            async () => {
              const answer = await write.send(api.as(role), 'DELETE', path, 'none', { scheme });
              return { status: answer.status, read: await owner.get(path) };
            },
          );
          const who = `its owner, after DELETE of the ${isPublic ? 'public' : 'private'} bundle by ${by}`;
          if (read.status === 404 || read.status === 410) {
            expect.fail(unexpected(read, `the bundle for ${who}`, String(read.status)));
          }
          expect.status(read, 200);
          accept(`${by}: ${status}`);
        }
      }
    }
    await publish(false);
  },
});
