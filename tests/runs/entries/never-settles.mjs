import { declareRule } from './rule.mjs';

await declareRule(() => new Promise(() => {}));
