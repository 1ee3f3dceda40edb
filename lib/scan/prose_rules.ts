import { AGENT_MEMORY_EDIT } from "./agent_memory_edit.ts";
import { CONCEALMENT } from "./concealment.ts";
import { IMAGE_INSTRUCTIONS } from "./image_instructions.ts";
import { INSTALLS_SKILLS } from "./installs_skills.ts";
import { PASSWORD_ARCHIVE } from "./password_archive.ts";
import { SECRET_SENT } from "./secret_sent.ts";
import type { ProseRule } from "./prose_rule.ts";

/** The rules of contract section 8 that are told by words. */
export const PROSE_RULES: readonly ProseRule[] = [
  PASSWORD_ARCHIVE,
  SECRET_SENT,
  CONCEALMENT,
  AGENT_MEMORY_EDIT,
  INSTALLS_SKILLS,
  IMAGE_INSTRUCTIONS,
];
