import { Client } from '../../../dist/harness/client/client.js';

// The tenth write has its response, and whoever waits for it waits for good.
let writes = 0;
const { write } = Client.prototype;
Client.prototype.write = async function hanging(wanted) {
  const answer = await write.call(this, wanted);
  writes += 1;
  return writes === 10 ? new Promise(() => {}) : answer;
};

await import('../../../dist/cli/vitest-entry.js');
