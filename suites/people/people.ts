import { at } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { availableById } from '../support/available-by-id.js';
import { answersCollection } from '../support/endpoints.js';
import { garblings } from '../support/garbled.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { samplesOf } from '../support/objects/samples.js';
import { senderOf } from './mail-sender.js';

/** Words that programs write for a missing value. */
const WORDS_FOR_NOTHING = ['None', 'null', 'undefined', 'nil', 'NULL'];

/** People: everyone who sent a patch or a comment; as a list, in detail, and as a submitter. */
export const people: Group = {
  name: 'people',
  requirements: [
    ...answersCollection('person', 'people/', {
      list: 'A client cannot list the people who sent mail.',
      detail: 'A client that has the id of a submitter cannot read the person.',
    }),
    ...formsOfResource({
      id: 'person',
      resources: ['person'],
      one: 'a person',
      spec: 'Person',
      overrides: {
        'person.fields': {
          consequence: 'A client cannot tell who a person is, or which user belongs to it.',
        },
        'person.embedded.fields': { consequence: 'A client cannot display the sender of a mail.' },
      },
    }),
    requirement({
      id: 'person.name.as-sent',
      says: 'The name of a submitter is that of the mail: null if there is none, and with every character',
      spec: 'Conventions',
      level: 'should',
      consequence: 'A client displays a wrong name.',
      async check(context) {
        const { objects } = await samplesOf(context);
        // Another address is that of a mailing list that forwarded the mail.
        const mails = objects.flatMap((mail) => {
          const sender = senderOf(at(mail, 'headers', 'From').value);
          const [name, email] = [at(mail, 'submitter', 'name'), at(mail, 'submitter', 'email')];
          const own = sender?.address.toLowerCase() === String(email.value).toLowerCase();
          return sender !== undefined && own ? [{ sender, name }] : [];
        });
        context.expect.each(
          mails,
          'no mail has a From header with the e-mail address of its submitter',
          ({ sender, name }) => {
            // Another name may come from an earlier mail; these values never do.
            const wrong = sender.name === '' ? WORDS_FOR_NOTHING : garblings(sender.name);
            const holds = typeof name.value !== 'string' || !wrong.includes(name.value);
            const expected = sender.name === '' ? 'null' : JSON.stringify(sender.name);
            context.expect.that(holds, name, '`name` of a submitter', expected);
          },
        );
      },
    }),
    requirement({
      id: 'person.submitters',
      says: 'A person is anyone who has submitted: a submitter is available at people/{id}/',
      spec: 'What the service does',
      level: 'should',
      needs: ['signed-in'],
      compares: true,
      consequence: 'A client that looks up the submitter of a mail gets 404.',
      check: (context) => availableById(context, 'person', 'no submitter was seen'),
    }),
  ],
};
