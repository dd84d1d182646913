import type { Form } from '../../form.ts';
import { glendenning, ishtar, tq1, usual } from './mirrored.ts';
import { quoridorPosition } from './position.ts';

export const quoridorForms = [usual, ishtar, glendenning, tq1, quoridorPosition] as readonly Form[];
