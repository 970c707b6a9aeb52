import { test } from 'vitest';
import { followed } from './follow.js';
import { FOLLOWED, IN_A_CHECKOUT } from './pages.js';

test.concurrent.for(FOLLOWED.filter((page) => !IN_A_CHECKOUT.includes(page)))(
  '%s does what it says (-u renews the output that it shows)',
  async (page, { expect }) => {
    await expect(await followed(page)).toMatchFileSnapshot(`../../${page}`);
  },
);
