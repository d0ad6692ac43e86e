import type { Page } from 'playwright-core';

/**
 * Each place whose texts may be cut, and the widths of the window that cut them. The list only gets
 * shorter: a text that is cut elsewhere needs room, other words or a second line, and a place that
 * is whole now leaves the list.
 */
export const knownCuts: Readonly<Record<string, readonly number[]>> = {
  'div ol li.beside span.clip': [911, 1024, 1366],
  'div.body div.row.lit div.parts.beside span.clip.grow': [1366],
  'div.body div.row.lit div.text.clip.strong span.clip': [911, 1024, 1366],
  'div.table.surface.grow div.body div.row.lit div.text.clip': [911, 1024, 1366],
  'ol.doubt.limited li label.beside span.clip': [1024, 1366],
  'ul.scrolling.grow li.beside.ruled button.button.plain.grow.row span.clip': [911, 1024],
  'section.case.float.firm ul li.line.ruled span.clip': [911, 1024, 1366],
  'section.case.float.firm ul li.line.ruled span.clip.quiet.from-1200': [1366],
  'section.ruled.firm ol li.beside.ruled span.clip.grow': [911, 1024],
  'section.ruled.firm ol li.beside.ruled span.quiet.clip.word': [911, 1024, 1366],
  'tbody tr.lit td a.name.heavy.clip': [1024],
};

/**
 * The size with the least room for its panels, which is looked at in forced colours: these draw
 * further lines.
 */
const tight = { width: 1024, height: 768 };
/**
 * The usual window, and the same at 150 %. At 125 % it is between the latter and the tight one, and
 * found the same places, as did a window of 1920 × 1080 beside the usual one.
 */
const others = [
  { width: 1366, height: 768 },
  { width: 911, height: 512 },
];

/** Parts that a pointer passes through are at no point. */
const makeSolid = `{
  const solid = new CSSStyleSheet();
  solid.replaceSync('* { pointer-events: auto !important } .covered, .choice input { pointer-events: none !important }');
  document.adoptedStyleSheets.push(solid);
}`;

/**
 * Returns the place of every text that is cut by a part around it which does not scroll, that lies
 * under another one, or that does not fit in its field. A text with an ellipsis is as wide as ever
 * for the browser, so its part's width tells.
 */
const readCuts = `(async () => {
  // A part that follows the window's width has done so after the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const cuts = new Map();
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const listParts = (element) => {
    if (element === null) return [];
    if (cuts.has(element)) return cuts.get(element);
    const style = getComputedStyle(element);
    const hides = (flow) => ['hidden', 'clip'].includes(flow) || (flow !== 'visible' && style.scrollbarWidth === 'none');
    const [hidesX, hidesY] = [hides(style.overflowX), hides(style.overflowY)];
    const own = {
      element, hidesX, hidesY, box: element.getBoundingClientRect(), isHeard: style.clipPath === 'inset(50%)',
      scrollsX: style.overflowX !== 'visible' && !hidesX, scrollsY: style.overflowY !== 'visible' && !hidesY,
    };
    const parts = [own, ...(style.position === 'fixed' ? [] : listParts(element.parentElement))];
    cuts.set(element, parts);
    return parts;
  };
  const isCut = (rects, parts) => {
    // A row of one visible line leaves out its next lines on purpose.
    const around = parts.slice(0, 1 + parts.findIndex(({ hidesY, scrollsY }) => hidesY || scrollsY)).at(-1);
    if (around?.hidesY && rects.every(({ top }) => top >= around.box.bottom)) return false;
    let [x, y] = [true, true];
    for (const { element, box, hidesX, hidesY, scrollsX, scrollsY } of parts) {
      if (hidesX && getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) return true;
      for (const { left, right, top, bottom, height } of rects) {
        if (x && hidesX && (right > box.right + 0.5 || left < box.left - 0.5)) return true;
        // A line is higher than its letters.
        if (y && hidesY && (bottom > box.bottom + height / 4 || top < box.top - height / 4)) return true;
      }
      x &&= !scrollsX;
      y &&= !scrollsY;
    }
    return x && rects.some(({ left, right }) => right > innerWidth + 0.5 || left < -0.5);
  };
  const isLaidOver = (element, below) => {
    for (let at = element; !at.contains(below); at = at.parentElement) {
      if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  const isCovered = (rects, parent, parts) => rects.some(({ left, top, width, height }) => {
    const [x, y] = [left + width / 2, top + height / 2];
    const isShown = parts.every(({ box, hidesX, hidesY, scrollsX, scrollsY }) =>
      (!(hidesY || scrollsY) || (y > box.top + 2 && y < box.bottom - 2)) && (!(hidesX || scrollsX) || (x > box.left + 2 && x < box.right - 2)));
    const above = isShown ? document.elementFromPoint(x, y) : null;
    return above !== null && !above.contains(parent) && !parent.contains(above) && !isLaidOver(above, parent);
  });
  // A state is no place of its own.
  const states = /^(?:svelte-|lucide|(?:active|on|here|due|short|bad|failed|current|done|todo|now|first|selected|long)$)/;
  const name = (element) => [element.localName, ...[...element.classList].filter((one) => !states.test(one))].join('.');
  const places = new Set();
  const note = (element) => {
    const names = [];
    for (let at = element; at !== document.body && names.length < 4; at = at.parentElement) names.unshift(name(at));
    places.add(names.join(' '));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('option, script, style') !== null || !isSeen(parent)) continue;
    const parts = listParts(parent);
    if (parts.some(({ isHeard }) => isHeard)) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (isCut(rects, parts) || isCovered(rects, parent, parts)) note(parent);
  }
  // The words of fields are in no node of text.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('select, input:not([type=radio], [type=checkbox], [type=file])')) {
    if (!isSeen(field)) continue;
    const { font, paddingLeft, paddingRight, columnGap } = getComputedStyle(field);
    const isChoice = field.localName === 'select';
    const arrow = isChoice ? 10 + (parseFloat(columnGap) || 0) : 0;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    pen.font = font;
    const text = isChoice ? (field.selectedOptions[0]?.textContent ?? '').trim() : field.value || field.placeholder;
    if (pen.measureText(text).width > room + 0.5) note(field);
  }
  return [...places];
})()`;

/** By place, the widths of windows at which its texts are cut. */
export type Cuts = Map<string, Set<number>>;

/**
 * Adds the places of cut texts at every size, or for a scene that is built like another one at the
 * tight one.
 */
export async function addCutTexts(page: Page, found: Cuts, isLikeAnother: boolean): Promise<void> {
  await page.evaluate(makeSolid);
  for (const size of isLikeAnother ? [tight] : [...others, tight]) {
    await page.emulateMedia({ forcedColors: size === tight ? 'active' : 'none' });
    await page.setViewportSize(size);
    for (const place of await page.evaluate<readonly string[]>(readCuts)) {
      found.set(place, (found.get(place) ?? new Set()).add(size.width));
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate('document.adoptedStyleSheets.pop()');
}
