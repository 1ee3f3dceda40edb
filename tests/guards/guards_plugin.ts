/**
 * A plugin of `deno lint` that reports each guard of a source file: what it
 * says is one JSON text, a {@linkcode GuardReport}. A guard is a statement or
 * expression that refuses something. Found are
 *
 * - `throw` of a new error, or of one that a function makes; throwing a caught
 *   error again guards nothing,
 * - a call that files a fault (`fail(…)`, `faults.push(…)`), and a finding of
 *   level error that is pushed or made,
 * - a returned sentence, which says why a value is refused,
 * - `return false` as all that an `if` does.
 *
 * A plugin, because the linter has a real parser and this project needs none
 * otherwise.
 *
 * @module
 */

/** What the plugin reports of one guard; places are those of the diagnostic. */
export interface GuardReport {
  readonly kind: "throw" | "fault" | "finding" | "sentence" | "false";
  /** Functions, methods and classes around it, outermost first. */
  readonly within: string;
  /** What stands in its place when it is removed. */
  readonly without: string;
  /** Whether it is a statement, not an expression. */
  readonly statement: boolean;
}

/** Functions that refuse, by the names they have in these sources. */
const REFUSING = /^#?(fail|refuse|refused|unknown|faulty)$/;

/** Lists that hold what is refused, by name. */
const REFUSED_LISTS =
  /^#?(faults|errors|refused|collisions|strange|broken|problems)$/;

// deno-lint-ignore no-explicit-any
type Node = any;

/** Name of a called function, or of the list that is pushed to. */
function called(node: Node): { name: string; list?: string } | undefined {
  if (node?.type !== "CallExpression") return undefined;
  const { callee } = node;
  if (callee.type === "Identifier") return { name: callee.name };
  if (callee.type !== "MemberExpression") return undefined;
  const { object, property } = callee;
  const list = object.property?.name ?? object.name;
  return { name: property.name, ...(list === undefined ? {} : { list }) };
}

function refuses(node: Node): boolean {
  const call = called(node);
  if (call === undefined) return false;
  return REFUSING.test(call.name) ||
    (call.name === "push" && REFUSED_LISTS.test(call.list ?? ""));
}

/** A text with a blank in it, which is a sentence and no name. */
function sentence(node: Node): boolean {
  if (node?.type === "Literal") return /\S \S/.test(String(node.value));
  if (node?.type === "TemplateLiteral") {
    return node.quasis.some(({ cooked }: Node) =>
      /\S \S|^ \S|\S $/.test(cooked)
    );
  }
  return node?.type === "BinaryExpression" && node.operator === "+" &&
    (sentence(node.left) || sentence(node.right));
}

function within(node: Node): string {
  const names: string[] = [];
  for (let at = node.parent; at; at = at.parent) {
    const name = at.type === "VariableDeclarator" &&
        at.init?.type === "ArrowFunctionExpression"
      ? at.id.name
      : /^(Function|Class)Declaration$/.test(at.type)
      ? at.id?.name
      : /^(MethodDefinition|PropertyDefinition)$/.test(at.type)
      ? at.key.name
      : undefined;
    if (name !== undefined) names.unshift(name);
  }
  return names.join(".");
}

/** Whether a function's own words say that it answers why something is refused. */
function isRefusal(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    const made = at.type === "FunctionDeclaration" ? at : at.type ===
        "MethodDefinition"
      ? at.value
      : undefined;
    if (made === undefined) continue;
    const type = made.returnType?.typeAnnotation;
    return type?.type === "TSUnionType" &&
      type.types.some((each: Node) => each.type === "TSStringKeyword");
  }
  return false;
}

const plugin: Deno.lint.Plugin = {
  name: "guards",
  rules: {
    guard: {
      create(context) {
        const report = (
          node: Node,
          kind: GuardReport["kind"],
          without: string,
          statement = true,
        ) =>
          context.report({
            node,
            message: JSON.stringify(
              { kind, within: within(node), without, statement },
            ),
          });
        return {
          ThrowStatement(node: Node) {
            if (/^(Identifier|MemberExpression)$/.test(node.argument.type)) {
              return;
            }
            report(node, "throw", "{}");
          },
          ExpressionStatement(node: Node) {
            let inner = node.expression;
            if (inner.type === "UnaryExpression") inner = inner.argument;
            if (refuses(inner)) report(node, "fault", "{}");
          },
          ReturnStatement(node: Node) {
            const { argument, parent } = node;
            if (refuses(argument)) report(node, "fault", "{}");
            else if (sentence(argument) && isRefusal(node)) {
              report(node, "sentence", "{}");
            } else if (
              argument?.value === false && (parent.type === "IfStatement" ||
                parent.parent?.type === "IfStatement" &&
                  parent.body?.length === 1)
            ) report(node, "false", "{}");
          },
          ConditionalExpression(node: Node) {
            for (
              const [branch, other] of [
                [node.consequent, node.alternate],
                [node.alternate, node.consequent],
              ]
            ) {
              if (called(other)?.name === "accept" && refuses(branch)) {
                report(
                  branch,
                  "fault",
                  context.sourceCode.getText(other),
                  false,
                );
              } else if (
                other.type === "Identifier" && other.name === "undefined" &&
                sentence(branch) && isRefusal(node)
              ) report(branch, "sentence", "undefined", false);
            }
          },
          Property(node: Node) {
            if (node.key.name !== "level" || node.value.value !== "error") {
              return;
            }
            report(node.value, "finding", '"note"', false);
          },
        };
      },
    },
  },
};

export default plugin;
