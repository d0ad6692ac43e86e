import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterZpl,
  findDotsPerMm,
  findLabelEnds,
  selectLabels,
  splitZpl,
} from '../../src/main/zpl/index.ts';

const split = (text: string): readonly string[] => [...splitZpl(Buffer.from(text, 'latin1'))];

describe('a ZPL file', () => {
  test('is split into its labels', () => {
    expect(split('^XA^FDone^FS^XZ\r\n^XA^FDtwo^FS^XZ')).toEqual([
      '^XA^FDone^FS^XZ',
      '^XA^FDtwo^FS^XZ',
    ]);
  });

  test('keeps stored graphics whole and with every format after them', () => {
    const graphic = '~DGR:LOGO.GRF,8,2,\r\nFFFF\r\nFFFFFFFFFFFF\r\n';
    expect(split(`${graphic}^XA^XGR:LOGO.GRF,1,1^FS^XZ^XA^XGR:LOGO.GRF,2,2^FS^XZ`)).toEqual([
      `${graphic}^XA^XGR:LOGO.GRF,1,1^FS^XZ`,
      `${graphic}^XA^XGR:LOGO.GRF,2,2^FS^XZ`,
    ]);
  });

  test('includes in labels the contents of set-up formats before them, stored formats and graphics too', () => {
    expect(
      split(
        '^XA~DGR:A.GRF,2,1,FFFF^PW9^XZ^XA^DFR:F.ZPL^FO1,1^FN1^FDx^FS^XZ^XA^XFR:F.ZPL^FN1^FDy^FS^XZ',
      ),
    ).toEqual([
      '~DGR:A.GRF,2,1,FFFF^XA^DFR:F.ZPL^FO1,1^FN1^FDx^FS^XZ^XA^PW9^XZ^XA^XFR:F.ZPL^FN1^FDy^FS^XZ',
    ]);
  });

  test('makes no label of formats that print nothing', () => {
    expect(split('^XA^PW9^XZ^XA^FDx^FS^XZ')).toEqual(['^XA^PW9^XZ^XA^FDx^FS^XZ']);
    expect(split('~DGR:A.GRF,2,1,FFFF')).toEqual([]);
  });

  test('of any formats returns each format once, in order, with all graphics before it', () => {
    const piece = fc.oneof(
      fc
        .stringMatching(/^[A-Z0-9]{1,8}$/)
        .map((name) => ({ type: 'graphic' as const, text: `~DGR:${name}.GRF,2,1,FF00` })),
      fc
        .stringMatching(/^[A-Za-z0-9 ,.]{1,20}$/)
        .map((data) => ({ type: 'format' as const, text: `^XA^FD${data}^FS^XZ` })),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const expected = pieces.flatMap(({ type, text }, index) => {
          const graphics = pieces.slice(0, index).filter((before) => before.type === 'graphic');
          return type === 'format' ? [graphics.map((graphic) => graphic.text).join('') + text] : [];
        });
        expect(split(pieces.map(({ text }) => text).join(''))).toEqual(expected);
      }),
    );
  });
});

