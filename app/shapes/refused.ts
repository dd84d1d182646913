/** A wish that cannot be granted as things are. The message and the advice are sentences, fit for a screen. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  /** What to do next; empty when there is nothing to do. */
  readonly advice: string;

  constructor(message: string, advice = '') {
    super(message);
    this.advice = advice;
  }
}
