import { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { OrganizationName, SafePath } from "../base/ids.ts";
import { nearest } from "../base/nearest.ts";
import { formatPosition, type Position } from "../base/position.ts";
import type { RuleName } from "../base/rules.ts";
import type { LockBlock } from "../lock/model.ts";
import type {
  Descriptor,
  DescriptorEntry,
  DescriptorValues,
} from "./descriptor.ts";
import { checkPin } from "./check_pin.ts";
import { quote } from "./checked.ts";
import { checkOrganization } from "./grammar.ts";
import { descriptorFacts } from "./descriptor_facts.ts";
import { inherited } from "./inherited.ts";
import { lockedDescriptor } from "./locked_descriptor.ts";
import { mergeDescriptors } from "./merge_descriptors.ts";
import type { Policy, ResolvedSource } from "./model.ts";
import type { ResolveInput } from "./resolve_input.ts";

/** Keys of an organization's descriptor that are never read: the pin is the adopter's. */
const NEVER_INHERITED: ReadonlySet<string> = new Set([
  "ref",
  "commit",
  "sha512",
  "manifest",
  "allowUnlisted",
]);

/** Resolves one entry of the trust list, collecting what is wrong with it. */
export class EntryResolver {
  readonly findings: Finding[] = [];
  readonly errors: EntryError[];
  readonly #entry: DescriptorEntry;
  readonly #input: ResolveInput;

  constructor(entry: DescriptorEntry, input: ResolveInput) {
    this.#entry = entry;
    this.#input = input;
    this.errors = entry.faults.map(({ error }) => error);
  }

  /** The source, or nothing when `errors` says why not. */
  resolve(): ResolvedSource | undefined {
    const { descriptor, sourceId } = this.#entry;
    const broken = (key: string) =>
      this.#entry.faults.some((fault) => fault.key === key);
    const organization = this.#organization();
    if (organization === undefined) return undefined;

    // A method or url that is at fault must not turn a whole descriptor into
    // a reference, which would add a second, misleading error.
    const given = (key: "method" | "url") =>
      descriptor[key] !== undefined || broken(key);
    const alone = given("method") && given("url");
    const curated = alone ? {} : this.#curated(organization);
    if (curated === undefined) return undefined;
    const merged = mergeDescriptors(curated.descriptor, descriptor);
    const pin = checkPin(
      merged,
      this.#entry,
      (rule, message, at) => this.#fail(rule, message, at),
    );
    if (merged.provides === undefined && !broken("provides")) {
      this.#fail(
        "descriptor-incomplete",
        "`provides` is missing; name at least one skill or family",
      );
    }
    const policy = this.#policy(merged);
    if (
      this.errors.length > 0 || pin === undefined || sourceId === undefined ||
      merged.provides === undefined
    ) return undefined;
    return {
      id: sourceId,
      organization,
      ...(merged.name === undefined ? {} : { name: merged.name.value }),
      ...(merged.maintainer === undefined
        ? {}
        : { maintainer: merged.maintainer.value }),
      pin,
      layout: {
        skillsRoot: merged.skillsRoot?.value ?? "skills" as SafePath,
        evalsRoot: merged.evalsRoot?.value ??
          "tools/skill-evals/evals" as SafePath,
        ...(merged.include === undefined
          ? {}
          : { include: merged.include.value }),
      },
      provides: merged.provides.value,
      policy,
      vouched: this.#entry.at,
      ...(curated.at === undefined
        ? {}
        : { curated: curated.at, inherited: inherited(merged, descriptor) }),
    };
  }

  #fail(rule: RuleName, message: string, at: Position = this.#entry.at): void {
    this.errors.push(new EntryError(rule, message, { at }));
  }

  #locked(): LockBlock | undefined {
    const block = this.#input.locked?.(this.#entry.id);
    const methods = [
      block?.pin.method,
      this.#entry.descriptor.method?.value,
    ];
    // A branch's url has no anchor: a lock alone cannot vouch for it.
    return methods.includes("git-branch") ? undefined : block;
  }

  /** The entry's organization, which must be a folder under one of the homes. */
  #organization(): OrganizationName | undefined {
    const { organization } = this.#entry.descriptor;
    const broken = this.#entry.faults.some(({ key }) => key === "organization");
    if (broken) return undefined;
    const text = organization?.value ?? this.#input.defaultOrganization;
    const checked = checkOrganization(text);
    const at = organization?.at ?? this.#entry.at;
    if (checked.value === undefined) {
      this.#fail("value-invalid", checked.fault, at);
      return undefined;
    }
    const { knownOrganizations } = this.#input;
    if (text === "independent" || knownOrganizations.has(text)) {
      return checked.value;
    }
    if (this.#locked() !== undefined) {
      this.#noteNotOnDisk(text);
      return checked.value;
    }
    // Its folder stands, but behind a symbolic link.
    if (this.#unreadable(text)) return undefined;
    this.#fail(
      "organization-unknown",
      `The organization \`${text}\` ${this.#unknownOrganization(text)}`,
      at,
    );
    return undefined;
  }

  #unknownOrganization(name: string): string {
    if (this.#input.locked !== undefined) {
      return "cannot be looked up, as no organization folder is on disk and " +
        "the lock cannot stand in for it; restore .apache-magpie/ or write " +
        "`independent`";
    }
    const known = [...this.#input.knownOrganizations, "independent"];
    const near = nearest(name, known);
    return "is no folder under organizations/: " +
      (near === undefined
        ? `add organizations/${name}/, or write \`independent\``
        : `did you mean \`${near}\`?`);
  }

  /** What the entry refers to: its organization's descriptor, or the lock's. */
  #curated(
    organization: OrganizationName,
  ): { descriptor?: Descriptor; at?: Position } | undefined {
    if (this.#unreadable(organization)) return undefined;
    const found = this.#declared(organization);
    if (found !== undefined) {
      const { descriptor } = this.#entry;
      const inherited = found.faults.filter(({ key }) =>
        !NEVER_INHERITED.has(key) &&
        descriptor[key as keyof DescriptorValues] === undefined
      );
      this.errors.push(...inherited.map(({ error }) => error));
      return { descriptor: found.descriptor, at: found.at };
    }
    const block = this.#locked();
    if (block !== undefined) {
      this.#noteNotOnDisk(organization);
      return { descriptor: lockedDescriptor(block, this.#entry.at) };
    }
    this.#fail("source-unknown", this.#unknownSource(organization));
    return undefined;
  }

  /** Whether a list of the organization cannot be read, which is an error of this entry then. */
  #unreadable(organization: string): boolean {
    const fault = this.#input.unreadableOrganizations.get(organization);
    if (fault === undefined) return false;
    this.errors.push(
      new EntryError(
        "organization-unreadable",
        `The source refers to the organization \`${organization}\`, whose ` +
          `list cannot be read: ${fault.message}`,
        { at: this.#entry.at, cause: fault },
      ),
    );
    return true;
  }

  #declared(organization: string): DescriptorEntry | undefined {
    const files = this.#input.organizations
      .filter(({ name }) => name === organization)
      .flatMap((each) => each.files);
    const [first, ...others] = files.flatMap((file) =>
      file.entries.filter(({ id }) => id === this.#entry.id)
    );
    if (first === undefined) return undefined;
    for (const other of others) {
      if (descriptorFacts(first) === descriptorFacts(other)) continue;
      this.#find(
        "layer-disagrees",
        "warning",
        `The source \`${first.id}\` is declared differently in ` +
          `${formatPosition(first.at)}, which counts`,
        other.at,
      );
    }
    return first;
  }

  #unknownSource(organization: string): string {
    const { descriptor, id, sourceId } = this.#entry;
    const missing = descriptor.method === undefined ? "`method`" : "`url`";
    const ids = this.#input.organizations
      .filter(({ name }) => name === organization)
      .flatMap(({ files }) => files.flatMap((file) => file.entries))
      .map((entry) => entry.id);
    const near = sourceId === undefined ? undefined : nearest(id, ids);
    const elsewhere = this.#input.organizations.find(({ name, files }) =>
      name !== organization &&
      files.some(({ entries }) => entries.some((entry) => entry.id === id))
    );
    const hint = elsewhere !== undefined
      ? `\`${elsewhere.name}\` does; write \`organization: ${elsewhere.name}\` if you mean that one`
      : near === undefined
      ? `name the \`organization\` that does, or give ${missing} here`
      : `did you mean \`${near}\`?`;
    return `The entry has no ${missing}, and the organization ` +
      `\`${organization}\` declares no source ${quote(id)}: ${hint}`;
  }

  #policy(merged: Descriptor): Policy {
    const { keys, signedBy, manifest, allowUnlisted } = merged;
    const pgp = signedBy?.value.some((text) => !text.startsWith("SHA256:"));
    if (pgp === true && keys === undefined) {
      this.#fail(
        "value-invalid",
        "`signed_by` lists an OpenPGP fingerprint, which needs `keys`; add " +
          "the KEYS file",
        signedBy!.at,
      );
    }
    return {
      ...(keys === undefined ? {} : { keys: keys.value }),
      ...(signedBy === undefined ? {} : { signedBy: signedBy.value }),
      ...(manifest === undefined ? {} : { manifest: manifest.value }),
      ...(allowUnlisted === undefined
        ? {}
        : { allowUnlisted: allowUnlisted.value }),
    };
  }

  #noteNotOnDisk(organization: string): void {
    const rule = "organization-not-on-disk";
    if (this.findings.some((finding) => finding.rule === rule)) return;
    this.#find(
      rule,
      "note",
      `No organization folder is on disk, so what the lock says of ` +
        `\`${this.#entry.id}\` stands in for \`${organization}\``,
      this.#entry.at,
    );
  }

  #find(
    rule: RuleName,
    level: Finding["level"],
    message: string,
    at: Position,
  ): void {
    this.findings.push({
      rule,
      level,
      message: `${formatPosition(at)}: ${message}`,
      source: this.#entry.id,
      path: at.file,
      line: at.line,
    });
  }
}
