/** The instance cannot be examined: nothing was judged. The message is one line. */
export class CannotExamine extends Error {
  override readonly name = 'CannotExamine';
}
