import { archiveBytes } from "../lib/archive/archive_bytes.ts";
import { archiveError } from "../lib/archive/archive_error.ts";
import {
  archiveFormat,
  looksLikeHtml,
  saidFormat,
} from "../lib/archive/archive_format.ts";
import { archiveName, isForgeArchive } from "../lib/archive/archive_url.ts";
import { publishedChecksum } from "../lib/archive/published_checksum.ts";
import {
  saveArchive,
  type SavedArchive,
} from "../lib/archive/saved_archive.ts";
import { stripTopFolder } from "../lib/archive/top_folder.ts";
import { SourceError } from "../lib/base/errors.ts";
import type { Finding } from "../lib/base/finding.ts";
import { MAX_ATTEMPTS, MAX_SOURCE_BYTES } from "../lib/base/limits.ts";
import { redactUrl } from "../lib/http/redact_url.ts";
import { TransientError } from "../lib/http/transient_error.ts";
import type { SourceTree } from "../lib/tree/source_tree.ts";
import type { SvnZipPin } from "../lib/trust/model.ts";
import { checkArchiveSignature } from "./check_archive_signature.ts";
import type { FetchContext, Recipe } from "./recipe.ts";
import { shellQuote } from "./shell_quote.ts";

/**
 * Installs a release archive whose SHA-512 is the pinned one (RFC-AI-0006
 * "Install methods"; contract section 3). Nothing in it is looked at before
 * the digest has matched.
 */
export const svnZip: Recipe<SvnZipPin> = {
  async fetch(pin, context) {
    const saved = await download(pin, context);
    try {
      checkDigest(saved, pin);
      const findings = [
        ...forgeWarning(pin.url),
        ...await publishedChecksum(context.http, pin.url, pin.sha512),
      ];
      const signed = await checkArchiveSignature(saved, pin, context);
      const opened = await open(saved, archiveName(pin.url));
      const rooted = context.unstripped
        ? { tree: opened, findings: [] }
        : stripTopFolder(opened, {
          skillsRoot: context.layout.skillsRoot,
          provides: context.provides,
        });
      return {
        tree: removing(rooted.tree, saved),
        sha512: saved.sha512,
        ...(signed.signer === undefined ? {} : { signer: signed.signer }),
        ...(signed.observed === undefined ? {} : { observed: signed.observed }),
        findings: [...findings, ...signed.findings, ...rooted.findings],
      };
    } catch (error) {
      saved.file.close();
      await saved.remove();
      throw error;
    }
  },
  async discover({ url, ref }, context) {
    const { file, head, sha512, remove } = await download({ url }, context);
    file.close();
    await remove();
    // No digest of a web page that answers in the archive's place.
    archiveFormat(head, archiveName(url));
    return { method: "svn-zip", url, ref, sha512 };
  },
  releases(url) {
    return Promise.reject(
      new SourceError(
        "releases-unlisted",
        `${
          redactUrl(url)
        } is installed by svn-zip, and this method has no list of releases; name the version that is wanted.`,
      ),
    );
  },
  describe({ url, sha512 }) {
    const name = `./${archiveName(url)}`;
    const file = shellQuote(name);
    return [
      `curl -fsSL -o ${file} ${shellQuote(url)}`,
      `echo ${shellQuote(`${sha512}  ${name}`)} | sha512sum -c -`,
      saidFormat(name) === "tar.gz"
        ? `mkdir source && tar -xzf ${file} -C source`
        : `unzip -q ${file} -d source`,
    ];
  },
};

/**
 * A connection that breaks in the middle is begun anew, a bounded number of
 * times. One that never brought a byte is not: the client has tried it as often.
 */
async function download(
  { url }: { readonly url: string },
  { http, scratch, progress, signal }: FetchContext,
): Promise<SavedArchive> {
  for (let attempt = 1;; attempt++) {
    signal.throwIfAborted();
    const bytes = archiveBytes(http, url, "the archive", MAX_SOURCE_BYTES);
    let begun = false;
    try {
      return await saveArchive(bytes, scratch, (count) => {
        begun = true;
        progress?.(count);
      });
    } catch (error) {
      const again = begun && attempt < MAX_ATTEMPTS &&
        error instanceof TransientError;
      if (!again) throw error;
    }
  }
}

function checkDigest(saved: SavedArchive, pin: SvnZipPin): void {
  if (saved.sha512 === pin.sha512) return;
  const name = archiveName(pin.url);
  if (saved.size === 0) throw archiveError(name, "it is empty");
  if (looksLikeHtml(saved.head)) archiveFormat(saved.head, name);
  throw new SourceError(
    "archive-changed",
    `${
      redactUrl(pin.url)
    } has the SHA-512 ${saved.sha512}, not the pinned ${pin.sha512}; nothing of it was read: it was published anew, or the pin is wrong; ask the maintainer before you pin anew.`,
  );
}

function forgeWarning(url: string): Finding[] {
  if (!isForgeArchive(url)) return [];
  return [{
    rule: "forge-archive",
    level: "warning",
    message: `${
      redactUrl(url)
    } is made by the forge on request and may get another digest without notice; use git-tag, or an archive that the project uploaded.`,
  }];
}

/** The readers are imported by need: a zip costs no tar reader. */
async function open(saved: SavedArchive, name: string): Promise<SourceTree> {
  const { file, size, head } = saved;
  if (archiveFormat(head, name) === "zip") {
    const { openZip } = await import("../lib/archive/open_zip.ts");
    return openZip(file, size, name);
  }
  const { openTarGz } = await import("../lib/archive/open_tar_gz.ts");
  return await openTarGz(file, size, name);
}

function removing(tree: SourceTree, saved: SavedArchive): SourceTree {
  return {
    entries: tree.entries,
    contents: (wanted) => tree.contents(wanted),
    async close() {
      await tree.close();
      await saved.remove();
    },
  };
}
