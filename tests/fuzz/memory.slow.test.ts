import { describeMemory } from './memory.fixture.ts';

describeMemory(1200);
