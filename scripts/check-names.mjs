// No name that comes from a file, a formula or an option may be a key of a plain object: `constructor` and `__proto__` are
// keys that every such object seems to have. Reports every place in src/ where an object is asked or given a property by a
// text that the types do not bound: use a Map or a Set, a type that lists the keys, or src/text/record.ts. The same of studio/.
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** `file:line:column: problem` for each place. `include` says which of the program's files are looked at. */
export function keysFromTexts(program, include) {
  const checker = program.getTypeChecker();
  const found = [];
  const report = (node, problem) => {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}: ${problem}: ${node.getText()}`);
  };

  /** Could it be any text? Numbers, symbols, and unions of literals are bounded. */
  const isAnyText = (type) => {
    if (type.isUnion()) return type.types.some(isAnyText);
    if (type.isIntersection()) return type.types.every(isAnyText);
    if (type.flags & ts.TypeFlags.TypeParameter) {
      const bound = checker.getBaseConstraintOfType(type);
      return bound === undefined || isAnyText(bound);
    }
    return (
      (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !==
      0
    );
  };

  /** Are the first parts of the pairs texts? */
  const hasTextKeys = (call) => {
    const pair = checker.getTypeAtLocation(call.arguments[0]).getNumberIndexType();
    const key = pair === undefined ? undefined : checker.getTypeArguments(pair)[0];
    return key === undefined || isAnyText(key);
  };

  const visit = (node) => {
    if (ts.isElementAccessExpression(node) && isAnyText(checker.getTypeAtLocation(node.argumentExpression)))
      report(node, "a text as the key of an object");
    else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
      isAnyText(checker.getTypeAtLocation(node.left))
    )
      report(node, "'in' finds what every object has");
    else if (ts.isCallExpression(node) && node.expression.getText() === "Object.fromEntries" && hasTextKeys(node))
      report(node, "texts as the keys of an object");
    else if (ts.isComputedPropertyName(node) && isAnyText(checker.getTypeAtLocation(node.expression)))
      report(node.parent, "a text as the key of an object");
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (include(file.fileName)) visit(file);
  return found;
}

function programOf(configFile) {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  return ts.createProgram(fileNames, { ...options, noEmit: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const RECORD = `${root}src/text/record.ts`;
  const found = [
    [`${root}tsconfig.json`, `${root}src/`],
    [`${root}studio/tsconfig.json`, `${root}studio/src/`],
  ].flatMap(([config, folder]) =>
    keysFromTexts(programOf(config), (file) => file.startsWith(folder) && file !== RECORD),
  );
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
