/** A number as tables have it: without the sign that a negative one keeps where it is rounded to 0. */
export const fixed = (value: number, digits: number): string =>
  value.toFixed(digits).replace(/^-(?=[0.]+$)/, '');
