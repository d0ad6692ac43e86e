import { type LabelElement, labelHeightDots, labelWidthDots } from './elements.ts';
import { drawControlSheet, drawDanfe, type LabelContent, layoutLabel } from './layout.ts';

/** A page in dots, and its drawings with their top left corners and scales. */
export type Page = Readonly<ReturnType<typeof makeSheet>>;

const a4 = { width: 1680, height: 2376 };
/** A label is a little higher than a quarter of A4. */
const quarterScale = 0.95;
const places = 4;

export function makeLabelPage(elements: readonly LabelElement[]): Page {
  return {
    width: labelWidthDots,
    height: labelHeightDots,
    drawings: [{ elements, x: 0, y: 0, scale: 1 }],
  };
}

function makeSheet(labels: readonly (readonly LabelElement[])[]) {
  const drawings = labels.map((elements, place) => ({
    elements,
    x: (place % 2) * (a4.width / 2) + 40,
    y: Math.floor(place / 2) * (a4.height / 2) + 24,
    scale: quarterScale,
  }));
  return { ...a4, drawings };
}

/** The label in the middle of the upper half, and two pages without a label. */
function listHalfPages(content: LabelContent): readonly Page[] {
  const others = [drawControlSheet(content), drawDanfe(content)];
  return [
    { ...a4, drawings: [{ elements: layoutLabel(content), x: 460, y: 24, scale: quarterScale }] },
    ...others.map((elements) => ({ ...a4, drawings: [{ elements, x: 40, y: 24, scale: 2 }] })),
  ];
}

/**
 * No user reported whether the sheet of a single shipment has room for others: here it has its own
 * volumes, up to four, and the file of a whole grouping fills its sheets.
 */
export function listPages(contents: readonly LabelContent[]): readonly Page[] {
  const onSheets = contents
    .filter(({ carrier }) => carrier.labels?.drawing === 'sheet')
    .flatMap((content) =>
      Array.from({ length: content.dispatch.volume.quantidadeVolumes }, (_, index) =>
        layoutLabel(content, index + 1),
      ),
    );
  const sheets = Array.from({ length: Math.ceil(onSheets.length / places) }, (_, index) =>
    makeSheet(onSheets.slice(index * places, (index + 1) * places)),
  );
  const single = contents.filter(({ carrier }) => carrier.labels?.drawing !== 'sheet');
  return [
    ...single.flatMap((content) =>
      content.carrier.labels?.drawing === 'half-page'
        ? listHalfPages(content)
        : [makeLabelPage(layoutLabel(content))],
    ),
    ...sheets,
  ];
}
