/** Defects planted in a copy of the sources, which the tests must find. */
export interface Defect {
  /** What is wrong with the product once it is planted. */
  readonly name: string;
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The test file, or the step of `npm test`, that must find it. */
  readonly by: `${string}.test.ts` | 'types' | 'lint';
}

/** Whether `npm test -- quick` finds it. */
export function isQuick({ by }: Defect): boolean {
  return !/\.(process|slow|browser)\.test\.ts$|^tests\/(e2e|packaging)\//.test(by);
}

/** Whether its test runs a build. */
export const needsBuild = ({ by }: Defect): boolean => /\.process\.test\.ts$|^tests\/e2e\//.test(by);

/** @throws Error unless the text occurs exactly once: the code has moved, and the defect must follow */
export function planted(source: string, { name, find, replace }: Defect): string {
  const pieces = source.split(find);
  if (pieces.length !== 2) throw new Error(`${name}: its text is there ${pieces.length - 1} times`);
  return pieces.join(replace);
}
