import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;

/** Orders to follow a picture. */
export const IMAGE_INSTRUCTIONS: ProseRule = {
  rule: "image-instructions",
  message: "the orders stand in a picture, which no scan and no diff reads",
  needs: needs(
    ".png|.jp|.gif|.webp|.bmp|.svg|.tif",
    "follow|obey|execute|carry|do what|do  what|perform",
  ),
  patterns: patternsOf(
    S`\b(?:follow|obey|execute|carry\s+out|do\s+what|perform)\b[^.!?\n]{0,60}?[\w/-]{1,40}\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)\b`,
    S`\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)\b["'${"`"})]{0,3}\s[^.!?\n]{0,40}?\b(?:follow|obey|execute|carry\s+out)\s+(?:it|them|its|the\s+(?:steps|instructions|orders))\b`,
  ),
};
