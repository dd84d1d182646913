/**
 * System calls that an engine does not need and the sandbox refuses: they reach the kernel's keyring, other processes,
 * the machine itself, or parts of the kernel with a history of vulnerabilities. Numbers are from Linux's `unistd_64.h`
 * (x86-64), `unistd_32.h` (i386) and `asm-generic/unistd.h` (arm64); from 424 on all three agree.
 */

/** The numbers on x86-64, i386 and arm64. Null if an architecture has no such call. */
type Numbers = readonly [x64: number | null, i386: number | null, arm64: number | null];

/** Refused with EPERM, regardless of arguments. */
export const refusedCalls: Readonly<Record<string, Numbers>> = {
  // The user's keyring.
  add_key: [248, 286, 217],
  request_key: [249, 287, 218],
  keyctl: [250, 288, 219],
  // Other processes.
  ptrace: [101, 26, 117],
  process_vm_readv: [310, 347, 270],
  process_vm_writev: [311, 348, 271],
  process_madvise: [440, 440, 440],
  pidfd_getfd: [438, 438, 438],
  kcmp: [312, 349, 272],
  // Large parts of the kernel with many vulnerabilities.
  bpf: [321, 357, 280],
  perf_event_open: [298, 336, 241],
  userfaultfd: [323, 374, 282],
  io_uring_setup: [425, 425, 425],
  io_uring_enter: [426, 426, 426],
  io_uring_register: [427, 427, 427],
  fanotify_init: [300, 338, 262],
  lookup_dcookie: [212, 253, 18],
  vm86old: [null, 113, null],
  vm86: [null, 166, null],
  uselib: [134, 86, null],
  // Mounts and roots.
  mount: [165, 21, 40],
  umount: [null, 22, null],
  umount2: [166, 52, 39],
  pivot_root: [155, 217, 41],
  chroot: [161, 61, 51],
  open_tree: [428, 428, 428],
  move_mount: [429, 429, 429],
  fsopen: [430, 430, 430],
  fsconfig: [431, 431, 431],
  fsmount: [432, 432, 432],
  fspick: [433, 433, 433],
  mount_setattr: [442, 442, 442],
  open_tree_attr: [467, 467, 467],
  open_by_handle_at: [304, 342, 265],
  quotactl: [179, 131, 60],
  quotactl_fd: [443, 443, 443],
  // Namespaces.
  unshare: [272, 310, 97],
  setns: [308, 346, 268],
  // The machine.
  kexec_load: [246, 283, 104],
  kexec_file_load: [320, null, 294],
  create_module: [174, 127, null],
  init_module: [175, 128, 105],
  finit_module: [313, 350, 273],
  delete_module: [176, 129, 106],
  query_module: [178, 167, null],
  get_kernel_syms: [177, 130, null],
  reboot: [169, 88, 142],
  swapon: [167, 87, 224],
  swapoff: [168, 115, 225],
  acct: [163, 51, 89],
  syslog: [103, 103, 116],
  settimeofday: [164, 79, 170],
  stime: [null, 25, null],
  clock_settime: [227, 264, 112],
  clock_settime64: [null, 404, null],
  iopl: [172, 110, null],
  ioperm: [173, 101, null],
  nfsservctl: [180, 169, 42],
  _sysctl: [156, 149, null],
  vhangup: [153, 111, 58],
  // Memory that belongs to no process, so that no limit counts it.
  shmget: [29, 395, 194],
  memfd_secret: [447, 447, 447],
  // On i386 these hide the actual call (such as `socket` or `shmget`) behind a number, and its arguments behind a
  // pointer.
  socketcall: [null, 102, null],
  ipc: [null, 117, null],
};

/** The filter's data for the calls of one architecture. */
export interface CallTable {
  readonly refused: readonly number[];
  /** Refused if its flags (the first argument) ask for a namespace. */
  readonly clone: number;
  /** Its flags are behind a pointer, so it is reported as missing (ENOSYS); C libraries then use `clone`. */
  readonly clone3: number;
  /** Refused for families (the first argument) other than UNIX, IPv4, IPv6 and netlink. */
  readonly socket: readonly number[];
}

const tableOf = (column: 0 | 1 | 2, clone: number, socket: readonly number[]): CallTable => ({
  refused: Object.values(refusedCalls).flatMap((numbers) => numbers[column] ?? []),
  clone,
  clone3: 435,
  socket,
});

export const callTables = {
  x64: tableOf(0, 56, [41, 53]),
  i386: tableOf(1, 120, [359, 360]),
  arm64: tableOf(2, 220, [198, 199]),
} as const;

/** CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID and CLONE_NEWNET. */
export const namespaceFlags = 0x7e02_0000;

/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK. Some other families, such as AF_VSOCK, ignore network namespaces. */
export const socketFamilies = [1, 2, 10, 16] as const;
