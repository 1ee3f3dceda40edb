import { join } from "node:path";
import type { Finding } from "../base/finding.ts";
import { mapBounded } from "../base/map_bounded.ts";
import type { RemoteContext } from "../git/remote.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import { makePrivateFolder } from "../store/private_folder.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import { type Adoption, adoptionsOf } from "./adoption.ts";
import { type AdopterFault, readAdopter } from "./read_adopter.ts";
import type { ListedRepository } from "./read_repository_urls.ts";

/** What was read of one adopter. */
export interface SurveyedAdopter {
  readonly url: string;
  /** The commit of its default branch; absent where it could not be asked. */
  readonly commit?: string;
  readonly adoptions: readonly Adoption[];
  readonly faults: readonly AdopterFault[];
}

/** What all of them say. */
export interface AdopterSurvey {
  /** In the order of the list, whichever server was faster. */
  readonly adopters: readonly SurveyedAdopter[];
  readonly findings: readonly Finding[];
}

/** How adopters are asked. */
export interface SurveyOptions {
  /** Name of the list, for messages. */
  readonly file: string;
  /** Repositories read at a time. */
  readonly jobs: number;
  /** Told after each one. */
  readonly progress: (done: number) => void;
}

/**
 * Asks each adopter for its trust list and lock and holds them against what
 * the organization lists (contract section 6, `org adopters`). One that cannot
 * be read is a warning with its cause, and keeps no other from it.
 */
export async function surveyAdopters(
  repositories: readonly ListedRepository[],
  curated: readonly DescriptorEntry[],
  context: RemoteContext,
  { file, jobs, progress }: SurveyOptions,
): Promise<AdopterSurvey> {
  let done = 0;
  const asked = await mapBounded(
    [...repositories.entries()],
    jobs,
    async ([index, { url, line }]) => {
      makePrivateFolder(context.scratch, `${index}`);
      const scratch = join(context.scratch, `${index}`);
      const read = await readAdopter(url, { ...context, scratch });
      const adoptions = adoptionsOf(read, curated);
      const about = (finding: Omit<Finding, "path" | "line">): Finding => ({
        ...finding,
        path: file,
        line,
      });
      progress(++done);
      return {
        adopter: {
          url,
          ...(read.commit === undefined ? {} : { commit: read.commit }),
          adoptions,
          faults: read.faults,
        },
        findings: [
          ...read.faults.map((fault) => about(unreadable(url, fault))),
          ...moved(url, read.redirectedTo).map(about),
          ...adoptions.flatMap((adoption) => suspect(url, adoption)).map(about),
        ],
      };
    },
  );
  return {
    adopters: asked.map(({ adopter }) => adopter),
    findings: asked.flatMap(({ findings }) => findings),
  };
}

function unreadable(url: string, { message }: AdopterFault): Finding {
  const place = redactUrl(url);
  const said = printable(message);
  return {
    rule: "adopter-unreadable",
    level: "warning",
    message: said.startsWith(place) ? said : `${place}: ${said}`,
  };
}

function moved(url: string, to: string | undefined): Finding[] {
  return to === undefined ? [] : [{
    rule: "redirected",
    level: "note",
    message: `${redactUrl(url)} answers from ${
      redactUrl(to)
    }; correct the list`,
  }];
}

/** What an organization wants to hear of at once. */
function suspect(
  url: string,
  { id, listed_as, state, ref }: Adoption,
): Finding[] {
  const what = state === "differs"
    ? `pins ${printable(ref ?? "")} of ${printable(id)}${
      listed_as === undefined
        ? ""
        : `, which the organization lists as ${printable(listed_as)},`
    } to another anchor than the organization: one of them was deceived, or the tag was moved`
    : state === "elsewhere"
    ? `takes ${printable(id)}, which the organization lists, from another url`
    : undefined;
  return what === undefined ? [] : [{
    rule: state === "differs" ? "curated-anchor-differs" : "url-changed",
    level: "warning",
    message: `${redactUrl(url)} ${what}`,
    source: id,
  }];
}
