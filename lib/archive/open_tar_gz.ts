import type { SourceTree } from "../tree/source_tree.ts";
export function openTarGz(
  _file: Deno.FsFile,
  _size: number,
  _name: string,
): Promise<SourceTree> {
  throw new Error();
}
