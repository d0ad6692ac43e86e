import ts from 'typescript';
import { parser } from 'typescript-eslint';

const options = {
  allowNonTsExtensions: true,
  noResolve: true,
  noLib: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/**
 * typescript-eslint's parser, with a component alone as its program. The one typed rule for
 * components needs only the types that a component declares itself; a program with all imports
 * would be built again for each component.
 */
export const componentParser = {
  ...parser,
  parseForESLint(code, { projectService, ...given }) {
    if (projectService !== true) return parser.parseForESLint(code, given);
    return parser.parseForESLint(code, { ...given, programs: [makeProgram(code, given.filePath)] });
  },
};

function makeProgram(code, path) {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  return ts.createProgram({
    rootNames: [path],
    options,
    host: {
      // No other method is called.
      fileExists: () => true,
      readFile: () => code,
      getSourceFile: () => source,
      getDefaultLibFileName: () => 'lib.d.ts',
      getCurrentDirectory: () => import.meta.dirname,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      writeFile: () => undefined,
    },
  });
}
