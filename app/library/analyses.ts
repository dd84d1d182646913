import * as v from 'valibot';
import { RememberedAnalysis } from '../shapes/analysis.ts';
import { list } from '../shapes/base.ts';
import { Kept, type Keeping } from './files.ts';

/** More than a user sets up for all games; the oldest are forgotten. */
export const mostRemembered = 256;

const Remembered = v.pipe(list(RememberedAnalysis), v.maxLength(mostRemembered));

/**
 * Reads the engines that analysed last, of each kind of game. An invalid file is put aside; `trouble` is then a sentence
 * for the user.
 */
export const openAnalyses = (
  path: string,
  keeping?: Keeping,
): Promise<{ kept: Kept<readonly RememberedAnalysis[]>; trouble: string | null }> =>
  Kept.open<readonly RememberedAnalysis[]>(path, Remembered, [], keeping);
