import { writeRules } from '../../suites/write-rules.js';
import { killsOf } from './write-red-rows.js';

killsOf(writeRules, [
  {
    id: 'error.write.detail',
    defect: 'a refusal has a message and no detail',
    sabotage: ({ errors }) => {
      errors.forbidden = () => ({ status: 403, body: { message: 'No.' } });
    },
  },
  {
    id: 'error.write.messages',
    defect: 'a field has codes in the place of texts',
    sabotage: ({ errors }) => {
      errors.invalidFields = (messages) => ({
        status: 400,
        body: Object.fromEntries(Object.keys(messages).map((name) => [name, [17]])),
      });
    },
  },
  {
    id: 'error.write.only-offending',
    defect: 'every refusal names the name as well',
    sabotage: ({ errors }) => {
      errors.invalidFields = (messages) => ({
        status: 400,
        body: { ...messages, code: ['invalid'] },
      });
    },
  },
]);
