/** Times that variables are put in. */
const MAX_VARIABLES = 20;
const ASSIGNMENT =
  /(?<![\w.$-])([A-Za-z_]\w{0,30})=(["']?)([\w./:-]{1,40})\2(?=[;\s&|]|$)/g;

/**
 * A command as a shell reads it: without quotes and backslashes inside words,
 * with the variables that the same passage sets (`X=cu; Y=rl; $X$Y`). The
 * length may differ. Linear in the text for the bounded number of variables.
 */
export function plainCommand(text: string): string {
  if (!/['"\\$]/.test(text)) return text;
  let plain = text.replace(/\$\{?IFS\}?(?:\$9)?/g, " ").replace(
    /\$[@*](?=\w)|(?<=\w)\$[@*]/g,
    "",
  )
    .replace(/(?<=\w)(?:''|"")|(?:''|"")(?=\w)/g, "")
    .replace(/(?<=\w)(["'])(\w{1,3})\1|(["'])(\w{1,3})\3(?=\w)/g, "$2$4")
    .replace(/(?<=[a-z])\\(?=[a-z])|\\(?=[a-z]{2,8}\b(?!\\))/g, "");
  const values = new Map<string, string>();
  if (!plain.includes("=") || !plain.includes("$")) return plain;
  for (const match of plain.matchAll(ASSIGNMENT)) {
    if (values.size >= MAX_VARIABLES) break;
    values.set(match[1]!, match[3]!);
  }
  if (values.size > 0) {
    plain = plain.replace(
      /\$\{?([A-Za-z_]\w{0,30})\}?/g,
      (whole, name: string) => values.get(name) ?? whole,
    );
  }
  return plain;
}
