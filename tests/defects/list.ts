/** The defects, by the part of the product they are planted in. */
import type { Defect } from './defect.ts';
import { conversations } from './conversations.ts';
import { endings } from './endings.ts';
import { house } from './house.ts';
import { rules } from './rules.ts';

export const defects: readonly Defect[] = [...rules, ...conversations, ...endings, ...house];
