/** A million changed texts for each reader of a third of the forms. */
import { describeAttack } from './testing/hostile.ts';

describeAttack(3);
