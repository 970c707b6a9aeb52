import { declareRule } from './rule.mjs';

await declareRule(async ({ api }) => {
  await api.get('covers/');
});
