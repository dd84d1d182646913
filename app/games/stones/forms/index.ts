import type { Form } from '../../form.ts';
import { boardspace } from './boardspace.ts';
import { gosLog } from './log.ts';
import { waltz } from './waltz.ts';

export const stonesForms = [gosLog, boardspace, waltz] as readonly Form[];
