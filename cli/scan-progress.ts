import type { WalkProgress } from '../harness/walk/walk.js';
import { number, several, span } from '../reporters/view/quantities.js';

/** Before so many pages nothing can be said of the pace. */
const TELLING = 10;

/** Tells how far a walk has come, and how long it may still take at the pace that it has had. */
export class WalkPace {
  #first: WalkProgress | undefined;
  #since = 0;

  /** The share that was walked, from 0 to 1, and the same in words. `now` is a moment in milliseconds. */
  tell(progress: WalkProgress, now: number): { share: number; text: string } {
    if (this.#first === undefined) {
      this.#first = progress;
      this.#since = now;
    }
    const { objects, pagesRead, pages, isKnown } = progress;
    const seconds = (now - this.#since) / 1000;
    const read = pagesRead - this.#first.pagesRead;
    const known = isKnown && read >= TELLING && seconds > 0;
    const pace = Math.round((objects - this.#first.objects) / seconds);
    const left = ((pages - pagesRead) / read) * seconds * 1000;
    const facts = [
      `scanned ${several(objects, 'object')}`,
      ...(known ? [`${number(pace)} a second`] : []),
      isKnown ? `${number(pagesRead)} of ${several(pages, 'page')}` : several(pagesRead, 'page'),
      ...(known && left > 0 ? [`about ${span(left)} left`] : []),
    ];
    const share = isKnown && pages > 0 ? Math.min(1, pagesRead / pages) : 0;
    return { share, text: facts.join(' · ') };
  }
}
