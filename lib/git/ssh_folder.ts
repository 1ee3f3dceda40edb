import { diskError } from "../store/disk_error.ts";

/** A folder of one run of git, with nothing in it but the git directory to be. */
export interface SshFolder {
  /** Empty, and stays so: where git and ssh stand. */
  readonly cwd: string;
  /** Absent until git makes it. */
  readonly gitDir: string;
  /** Bytes of the packs that lie there, finished or not. */
  packBytes(): number;
  remove(): void;
}

/** Makes a folder of mode 0700 and of a random name inside `scratch`. Throws `HostError`. */
export function makeSshFolder(scratch: string): SshFolder {
  try {
    const folder = Deno.makeTempDirSync({ dir: scratch, prefix: "ssh-" });
    const [cwd, gitDir] = [`${folder}/empty`, `${folder}/fetched.git`];
    Deno.mkdirSync(cwd, { mode: 0o700 });
    return {
      cwd,
      gitDir,
      packBytes: () => bytesIn(`${gitDir}/objects/pack`),
      remove: () => removeFolder(folder),
    };
  } catch (error) {
    throw diskError(error, "make a folder in", scratch);
  }
}

function bytesIn(folder: string): number {
  let bytes = 0;
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      bytes += Deno.lstatSync(`${folder}/${name}`).size;
    }
  } catch (error) {
    // Git makes the folder late, and renames what it has finished.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return bytes;
}

function removeFolder(folder: string): void {
  try {
    Deno.removeSync(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "remove", folder);
    }
  }
}
