import { declareRule } from './rule.mjs';

await declareRule(
  async () => {},
  () => new Promise(() => {}),
);
