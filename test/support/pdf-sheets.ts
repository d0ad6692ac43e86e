import { drawing, flate, helvetica } from './pdf-raw.ts';
import { pdfFile } from './pdf-heavy-label.ts';

const a4 = [595.28, 841.89] as const;
const places = { 'upper left': [20, 440], 'lower right': [320, 20] } as const;
const red = '0.8 0.1 0.1 rg';

/** A file of A4 pages with a label on a part of each; the box on it has the page's own colour. */
export function makeSheets(
  pages: readonly {
    readonly place: keyof typeof places;
    readonly box: string;
    readonly rotate?: number;
  }[],
): Buffer {
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`);
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}/MediaBox[0 0 ${a4.join(' ')}]>>`,
    helvetica,
    ...pages.flatMap(({ place, box, rotate = 0 }, index) => {
      const content = `q 0.9 0 0 0.9 ${places[place].join(' ')} cm\n${drawing.replace(red, `${box} rg`)}\nQ`;
      const page = `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/Contents ${first + index * 2 + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`;
      return [page, flate('', content)];
    }),
  ]);
}
