/** A wish that the present state does not allow. The message and the advice are fit for a screen. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** What to do next; empty when there is nothing to do. */
  readonly advice: string;

  constructor(message: string, advice = '') {
    super(message);
    this.advice = advice;
  }
}
