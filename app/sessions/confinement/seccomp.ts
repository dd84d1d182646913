/**
 * The filter of system calls for an engine in the sandbox, in the format of bubblewrap's `--seccomp`: an array of the
 * kernel's `struct sock_filter`, a program in classic BPF that runs at each call (`man 2 seccomp`).
 *
 * Calls that are not on the list are allowed: engines are written in every language, and a list of all calls of their
 * runtimes would break with the next C library.
 */
import { constants } from 'node:os';
import { callTables, namespaceFlags, socketFamilies, type CallTable } from './system-calls.ts';

/** Offsets in `struct seccomp_data`; of an argument the lower half, on little-endian machines. */
const offset = { number: 0, architecture: 4, firstArgument: 16 } as const;

/** AUDIT_ARCH_* of linux/audit.h. */
const audit = { x64: 0xc000_003e, i386: 0x4000_0003, arm64: 0xc000_00b7 } as const;

/** The bit of x32 calls, which run on x86-64 with its AUDIT_ARCH. */
const x32 = 0x4000_0000;

/** Opcodes: BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_JMP|BPF_JGE|BPF_K, BPF_JMP|BPF_JSET|BPF_K, BPF_RET|BPF_K. */
const op = { load: 0x20, equal: 0x15, atLeast: 0x35, anyBit: 0x45, give: 0x06 } as const;

const { errno } = constants;
const verdict = {
  allow: 0x7fff_0000,
  /** SECCOMP_RET_KILL_PROCESS: the process ends by SIGSYS. */
  kill: 0x8000_0000,
  refuse: 0x0005_0000 | errno.EPERM,
  unknown: 0x0005_0000 | errno.ENOSYS,
  family: 0x0005_0000 | errno.EAFNOSUPPORT,
} as const;

/** One `struct sock_filter`; `yes` and `no` count the instructions to skip. */
interface Instruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const load = (at: number): Instruction => ({ code: op.load, yes: 0, no: 0, value: at });
const give = (value: number): Instruction => ({ code: op.give, yes: 0, no: 0, value });
/** Runs the next instruction if the test holds; else skips it. */
const when = (code: number, value: number): Instruction => ({ code, yes: 0, no: 1, value });

/** Returns a verdict for each call of an architecture. Expects the call's number loaded. */
function judge({ refused, clone, clone3, socket }: CallTable): Instruction[] {
  const byName = refused.flatMap((number) => [when(op.equal, number), give(verdict.refuse)]);
  const ofClone = [
    ...[load(offset.firstArgument), when(op.anyBit, namespaceFlags), give(verdict.refuse)],
    give(verdict.allow),
  ];
  const ofSocket = [
    load(offset.firstArgument),
    ...socketFamilies.flatMap((family) => [when(op.equal, family), give(verdict.allow)]),
    give(verdict.family),
  ];
  const only = (number: number, then: readonly Instruction[]): Instruction[] => [
    { code: op.equal, yes: 0, no: then.length, value: number },
    ...then,
  ];
  return [
    ...byName,
    ...only(clone3, [give(verdict.unknown)]),
    ...only(clone, ofClone),
    ...socket.flatMap((number) => only(number, ofSocket)),
    give(verdict.allow),
  ];
}

/** Runs `then` for calls of one architecture and skips it for others. Expects the architecture loaded. */
const on = (architecture: number, then: readonly Instruction[]): Instruction[] => [
  // A conditional jump reaches 255 instructions at most, fewer than a table has.
  { code: op.equal, yes: 1, no: 0, value: architecture },
  { code: 0x05, yes: 0, no: 0, value: then.length },
  ...then,
];

function programOf(architecture: string): readonly Instruction[] | null {
  const start = load(offset.architecture);
  const foreign = give(verdict.kill);
  const number = load(offset.number);
  switch (architecture) {
    case 'x64':
      return [
        start,
        ...on(audit.x64, [
          number,
          ...[when(op.atLeast, x32), give(verdict.unknown)],
          ...judge(callTables.x64),
        ]),
        // Most systems run 32-bit programs, and a 64-bit program may make 32-bit calls.
        ...on(audit.i386, [number, ...judge(callTables.i386)]),
        foreign,
      ];
    case 'arm64':
      return [start, ...on(audit.arm64, [number, ...judge(callTables.arm64)]), foreign];
    default:
      return null;
  }
}

/**
 * @param architecture Node's `process.arch`
 * @returns the filter's bytes; null on an unsupported processor
 */
export function seccompFilter(architecture: string): Buffer | null {
  const program = programOf(architecture);
  if (program === null) return null;
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(({ code, yes, no, value }, index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
}
