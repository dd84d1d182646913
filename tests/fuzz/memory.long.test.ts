import { describeMemory } from './memory.fixture.ts';

describeMemory(6000);
