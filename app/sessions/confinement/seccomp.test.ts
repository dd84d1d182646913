import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seccompFilter } from './seccomp.ts';
import { callTables, refusedCalls } from './system-calls.ts';

/** AUDIT_ARCH_* of linux/audit.h: the machine's number in ELF, with a bit each for 64 bits and little endian. */
const audit = {
  x64: 0x8000_0000 + 0x4000_0000 + 62,
  i386: 0x4000_0000 + 3,
  arm64: 0x8000_0000 + 0x4000_0000 + 183,
};
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
const allow = 'allow';
const kill = 'kill';

/** What the kernel does with a call: runs the program as `man 2 seccomp` and net/core/filter.c have it. */
function verdictOf(filter: Buffer, architecture: number, number: number, argument = 0): number | string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  data.writeUInt32LE(argument, 16);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const [yes, no] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    const jump = (test: boolean): void => void (at += test ? yes : no);
    switch (filter.readUInt16LE(at * 8)) {
      case 0x20:
        loaded = data.readUInt32LE(value);
        break;
      case 0x05:
        at += value;
        break;
      case 0x15:
        jump(loaded === value);
        break;
      case 0x35:
        jump(loaded >= value);
        break;
      case 0x45:
        jump((loaded & value) !== 0);
        break;
      case 0x06:
        if (value === 0x7fff_0000) return allow;
        if (value === 0x8000_0000) return kill;
        expect(value >>> 16).toBe(5);
        return value & 0xffff;
      default:
        throw new Error('no such instruction');
    }
  }
  throw new Error('the program has no end');
}

describe.each(['x64', 'arm64'] as const)('the filter of %s', (architecture) => {
  const filter = seccompFilter(architecture)!;
  const own = (number: number, argument = 0) => verdictOf(filter, audit[architecture], number, argument);
  const { refused, clone, clone3, socket } = callTables[architecture];

  it('has no more instructions than the kernel takes, and ends on each way', () => {
    expect(filter.length % 8).toBe(0);
    expect(filter.length / 8).toBeLessThanOrEqual(4096);
    for (let number = 0; number < 600; number++)
      expect([allow, EPERM, ENOSYS, EAFNOSUPPORT]).toContain(own(number));
  });

  it('refuses what is refused and nothing else', () => {
    const numbers = Array.from({ length: 600 }, (_, number) => number);
    expect(numbers.filter((number) => own(number, 1) === EPERM)).toEqual(
      [...new Set(refused)].sort((a, b) => a - b),
    );
    expect(numbers.filter((number) => own(number, 1) === ENOSYS)).toEqual([clone3]);
  });

  it('looks at the flags of clone and at the family of a socket', () => {
    const [CLONE_NEWUSER, CLONE_VM] = [0x1000_0000, 0x100];
    expect([own(clone, CLONE_NEWUSER | CLONE_VM), own(clone, CLONE_VM)]).toEqual([EPERM, allow]);
    const [AF_UNIX, AF_NETLINK, AF_VSOCK] = [1, 16, 40];
    for (const number of socket) {
      expect([AF_UNIX, AF_NETLINK, AF_VSOCK].map((family) => own(number, family))).toEqual([
        allow,
        allow,
        EAFNOSUPPORT,
      ]);
    }
  });
});

it('the filter of arm64 ends programs of 32 bits, and that of x86-64 filters them by their own numbers', () => {
  const getpid = 20;
  const AUDIT_ARCH_ARM = 0x4000_0000 + 40;
  expect(verdictOf(seccompFilter('arm64')!, AUDIT_ARCH_ARM, getpid)).toBe(kill);
  const filter = seccompFilter('x64')!;
  expect(verdictOf(filter, audit.i386, getpid)).toBe(allow);
  for (const number of callTables.i386.refused) expect(verdictOf(filter, audit.i386, number)).toBe(EPERM);
  expect(verdictOf(filter, audit.arm64, getpid)).toBe(kill);
  expect(verdictOf(filter, audit.x64, 0x4000_0000 + 39)).toBe(ENOSYS);
});

it('there is no filter on other processors', () => {
  expect(['riscv64', 's390x', 'ppc64', 'arm', 'ia32'].map(seccompFilter)).toEqual(Array(5).fill(null));
});

/** The kernel's own tables, where this machine has them. */
const headers = [
  ['x86-64', 0, ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', '/usr/include/asm/unistd_64.h']],
  ['i386', 1, ['/usr/include/x86_64-linux-gnu/asm/unistd_32.h', '/usr/include/asm/unistd_32.h']],
  ['arm64', 2, ['/usr/include/asm-generic/unistd.h']],
] as const;

describe.each(headers)('the numbers of %s', (_, column, paths) => {
  const path = paths.find((one) => existsSync(one));
  it.runIf(path !== undefined)('are those of the kernel', () => {
    const defined = readFileSync(path!, 'latin1').matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm);
    const numbers = new Map([...defined].map(([, name, number]) => [name!, Number(number)]));
    const ours = Object.entries(refusedCalls).map(([name, all]) => [name, all[column]] as const);
    // The generic table defines those of 64 bits of time, which 32-bit machines alone have.
    const known = ours.filter(([name]) => numbers.has(name) && (column === 1 || !name.endsWith('64')));
    const wrong = known.filter(([name, number]) => numbers.get(name) !== number);
    expect(wrong).toEqual([]);
    // Headers may be older than the newest calls.
    const absent = ours.filter(([name, number]) => number !== null && !numbers.has(name));
    expect(absent.length).toBeLessThan(12);
    expect(absent.filter(([, number]) => number! < 400).map(([name]) => name)).toEqual([]);
  });
});
