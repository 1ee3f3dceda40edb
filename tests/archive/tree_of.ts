import type { openTarGz } from "../../lib/archive/open_tar_gz.ts";
import { openZip } from "../../lib/archive/open_zip.ts";
import type { SourceTree, TreeEntry } from "../../lib/tree/source_tree.ts";

/** A tree of archive bytes, through a file as the tool does it; closes itself. */
export async function treeOf(
  bytes: Uint8Array,
  open: typeof openZip | typeof openTarGz = openZip,
): Promise<SourceTree & AsyncDisposable> {
  const path = await Deno.makeTempFile();
  await Deno.writeFile(path, bytes);
  const file = await Deno.open(path);
  await Deno.remove(path);
  try {
    const tree = await open(file, bytes.length, "a.zip");
    return { ...tree, [Symbol.asyncDispose]: () => tree.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** A path as text. */
export function pathOf(entry: TreeEntry): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(entry.path);
}

/** Reads everything: kind, mode and content by path. */
export async function readAll(
  tree: SourceTree,
): Promise<Map<string, { entry: TreeEntry; bytes: Uint8Array }>> {
  const all = new Map<string, { entry: TreeEntry; bytes: Uint8Array }>();
  for await (const { entry, size, chunks } of tree.contents(tree.entries)) {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).bytes());
    if (bytes.length !== size) throw new Error("size is not what was promised");
    all.set(pathOf(entry), { entry, bytes });
  }
  return all;
}

/** Opens and reads an archive that must be refused; returns code and message. */
export async function refusal(
  bytes: Uint8Array,
  open: typeof openZip | typeof openTarGz = openZip,
): Promise<string> {
  try {
    await using tree = await treeOf(bytes, open);
    await readAll(tree);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined) throw error;
    return `${code}: ${message}`;
  }
  return "accepted";
}
