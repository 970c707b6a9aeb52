/** The instance cannot be tested: nothing was checked. The message is one line. */
export class CannotExamine extends Error {
  override readonly name = 'CannotExamine';
}
