/** One change of the disk: the operation's name and the path it is about. */
export interface Change {
  readonly operation: Operation;
  readonly path: string;
}

/** The kinds of change, each one system call. */
export type Operation =
  | "open"
  | "write"
  | "sync"
  | "mkdir"
  | "rename"
  | "symlink"
  | "unlink"
  | "chmod";

/** What happens at a change, asked before it is made; undefined: nothing. */
export type Fault = (change: Change, count: number) => Error | undefined;

/** Thrown instead of every change after the moment of death. */
export class Killed extends Error {}

/**
 * Runs `act` over a disk whose changes `fault` may refuse. Every change that
 * the program asks the runtime for passes here, split as the kernel would see
 * it: writing a file is an open and a write, removing a tree one unlink an
 * entry. Only reading is free.
 *
 * @returns The changes that were asked for, the refused ones too.
 */
export async function withFaultyDisk(
  fault: Fault,
  act: () => Promise<void>,
): Promise<Change[]> {
  const changes: Change[] = [];
  const ask = (operation: Operation, path: string | URL): void => {
    const change = { operation, path: String(path) };
    const error = fault(change, changes.push(change));
    if (error !== undefined) throw error;
  };
  const real = { ...Deno };
  const { writeSync, syncSync } = Deno.FsFile.prototype;
  const paths = new WeakMap<Deno.FsFile, string>();
  const openSync: typeof Deno.openSync = (path, options) => {
    const writes = options?.write === true;
    if (writes) ask("open", path);
    const file = real.openSync(path, options);
    if (writes) paths.set(file, String(path));
    return file;
  };
  const removeSync: typeof Deno.removeSync = (path, options) => {
    if (options?.recursive && real.lstatSync(path).isDirectory) {
      for (const { name } of real.readDirSync(path)) {
        removeSync(`${path}/${name}`, options);
      }
    }
    ask("unlink", path);
    real.removeSync(path);
  };
  const faulty: Partial<typeof Deno> = {
    openSync,
    removeSync,
    open: (path, options) => Promise.try(() => openSync(path, options)),
    remove: (path, options) => Promise.try(() => removeSync(path, options)),
    mkdirSync(path, options) {
      ask("mkdir", path);
      real.mkdirSync(path, options);
    },
    renameSync(from, to) {
      ask("rename", to);
      real.renameSync(from, to);
    },
    symlinkSync(text, path, options) {
      ask("symlink", path);
      real.symlinkSync(text, path, options);
    },
    chmodSync(path, mode) {
      ask("chmod", path);
      real.chmodSync(path, mode);
    },
    writeTextFileSync(path, text, options = {}) {
      using file = openSync(path, { write: true, create: true, ...options });
      file.writeSync(new TextEncoder().encode(text));
    },
  };
  Object.assign(Deno, faulty);
  Deno.FsFile.prototype.writeSync = function (bytes) {
    const path = paths.get(this);
    if (path !== undefined) ask("write", path);
    return writeSync.call(this, bytes);
  };
  Deno.FsFile.prototype.syncSync = function () {
    ask("sync", paths.get(this) ?? "");
    syncSync.call(this);
  };
  try {
    await act();
  } finally {
    for (const name of Object.keys(faulty)) {
      Object.assign(Deno, { [name]: Reflect.get(real, name) });
    }
    Object.assign(Deno.FsFile.prototype, { writeSync, syncSync });
  }
  return changes;
}

/** A process that dies before its `count`-th change: nothing it does later reaches the disk. */
export function killedAt(count: number): Fault {
  return (_change, now) =>
    now >= count ? new Killed(`killed at change ${count}`) : undefined;
}

/** Error codes that a disk may answer with. */
export type DiskError = "ENOSPC" | "EACCES" | "EROFS";

const MESSAGES: Readonly<Record<DiskError, string>> = {
  ENOSPC: "No space left on device (os error 28)",
  EACCES: "Permission denied (os error 13)",
  EROFS: "Read-only file system (os error 30)",
};
const NEEDS_ROOM: readonly Operation[] = ["open", "write", "mkdir", "symlink"];

/** A disk that refuses the `count`-th change only. */
export function refusedAt(count: number, code: DiskError): Fault {
  return (_change, now) => now === count ? diskError(code) : undefined;
}

/** A disk that is full from the `count`-th change on. */
export function fullFrom(count: number): Fault {
  return ({ operation }, now) =>
    now >= count && NEEDS_ROOM.includes(operation)
      ? diskError("ENOSPC")
      : undefined;
}

function diskError(code: DiskError): Error {
  const error = code === "EACCES"
    ? new Deno.errors.PermissionDenied(MESSAGES[code])
    : new Error(MESSAGES[code]);
  return Object.assign(error, { code });
}
