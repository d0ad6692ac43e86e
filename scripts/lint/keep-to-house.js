import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findImported, rooms, sideDoors } from './house.ts';

const root = join(import.meta.dirname, '..', '..');
/** The innermost room first. */
const roomNames = Object.keys(rooms).sort((one, other) => other.length - one.length);

/** An ESLint rule: imports follow the arrows of `house.ts`. */
export const keepToHouse = {
  meta: { type: 'problem', messages: { stray: '{{why}}' }, schema: [] },
  create(context) {
    const from = placeOf(toRepository(context.filename));
    const check = (node, specifier) => {
      if (from === null || typeof specifier !== 'string' || !/^[.#]/.test(specifier)) return;
      const path = findImported(root, dirname(context.filename), specifier);
      const to = placeOf(toRepository(path));
      if (to === null || !existsSync(path)) return;
      const isType = (node.importKind ?? node.exportKind) === 'type';
      const why = findFault(from, to, isType);
      if (why !== null) context.report({ node, messageId: 'stray', data: { why } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => node.source && check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
    };
  },
};

/** Their schemas are main's; the window takes only types, and stays without zod. */
const schemas = /^src\/shared\/(contract\/|domain\/records\.ts$)/;

function findFault(from, to, isType) {
  if (from.room !== to.room) {
    if (!rooms[from.room].uses.includes(to.room)) return `${from.room} must not know ${to.room}.`;
    if (from.room === 'src/renderer' && schemas.test(to.path) && !isType)
      return 'The window takes only types of what has schemas.';
    if (rooms[to.room].open || to.path === `${to.room}/index.ts`) return null;
    const side = sideDoors.find(({ file }) => file === to.path);
    return side?.to.includes(from.room) ? null : `Import ${to.room} through its index.ts.`;
  }
  if (from.folder === to.folder || from.folder === '') return null;
  const folders = rooms[from.room].folders ?? {};
  if (folders[from.folder] === undefined)
    return `Name ${from.room}/${from.folder} in scripts/lint/house.ts.`;
  if (to.path.endsWith('/types.ts') && isAround(to.folder, from.folder)) return null;
  return folders[from.folder].includes(to.folder)
    ? null
    : `${from.room}/${from.folder} must not know ${to.folder === '' ? 'the top of its room' : to.folder}.`;
}

function isAround(outer, inner) {
  return outer === '' || inner.startsWith(`${outer}/`);
}

function placeOf(path) {
  const room = roomNames.find((name) => path.startsWith(`${name}/`));
  if (room === undefined) return null;
  const folder = dirname(path.slice(room.length + 1));
  return { path, room, folder: folder === '.' ? '' : folder };
}

function toRepository(path) {
  return relative(root, path).split(sep).join('/');
}
