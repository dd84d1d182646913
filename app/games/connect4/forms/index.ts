import type { Form } from '../../form.ts';
import { cells42, cfour } from './cfour.ts';
import { digits, openSpiel, scored } from './digits.ts';

export const connect4Forms = [digits, scored, openSpiel, cfour, cells42] as readonly Form[];
