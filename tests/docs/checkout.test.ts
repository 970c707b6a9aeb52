import { test } from 'vitest';
import { followed } from './follow.js';
import { IN_A_CHECKOUT } from './pages.js';

// Apart from the other pages, so that a second processor does these.
test.concurrent.for(IN_A_CHECKOUT)(
  '%s does what it says, in a copy of the checkout',
  async (page, { expect }) => {
    await expect(await followed(page)).toMatchFileSnapshot(`../../${page}`);
  },
);
