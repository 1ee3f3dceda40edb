import { ConfigError } from "../../lib/base/errors.ts";
import { parsePointer } from "../../lib/skills/parse_pointer.ts";
import { reconcilePointers } from "../../lib/skills/reconcile_pointers.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";
import { type Resolution, resolveSources } from "../../lib/trust/resolve.ts";

/** What this program makes of a sample. */
export interface Verdict {
  /** The declared ids, or `null` where it is refused. */
  readonly ids: readonly string[] | null;
  /** Rules of the errors. */
  readonly rules: readonly string[];
}

const DECLARED = `\`\`\`yaml
- id: acme
  organization: ASF
  name: A
  method: git-branch
  url: https://example.org/a
  ref: main
  provides:
    - skill: a
\`\`\`
`;

/** Judges a descriptor as a trust list does, a pointer beside one that declares `acme`. */
export function ourVerdict(name: string, text: string): Verdict {
  return name.startsWith("pointer/") ? ofPointer(text) : ofList(text);
}

function ofList(text: string): Verdict {
  try {
    const { sources, refused } = read(text);
    const rules = refused.flatMap(({ errors }) =>
      errors.map(({ code }) => code)
    );
    return {
      ids: rules.length > 0 ? null : sources.map(({ id }) => id),
      rules,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ids: null, rules: [error.code] };
  }
}

function ofPointer(text: string): Verdict {
  const { pointer, findings } = parsePointer(new TextEncoder().encode(text), {
    file: "skills/read-mail/source.md",
    besideSkill: false,
  });
  const all = [
    ...findings,
    ...reconcilePointers(
      pointer === undefined ? [] : [pointer],
      read(DECLARED).sources,
      [],
    ),
  ];
  const rules = all.filter(({ level }) => level === "error")
    .map(({ rule }) => rule);
  return { ids: rules.length > 0 ? null : ["acme"], rules };
}

function read(text: string): Resolution {
  const file = "skill-sources.md";
  const bytes = new TextEncoder().encode(text);
  return resolveSources({
    trustList: readLayerFile(bytes, file, "adopter"),
    organizations: [],
    knownOrganizations: new Set(["ASF", "independent"]),
    unreadableOrganizations: new Map(),
    defaultOrganization: "independent",
  });
}
