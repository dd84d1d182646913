import type { Form } from '../../form.ts';
import { playok } from './playok.ts';
import { sanmill, sanmillFen, sanmillUci } from './sanmill.ts';

export const morrisForms = [playok, sanmill, sanmillUci, sanmillFen] as readonly Form[];
