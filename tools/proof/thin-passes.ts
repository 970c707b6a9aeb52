const ONE_CALLER =
  'one request tells whether these credentials are accepted; other requirements send the others';
const ONE_PAGE =
  'it is about the status and type of one response; the forms of its items have requirements of their own';
const ONE_NEW_OBJECT =
  'one object is created in a version, and each requirement looks at one thing of it';
const ONE_CHECK =
  'checks cannot be deleted: one is created in a version, and each requirement looks at one thing of it';
const ONE_UNKNOWN = 'no object has the id, so that one request of it is like any other';

/**
 * The requirements whose pass on the reference rests on a single answer or element in some version, or on none, each with
 * the reason why that is enough. `npm run proof` fails for one that is not here, and for one that rests on more.
 */
export const DECISIONS: Readonly<Record<string, string>> = {
  'auth.people.maintainer': ONE_CALLER,
  'auth.sign-in': ONE_CALLER,
  'bundle.create.answer': ONE_NEW_OBJECT,
  'bundle.create.listed': ONE_NEW_OBJECT,
  'bundle.create.name': ONE_NEW_OBJECT,
  'bundle.create.patches': ONE_NEW_OBJECT,
  'bundle.create.public': ONE_NEW_OBJECT,
  'bundle.create.readable': ONE_NEW_OBJECT,
  'bundle.duplicate-name':
    'the name of one other bundle is given to one of the run; each other would be a further write',
  'bundle.list': ONE_PAGE,
  'check.create.answer': ONE_CHECK,
  'check.create.context': ONE_CHECK,
  'check.create.description': ONE_CHECK,
  'check.create.event.actor': ONE_CHECK,
  'check.create.event.once': ONE_CHECK,
  'check.create.listed': ONE_CHECK,
  'check.create.pending': ONE_CHECK,
  'check.create.readable': ONE_CHECK,
  'check.create.state': ONE_CHECK,
  'check.create.target-url': ONE_CHECK,
  'check.create.unknown-patch': ONE_UNKNOWN,
  'check.create.url': ONE_CHECK,
  'check.list': ONE_PAGE,
  'comment.cover.list': ONE_PAGE,
  'cover.content.as-sent':
    'one mail with non-ASCII text is read: mails are long, and their form is that of the sender',
  'cover.list': ONE_PAGE,
  'error.bundle.unknown': ONE_UNKNOWN,
  'error.check.unknown': ONE_UNKNOWN,
  'error.checks.unknown': ONE_UNKNOWN,
  'error.cover-comments.unknown': ONE_UNKNOWN,
  'error.cover.unknown': ONE_UNKNOWN,
  'error.no-5xx.reads':
    'it looks at every response of the run, and names those that failed: on a sound instance none',
  'error.no-5xx.writes':
    'it looks at every response of the run, and names those that failed: on a sound instance none',
  'error.patch-comment.unknown': ONE_UNKNOWN,
  'error.person.unknown': ONE_UNKNOWN,
  'error.project.unknown': ONE_UNKNOWN,
  'error.series.unknown': ONE_UNKNOWN,
  'error.user.unknown': ONE_UNKNOWN,
  'event.list': ONE_PAGE,
  'filter.covers.msgid.case':
    'a message id in other letters selects nothing: one that is asked for is enough beside filter.covers.msgid',
  'nested.cover-comments.of-a-patch': ONE_UNKNOWN,
  'person.list': ONE_PAGE,
  'project.list': ONE_PAGE,
  'project.update.by-maintainer': 'a run changes one project',
  'root.answers': ONE_PAGE,
  'root.collections': 'there is one root in a version; its keys are compared as a whole',
  'root.slashless': 'there is one root in a version',
  'root.urls': 'there is one root in a version; its URLs are checked by its schema',
  'series.list': ONE_PAGE,
  'user.list': ONE_PAGE,
  'user.settings.form': 'only the own settings are sure to be shown',
  'version.offered': 'there is one root in a version',
};
