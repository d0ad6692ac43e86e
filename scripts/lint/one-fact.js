/** ESLint rules for one fact a line: what a reader must take apart is written apart. */

function describe(message, create) {
  return {
    meta: { type: 'suggestion', messages: { more: message }, schema: [] },
    create: (context) => create((node) => context.report({ node, messageId: 'more' })),
  };
}

/** Tuples are taken apart where they are made, and `let a = 1, b = 2`. */
const oneBinding = describe('One binding a statement.', (report) => {
  const judge = (node, pattern, value) => {
    const isList = pattern.type === 'ArrayPattern' && isSeveral(value, 'ArrayExpression');
    const isRecord = pattern.type === 'ObjectPattern' && isSeveral(value, 'ObjectExpression');
    if (isList || isRecord) report(node);
  };
  return {
    VariableDeclaration(node) {
      // A loop's counter and its end belong together.
      if (node.declarations.length > 1 && node.parent.type !== 'ForStatement') report(node);
    },
    VariableDeclarator: (node) => judge(node, node.id, node.init),
    AssignmentExpression: (node) => judge(node, node.left, node.right),
  };
});

/** Whatever stands between them, unless it is a function. */
const noNestedChoice = describe('A choice inside a choice: name one of them.', (report) => ({
  ConditionalExpression(node) {
    for (let one = node.parent; one && !isFunction(one); one = one.parent)
      if (one.type === 'ConditionalExpression') return report(node);
  },
}));

/** `list.forEach((one) => (sum += one))` too; a block of statements is fine. */
const noAssignmentInCall = describe('An assignment inside a call: give it its line.', (report) =>
  onAssignments((node) => {
    let inner = node;
    for (let one = node.parent; one && !isStatement(one); one = one.parent) {
      if (isCall(one) && one.arguments.includes(inner)) return report(node);
      inner = one;
    }
  }));

/** Of `if`, loops and `? :`. */
const noEffectInCondition = describe('An effect inside a condition: give it its line.', (report) =>
  onAssignments((node) => {
    let inner = node;
    for (let one = node.parent; one && !isFunction(one); one = one.parent) {
      if (one.test === inner) return report(node);
      inner = one;
    }
  }));

/** One reason to change each. */
const fewMembers = describe('A class of more than 30 members: give it parts.', (report) => ({
  ClassBody(node) {
    if (node.body.length > 30) report(node);
  },
}));

/** `...{ a, b }` */
const noLiteralSpread = describe('Write the properties themselves.', (report) => ({
  SpreadElement(node) {
    if (withoutTypes(node.argument).type === 'ObjectExpression') report(node);
  },
}));

export const oneFact = {
  'one-binding': oneBinding,
  'few-members': fewMembers,
  'no-nested-choice': noNestedChoice,
  'no-assignment-in-call': noAssignmentInCall,
  'no-effect-in-condition': noEffectInCondition,
  'no-literal-spread': noLiteralSpread,
};

function onAssignments(judge) {
  return { AssignmentExpression: judge, UpdateExpression: judge };
}

function isSeveral(value, type) {
  if (value === null) return false;
  const { type: own, elements, properties } = withoutTypes(value);
  return own === type && (elements ?? properties).length > 1;
}

/** What `as const`, `satisfies` and the like are written behind. */
function withoutTypes(value) {
  return /^TS(As|Satisfies|NonNull)Expression$|^ParenthesizedExpression$/.test(value.type)
    ? withoutTypes(value.expression)
    : value;
}

function isFunction({ type }) {
  return /Function(Expression|Declaration)$/.test(type);
}

function isStatement({ type }) {
  return /(Statement|Declaration)$/.test(type);
}

function isCall({ type }) {
  return type === 'CallExpression' || type === 'NewExpression';
}