describe('the printing parts of a ZPL file', () => {
  const stored = '^XA^DFR:F.ZPL^FO1,1^FN1^FDx^FS^XZ';
  const recalled = '^XA^XFR:F.ZPL^FN1^FDy^FS^XZ\r\n';
  const count = (zpl: Buffer): readonly number[] => [
    [...splitZpl(zpl)].length,
    findLabelEnds(zpl).length,
  ];

  test('are a label for each recalled format, and none for a stored one', () => {
    expect(count(Buffer.from((stored + recalled).repeat(4)))).toEqual([4, 4]);
    const label = `~DGR:A.GRF,2,1,FF00${stored}^XA^PW9^XZ${recalled.trim()}`;
    expect(findLabelEnds(Buffer.from(`${label}\r\n^XA^IDR:A.GRF^FS^XZ`))).toEqual([label.length]);
  });

  /** Returns a printer's settings at the end of each format: they last as Zebra's manual says. */
  const follow = (zpl: string): readonly string[] => {
    const now: Record<string, string> = {
      PO: 'N',
      PM: 'N',
      LH: '0,0',
      LS: '0',
      LR: 'N',
      FW: 'N,0',
      MU: 'D',
    };
    return (zpl.match(/\^XA[^]*?\^XZ/g) ?? []).flatMap((format) => {
      for (const [, name = '', value = ''] of format.matchAll(/\^(PO|PM|LH|LS|LR|FW|MU)([^^]*)/g))
        now[name] = value;
      return format.includes('^FD') ? [Object.values(now).join(' ')] : [];
    });
  };
  const rest = 'N N 0,0 0 N N,0 D';

  test('end where nothing of them is left at the printer, in any order and choice', () => {
    const setting = fc.constantFrom('^POI', '^PON', '^PMY', '^LH9,9', '^LS4', '^LRY', '^FWR', '');
    const label = fc
      .array(setting, { maxLength: 3 })
      .map((all) => `^XA${all.join('')}^FDx^FS^XZ\n`);
    const setUp = fc.array(setting, { maxLength: 2 }).map((all) => `^XA${all.join('')}^PW9^XZ`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(label, setUp), { maxLength: 6 }),
        fc.nat(5),
        (file, dropped) => {
          const text = file.join('');
          const { zpl } = filterZpl(Buffer.from(text));
          // Printed whole, it is what the file means.
          expect(follow(zpl.toString())).toEqual(follow(text));
          const other = '^XA^FDother^FS^XZ';
          for (const end of findLabelEnds(zpl))
            expect(follow(zpl.subarray(0, end).toString() + other).at(-1)).toBe(rest);
          // And so is each of its labels, if another one goes elsewhere.
          const chosen = selectLabels(zpl, (at) => at !== dropped).toString();
          expect(follow(chosen)).toEqual(follow(text).filter((_, at) => at !== dropped));
          expect(follow(chosen + other).at(-1)).toBe(rest);
          // Alone, it is drawn as it is printed.
          expect([...splitZpl(zpl)].map((alone) => follow(alone).at(-1))).toEqual(follow(text));
          expect(count(Buffer.from(chosen))).toEqual([
            follow(chosen).length,
            follow(chosen).length,
          ]);
        },
      ),
    );
  });

  test('are drawn with what earlier labels stored, and chose for all that follow', () => {
    const graphic = '~DGR:L.GRF,2,1,FFFF';
    const file = `^XA${graphic}^FO1,1^XGR:L.GRF^FS^XZ\n^XA^CF0,60^FDx^FS^XZ^XA^FDy^FS^XZ^XA^FO1,1^XGR:L.GRF^FS^XZ`;
    expect(split(filterZpl(Buffer.from(file)).zpl.toString())).toEqual([
      `^XA${graphic}^FO1,1^XGR:L.GRF^FS^XZ`,
      `${graphic}^XA^CF0,60^FDx^FS^XZ`,
      `${graphic}^XA^CF0,60^XZ^XA^FDy^FS^XZ`,
      `${graphic}^XA^CF0,60^XZ^XA^FO1,1^XGR:L.GRF^FS^XZ`,
    ]);
  });

  test('keep what a label chose for them that goes elsewhere', () => {
    const file = Buffer.from('^XA^CF0,60^FDx^FS^CF0,30^XZ^XA^FDy^FS^XZ');
    expect(selectLabels(file, (at) => at === 1).toString()).toBe(
      '^XA^CF0,60^CF0,30^XZ^XA^FDy^FS^XZ',
    );
  });

  test('are drawn with what is said last before them, at each of their fields', () => {
    expect(split('^XA^PW1200^CF0,60^XZ^XA^FDx^FS^CF0,30^XZ^XA^PW800^FDy^FS^XZ')).toEqual([
      '^XA^PW1200^CF0,60^XZ^XA^FDx^FS^CF0,30^XZ',
      '^XA^PW1200^CF0,60^CF0,30^XZ^XA^PW800^FDy^FS^XZ',
    ]);
    expect(findDotsPerMm('^XA^PW1200^CF0,30^XZ^XA^PW800^FDy^FS^XZ', 100)).toBe(8);
  });

  test('is the same on the pages that are drawn and at the printer', () => {
    const part = fc.oneof(
      fc.constantFrom(
        stored,
        recalled,
        '~DGR:A.GRF,2,1,FF00',
        '^XA^MMT^XZ',
        '^xa^pq3^fdlow^fs^xz',
        '^Xa^FDmixed^xZ',
      ),
      fc.constantFrom(
        '^XZ',
        '^FDnowhere^FS',
        '\r\n',
        '~JA',
        '^XA^FDJoão ~ ação^FS^XZ',
        '^XA^XGR:A.GRF^FS^XZ',
      ),
    );
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, wide) => {
        const text = parts.join('');
        const { zpl } = filterZpl(
          wide ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text),
        );
        const [drawn, sent] = count(zpl);
        expect(sent).toBe(drawn);
      }),
    );
  });
});

test('the resolution follows from the width that the format states', () => {
  expect(findDotsPerMm('^XA^FDx^FS^XZ', 100)).toBe(8);
  expect(findDotsPerMm('^XA^PW812^LL1218^FDx^FS^XZ', 100)).toBe(8);
  expect(findDotsPerMm('^XA^PW1181^FDx^FS^XZ', 100)).toBe(12);
  expect(findDotsPerMm('^XA^PW 2400^FDx^FS^XZ', 100)).toBe(24);
});
