import type { YamlMapping, YamlNode, YamlScalar } from "../yaml/node.ts";
import { accept } from "./checked.ts";
import type { DescriptorEntry } from "./descriptor.ts";
import { FieldReader, type FieldReaderOptions } from "./field_reader.ts";
import {
  checkAllowUnlisted,
  checkCommit,
  checkFamily,
  checkFingerprint,
  checkId,
  checkManifest,
  checkMethod,
  checkOrganization,
  checkSha512,
  checkSkill,
} from "./grammar.ts";
import { checkKeys } from "./keys.ts";
import type { Provide } from "./model.ts";
import { checkLayoutPath } from "./paths.ts";
import { checkUrl } from "./url.ts";

type Read = (fields: FieldReader, node: YamlNode) => void;

const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["id", () => {}],
  ["organization", (f, node) => f.set("organization", node, checkOrganization)],
  ["name", (f, node) => f.setUnlessEmpty("name", node, accept)],
  ["maintainer", (f, node) => f.setUnlessEmpty("maintainer", node, accept)],
  ["method", (f, node) => f.set("method", node, checkMethod)],
  ["url", (f, node) => f.set("url", node, checkUrl)],
  // Empty pins count as absent, so that `pin-missing` names what is missing.
  ["ref", (f, node) => f.setUnlessEmpty("ref", node, accept)],
  ["commit", (f, node) => f.setUnlessEmpty("commit", node, checkCommit)],
  ["sha512", (f, node) => f.setUnlessEmpty("sha512", node, checkSha512)],
  ["layout", readLayout],
  ["provides", readProvides],
  ["keys", (f, node) => f.set("keys", node, checkKeys)],
  ["signed_by", readSignedBy],
  ["manifest", (f, node) => f.set("manifest", node, checkManifest)],
  [
    "allow_unlisted",
    (f, node) => f.set("allowUnlisted", node, checkAllowUnlisted),
  ],
]);

/** Every key a descriptor may have at its top (contract section 2). */
export const DESCRIPTOR_KEYS: ReadonlySet<string> = new Set(READERS.keys());
const LAYOUT_KEYS = new Set(["skills_root", "evals_root", "include"]);
const PROVIDE_KEYS = new Set(["skill", "family"]);

/**
 * Reads one mapping that has an `id`. Nothing is thrown: a fault of one key
 * stays with the entry, so that it refuses this source and no other.
 */
export function parseDescriptor(
  mapping: YamlMapping,
  id: YamlScalar,
  options: FieldReaderOptions,
): DescriptorEntry {
  const fields = new FieldReader(id.value, options);
  const sourceId = fields.check("id", id, checkId);
  for (const { key, value } of mapping.entries) {
    const read = READERS.get(key.value);
    if (read === undefined) {
      fields.unknown(key, DESCRIPTOR_KEYS, "a descriptor");
    } else read(fields, value);
  }
  return {
    id: id.value,
    ...(sourceId === undefined ? {} : { sourceId }),
    at: options.locate(id),
    descriptor: fields.values,
    faults: fields.faults,
  };
}

function readLayout(fields: FieldReader, node: YamlNode): void {
  if (node.kind !== "mapping") {
    fields.fail("layout", "value-invalid", "A mapping must stand here", node);
    return;
  }
  for (const { key, value } of node.entries) {
    const path = (text: string) => checkLayoutPath(text, key.value);
    switch (key.value) {
      case "skills_root":
        fields.set("skillsRoot", value, path);
        break;
      case "evals_root":
        fields.set("evalsRoot", value, path);
        break;
      case "include": {
        // Its presence, even with nothing in it, narrows the snapshot.
        const empty = value.kind === "scalar" && value.absent;
        const paths = empty ? [] : fields.list(
          "include",
          value,
          (item) => fields.check("include", item, path),
        );
        if (paths !== undefined) fields.put("include", paths, value);
        break;
      }
      default:
        fields.unknown(key, LAYOUT_KEYS, "`layout`");
    }
  }
}

function readProvides(fields: FieldReader, node: YamlNode): void {
  const items = fields.list(
    "provides",
    node,
    (item) => readProvide(fields, item),
  );
  if (items === undefined) return;
  if (node.kind === "sequence" && node.items.length === 0) {
    fields.fail(
      "provides",
      "value-invalid",
      "`provides` must name at least one skill or family",
      node,
    );
  } else fields.put("provides", withoutRepeats(items), node);
}

function readProvide(
  fields: FieldReader,
  node: YamlNode,
): Provide | undefined {
  const entries = node.kind === "mapping" ? node.entries : [];
  const [entry, second] = entries.filter(({ key }) =>
    PROVIDE_KEYS.has(key.value)
  );
  for (const { key } of entries) {
    if (!PROVIDE_KEYS.has(key.value)) {
      fields.unknown(key, PROVIDE_KEYS, "an item of `provides`");
    }
  }
  if (entry === undefined || second !== undefined) {
    fields.fail(
      "provides",
      "value-invalid",
      "An item of `provides` must be `skill: <name>` or `family: <prefix>-*`",
      node,
    );
    return undefined;
  }
  if (entry.key.value === "skill") {
    const skill = fields.check("provides", entry.value, checkSkill);
    return skill === undefined ? undefined : { skill };
  }
  const family = fields.check("provides", entry.value, checkFamily);
  return family === undefined ? undefined : { family };
}

function withoutRepeats(items: readonly Provide[]): Provide[] {
  const seen = new Map(items.map((item) => [JSON.stringify(item), item]));
  return [...seen.values()];
}

/** Reads the list of signers; one may stand alone. An empty one demands nothing and deceives. */
function readSignedBy(fields: FieldReader, node: YamlNode): void {
  const check = (item: YamlNode) =>
    fields.check("signedBy", item, checkFingerprint);
  if (node.kind === "scalar") {
    const one = check(node);
    if (one !== undefined) fields.put("signedBy", [one], node);
    return;
  }
  const signers = fields.list("signedBy", node, check);
  if (signers === undefined) return;
  if (node.kind === "sequence" && node.items.length === 0) {
    fields.fail(
      "signedBy",
      "value-invalid",
      "`signed_by` must name at least one signer",
      node,
    );
  } else fields.put("signedBy", signers, node);
}
