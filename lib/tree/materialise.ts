import type { Hash } from "node:crypto";
import type { ContentDigest } from "../base/ids.ts";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { diskError } from "../store/disk_error.ts";
import { blobHasher, blobId } from "./blob_id.ts";
import { contentDigest } from "./content_digest.ts";
import { parent } from "./folders_above.ts";
import { isLfsPointer, MAX_LFS_POINTER_BYTES } from "./lfs_pointer.ts";
import type { Listing, ListingEntry } from "./listing.ts";
import type { NamedEntry } from "./named_entry.ts";
import { drain, type NamedContent, readWanted } from "./read_wanted.ts";
import type { SourceTree } from "./source_tree.ts";
import { compareUtf8 } from "./utf8_order.ts";
import type { VettedTree } from "./vet_tree.ts";

/** What was written. */
export interface Materialised {
  readonly listing: Listing;
  readonly content: ContentDigest;
  /** Warnings `lfs-pointer`. */
  readonly findings: readonly Finding[];
}

/**
 * Writes a vetted source into `into`, an existing empty folder that only this
 * run can reach. Bytes are the source's, without any filter; folders get mode
 * 755, files 644 or 755, whatever the umask. An empty `.git` folder at the
 * root stops tools that walk up to a repository.
 *
 * Every file is created exclusively and links come last, so nothing is ever
 * written through one of the source's; a folder that somebody exchanges
 * meanwhile ends the writing. Digests are of the bytes that were written. What
 * was written before an error stays for the caller to remove.
 *
 * @throws {SourceError} `archive-invalid` when the source's bytes disagree
 * with its list, or whatever reading throws.
 * @throws {HostError} `disk-error` with the cause and the path.
 */
export async function materialise(
  tree: SourceTree,
  vetted: VettedTree,
  into: string,
): Promise<Materialised> {
  const writer = new Writer(into);
  const findings: Finding[] = [];
  const skillFiles = new Set<string>(
    vetted.skills.map(({ root }) => `${root}/SKILL.md`),
  );
  writer.folder(".git");
  const files = vetted.files.filter(({ kind }) => kind === "file");
  for await (const item of readWanted(tree, files)) {
    const { path } = item.named;
    const isPointer = await writer.file(item);
    if (isPointer && !skillFiles.has(path)) {
      findings.push({
        rule: "lfs-pointer",
        level: "warning",
        message: `"${
          printable(path)
        }" is a Git LFS pointer: the file's content is not in the snapshot`,
      });
    }
  }
  for (const entry of vetted.files) {
    if (entry.kind === "symlink") {
      writer.link(entry, vetted.linkTexts.get(entry.path)!);
    }
  }
  const listing = writer.listing();
  return { listing, content: contentDigest(listing), findings };
}

class Writer {
  readonly #into: string;
  /** The folders that were made, as they were then. */
  readonly #folders = new Map<string, Deno.FileInfo>();
  readonly #written: ListingEntry[] = [];

  constructor(into: string) {
    this.#into = into;
    this.#folders.set(
      "",
      this.#try("", "read", (place) => Deno.lstatSync(place)),
    );
  }

  /** What was written, sorted by path bytes. */
  listing(): Listing {
    return this.#written.sort((a, b) => compareUtf8(a.path, b.path));
  }

  /** Makes a folder and those above it; each only once. */
  folder(path: string): void {
    if (this.#folders.has(path)) return;
    this.folder(parent(path));
    const made = this.#try(path, "make", (place) => {
      this.#requireSame(parent(path));
      Deno.mkdirSync(place, { mode: 0o755 });
      const info = Deno.lstatSync(place);
      if (((info.mode ?? 0o755) & 0o777) !== 0o755) {
        Deno.chmodSync(place, 0o755);
      }
      return info;
    });
    this.#folders.set(path, made);
  }

  /** Writes one file and tells whether it is a Git LFS pointer. */
  async file(item: NamedContent): Promise<boolean> {
    const { named: { path, executable }, content: { size } } = item;
    this.folder(parent(path));
    const mode = executable ? 0o755 : 0o644;
    const hash = blobHasher(size);
    let head: Uint8Array | undefined;
    const file = this.#try(
      path,
      "write",
      (place) => {
        this.#requireSame(parent(path));
        return Deno.openSync(place, { write: true, createNew: true, mode });
      },
    );
    try {
      this.#requireSame(parent(path));
      await drain(item, (chunk) => {
        if (head === undefined && size <= MAX_LFS_POINTER_BYTES) {
          head = chunk.slice();
        }
        this.#try(path, "write", () => writeAll(file, hash, chunk));
      });
      const info = this.#try(path, "read", () => file.statSync());
      if (((info.mode ?? mode) & 0o7777) !== mode) {
        this.#try(path, "write", (place) => Deno.chmodSync(place, mode));
      }
      this.#note(
        path,
        executable ? "100755" : "100644",
        hash.digest("hex"),
        info,
      );
    } finally {
      file.close();
    }
    return head !== undefined && isLfsPointer(head);
  }

  link({ path }: NamedEntry, text: Uint8Array): void {
    this.folder(parent(path));
    const target = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(text);
    const info = this.#try(path, "write", (place) => {
      this.#requireSame(parent(path));
      Deno.symlinkSync(target, place);
      return Deno.lstatSync(place);
    });
    this.#note(path, "120000", blobId(text), info);
  }

  /** Whoever exchanges a folder for a link would have the rest written elsewhere. */
  #requireSame(folder: string): void {
    const made = this.#folders.get(folder);
    const now = this.#try(folder, "read", (place) => Deno.lstatSync(place));
    if (now.isDirectory && now.ino === made?.ino && now.dev === made?.dev) {
      return;
    }
    throw new HostError(
      "disk-error",
      `${
        printable(`${this.#into}/${folder}`)
      } was exchanged while it was written to; find out by whom, and run again`,
    );
  }

  #note(
    path: string,
    mode: ListingEntry["mode"],
    id: string,
    info: Deno.FileInfo,
  ): void {
    const mtime = info.mtime?.getTime() ?? 0;
    this.#written.push({ path, mode, id, size: info.size, mtime });
  }

  #try<T>(path: string, doing: string, act: (place: string) => T): T {
    try {
      return act(`${this.#into}/${path}`);
    } catch (error) {
      throw diskError(error, doing, printable(`${this.#into}/${path}`));
    }
  }
}

function writeAll(file: Deno.FsFile, hash: Hash, chunk: Uint8Array): void {
  hash.update(chunk);
  for (let at = 0; at < chunk.byteLength;) {
    at += file.writeSync(at === 0 ? chunk : chunk.subarray(at));
  }
}
