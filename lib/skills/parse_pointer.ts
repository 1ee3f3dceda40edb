import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { safePath } from "../base/ids.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { accept, type Checked, quote, refuse } from "../trust/checked.ts";
import { checkId, checkOrganization } from "../trust/grammar.ts";
import type { YamlMapping } from "../yaml/node.ts";
import { mappingGet } from "../yaml/mapping_get.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import type { Pointer } from "./pointer.ts";

/** Where a pointer stands. */
export interface ParsePointerOptions {
  /** Path of the file, relative to the repository root. */
  readonly file: string;
  /** Whether a `SKILL.md` stands beside it. */
  readonly besideSkill: boolean;
}

/** A pointer, when it can be read, and what is wrong with it. */
export interface PointerReading {
  readonly pointer?: Pointer;
  readonly findings: readonly Finding[];
}

/**
 * Reads a pointer (RFC-AI-0006 "Pointer file", contract section 1): the
 * frontmatter's `source`, `organization`, `skill_path` and `evals_path`, all
 * required. Every fault is the error `pointer-invalid`, and so is a `SKILL.md`
 * beside it, because then the folder is a skill of its own. Never throws.
 */
export function parsePointer(
  bytes: Uint8Array,
  options: ParsePointerOptions,
): PointerReading {
  const { file, besideSkill } = options;
  const findings: Finding[] = [];
  const fail = (message: string, line?: number) => {
    findings.push({
      rule: "pointer-invalid",
      level: "error",
      message: `${file}${line === undefined ? "" : `:${line}`}: ${message}`,
      path: file,
      ...(line === undefined ? {} : { line }),
    });
  };
  if (besideSkill) {
    fail("A SKILL.md stands beside this pointer; remove one of the two");
  }
  let mapping: YamlMapping;
  try {
    mapping = parseFrontmatter(decode(bytes, file), file).mapping;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    findings.push({ ...error.toFinding(), rule: "pointer-invalid" });
    return { findings };
  }
  const read = <T>(key: string, check: (text: string) => Checked<T>) => {
    const node = mappingGet(mapping, key);
    if (node === undefined || node.kind !== "scalar" || node.value === "") {
      fail(`A pointer needs the text \`${key}\``, node?.span.line);
      return undefined;
    }
    const checked = check(node.value);
    if (checked.fault !== undefined) fail(checked.fault, node.span.line);
    return checked.value;
  };
  const source = read("source", checkId);
  const organization = read("organization", checkOrganization);
  const skillPath = read("skill_path", checkPath);
  const evalsPath = read("evals_path", checkPath);
  if (
    source === undefined || organization === undefined ||
    skillPath === undefined || evalsPath === undefined
  ) return { findings };
  const name = file.split("/").at(-2) ?? "";
  return {
    pointer: { file, name, source, organization, skillPath, evalsPath },
    findings,
  };
}

function decode(bytes: Uint8Array, file: string): string {
  if (bytes.length > MAX_LAYER_FILE_BYTES) {
    throw new SourceError(
      "pointer-invalid",
      `${file} must not be larger than ${MAX_LAYER_FILE_BYTES} bytes`,
      { path: file },
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
      .replace(/\r\n?/g, "\n");
  } catch (cause) {
    throw new SourceError("pointer-invalid", `${file} must be UTF-8`, {
      path: file,
      cause,
    });
  }
}

function checkPath(
  text: string,
): Checked<NonNullable<ReturnType<typeof safePath>>> {
  const value = safePath(text);
  return value === undefined
    ? refuse(
      `The path ${
        quote(text)
      } must be relative, without \`.\`, \`..\` or a slash at its end`,
    )
    : accept(value);
}
