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
    id: 'error.write.forbidden',
    defect: 'who may not do it is told to sign in',
    sabotage: ({ errors }) => {
      errors.forbidden = () => ({ status: 401, body: { detail: 'No.' } });
    },
  },
  {
    id: 'error.write.unauthenticated',
    defect: 'who has not signed in is told to do so',
    sabotage: ({ errors }) => {
      errors.anonymous = () => ({ status: 401, body: { detail: 'Who?' } });
    },
  },
  {
    id: 'error.write.keyed',
    defect: 'what is wrong with the fields is held in a list',
    sabotage: ({ errors }) => {
      errors.invalidFields = (messages) => ({ status: 400, body: Object.keys(messages) });
    },
  },
  {
    id: 'error.write.keyed',
    defect: 'a wrong name of a new bundle is refused under another key',
    sabotage: ({ errors }) => {
      errors.invalidFields = ({ name, ...messages }) => ({
        status: 400,
        body: { ...messages, ...(name === undefined ? {} : { title: name }) },
      });
    },
  },
  {
    id: 'error.write.every-offending',
    defect: 'of several wrong fields the first one is named',
    sabotage: ({ errors }) => {
      errors.invalidFields = (messages) => ({
        status: 400,
        body: Object.fromEntries(Object.entries(messages).slice(0, 1)),
      });
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
