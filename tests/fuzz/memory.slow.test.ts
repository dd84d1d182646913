import { describeMemory } from './memory.fixture.ts';

describeMemory(2000);
