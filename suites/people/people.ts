import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { samplesOf } from '../conventions/collect-samples.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { formsOfResource } from '../conventions/forms-of-resource.js';
import { garblings } from '../conventions/garbled.js';
import { foundById } from '../users/found-by-id.js';
import { senderOf } from './mail-sender.js';

/** What a program writes for nothing, where it writes it as a word. */
const WORDS_FOR_NOTHING = ['None', 'null', 'undefined', 'nil', 'NULL'];

/** People: everyone who has sent a patch or a comment; listed, in detail, and as a submitter. */
export const people: Chapter = {
  name: 'people',
  requirements: [
    answersList({
      id: 'person.list',
      path: 'people/',
      consequence: 'A client cannot find out who has sent mail.',
    }),
    answersDetail({
      id: 'person.detail',
      path: 'people/',
      consequence: 'A client that knows the id of a submitter cannot read who it is.',
    }),
    ...formsOfResource({
      id: 'person',
      resources: ['person'],
      one: 'a person',
      spec: 'Person',
      overrides: {
        'person.fields': {
          consequence: 'A client cannot tell which user a person is, or who it is at all.',
        },
        'person.embedded.fields': { consequence: 'A client cannot show who has sent a mail.' },
      },
    }),
    requirement({
      id: 'person.name.as-sent',
      says: 'A submitter is called what the mail says: nothing is null, and every letter arrives',
      spec: 'Conventions',
      level: 'should',
      versions: ALL,
      consequence: 'A client shows, and writes to, somebody of another name.',
      async check(context) {
        const { met } = await samplesOf(context);
        // An address that is another one is that of a list that sent the mail on.
        const mails = met.flatMap((mail) => {
          const sender = senderOf(at(mail, 'headers', 'From').value);
          const [name, email] = [at(mail, 'submitter', 'name'), at(mail, 'submitter', 'email')];
          const own = sender?.address.toLowerCase() === String(email.value).toLowerCase();
          return sender !== undefined && own ? [{ sender, name }] : [];
        });
        context.expect.each(mails, 'no mail names its submitter', ({ sender, name }) => {
          // Another name may come from an earlier mail; these never do.
          const wrong = sender.name === '' ? WORDS_FOR_NOTHING : garblings(sender.name);
          const holds = typeof name.value !== 'string' || !wrong.includes(name.value);
          const expected = sender.name === '' ? 'null' : JSON.stringify(sender.name);
          context.expect.that(holds, name, 'the name of a submitter', expected);
        });
      },
    }),
    requirement({
      id: 'person.submitters',
      says: 'A person is anyone who has submitted: a submitter is found in people/{id}/',
      spec: 'What the service does',
      level: 'should',
      versions: ALL,
      needs: ['signed-in'],
      consequence: 'A client that looks up the submitter of a mail finds nobody.',
      check: (context) =>
        foundById(context, {
          resource: 'person',
          path: 'people/',
          missing: 'the instance shows no submitter',
        }),
    }),
  ],
};
