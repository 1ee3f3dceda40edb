import type { ContentFinding, ScanFile } from "./model.ts";

/** Kinds of programs by their first bytes. */
const PROGRAMS: readonly (readonly [readonly number[], string])[] = [
  [[0x7f, 0x45, 0x4c, 0x46], "an ELF program"],
  [[0x4d, 0x5a], "a Windows program"],
  [[0xfe, 0xed, 0xfa, 0xce], "a macOS program"],
  [[0xfe, 0xed, 0xfa, 0xcf], "a macOS program"],
  [[0xce, 0xfa, 0xed, 0xfe], "a macOS program"],
  [[0xcf, 0xfa, 0xed, 0xfe], "a macOS program"],
  [[0xca, 0xfe, 0xba, 0xbe], "a macOS or Java program"],
  [[0x00, 0x61, 0x73, 0x6d], "a WebAssembly program"],
];

/** What can be told of a file without reading it as text: a program, an encrypted archive. */
export function binaryFindings({ path, bytes }: ScanFile): ContentFinding[] {
  const begins = (magic: readonly number[]) =>
    magic.every((byte, at) => bytes[at] === byte);
  const program = PROGRAMS.find(([magic]) => begins(magic));
  // Two letters are also how a text may begin.
  if (
    program !== undefined && (program[0].length > 2 || bytes.includes(0))
  ) {
    return [{
      rule: "executable-file",
      level: "warning",
      path,
      message: `the file is ${program[1]}, whose code nobody can read here`,
    }];
  }
  // The first entry's flags say whether it is encrypted.
  if (begins([0x50, 0x4b, 0x03, 0x04]) && (bytes[6]! & 1) === 1) {
    return [{
      rule: "password-archive",
      level: "warning",
      path,
      message: "the archive is encrypted, which keeps scanners out",
    }];
  }
  return [];
}
